"""Superlatives without their number: `our top 10 customers`, `which country grew the most`."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.rules.schema.items import Item
from pipeline.rules.text.words import is_plural, lemma_of

_BEST = {"top": ("desc", "good"), "leading": ("desc", "good"), "bottom": ("desc", "bad")}
_FIRST = {"first": "early", "last": "new"}
_CHANGES = frozenset(("grow",))
# What may say itself by which number.
_ORDERS = frozenset("yosaikMmCS%")


def with_best(items: Sequence[Item], verbs: Sequence[str]) -> list[Item]:
    """The items with `top` as a superlative where no number behind it says of what.

    A verb of change beside a superlative stays unexplained: the highest number has not grown most.
    """
    found = [_in_time(items, at) or _best(items, at) for at in range(len(items))]
    changed = [verb for verb in verbs if lemma_of(verb.lower()) in _CHANGES]
    at = next((n for n, item in enumerate(found) if item.letter == "s"), -1)
    if changed and at >= 0:
        found.insert(at, Item("x", found[at].first, found[at].first, text=changed[0]))
    return found


def _in_time(items: Sequence[Item], at: int) -> Item | None:
    """`the first stay of each dog`, `their last order`: the earliest and the latest one."""
    item, rows = items[at], items[at + 1 : at + 2]
    when = _FIRST.get(item.text.lower()) if item.letter in "tC" else None
    behind = items[at + 2].letter if at + 2 < len(items) else "."
    if when is None or not rows or rows[0].letter != "T" or behind in "C#y":
        return None
    if rows[0].first != item.last or is_plural(rows[0].text.lower().split()[-1]):
        return None
    return Item("s", item.first, item.last, item.text, ("desc", when))


def _best(items: Sequence[Item], at: int) -> Item:
    item, behind = items[at], items[at + 1 :]
    if item.letter != "t":
        return item
    counted = behind[:1] and behind[0].letter == "#"
    behind = behind[1:] if counted else behind
    noun = next((n for n, one in enumerate(behind) if one.letter in "TC"), len(behind))
    described = all(one.letter == "V" for one in behind[:noun])
    told = {one.letter for one in (*items[:at], *behind[noun + 1 :])} & _ORDERS
    payload = _BEST.get(item.text.lower())
    if payload is None or noun == len(behind) or not described or told:
        return item
    return replace(item, letter="s", payload=payload)

"""Superlatives without their number: `our top 10 customers`, `which country grew the most`."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.rules.schema.items import Item
from pipeline.rules.text.words import lemma_of

_BEST = {"top": ("desc", "good"), "leading": ("desc", "good"), "bottom": ("desc", "bad")}
_CHANGES = frozenset(("grow",))
# What may say itself by which number.
_ORDERS = frozenset("yosaikMmCS%")


def with_best(items: Sequence[Item], verbs: Sequence[str]) -> list[Item]:
    """The items with `top` as a superlative where no number behind it says of what.

    A verb of change beside a superlative stays unexplained: the highest number has not grown most.
    """
    found = [_best(items, at) if item.letter == "t" else item for at, item in enumerate(items)]
    changed = [verb for verb in verbs if lemma_of(verb.lower()) in _CHANGES]
    at = next((n for n, item in enumerate(found) if item.letter == "s"), -1)
    if changed and at >= 0:
        found.insert(at, Item("x", found[at].first, found[at].first, text=changed[0]))
    return found


def _best(items: Sequence[Item], at: int) -> Item:
    item, behind = items[at], items[at + 1 :]
    counted = behind[:1] and behind[0].letter == "#"
    behind = behind[1:] if counted else behind
    noun = next((n for n, one in enumerate(behind) if one.letter in "TC"), len(behind))
    described = all(one.letter == "V" for one in behind[:noun])
    told = {one.letter for one in (*items[:at], *behind[noun + 1 :])} & _ORDERS
    payload = _BEST.get(item.text.lower())
    if payload is None or noun == len(behind) or not described or told:
        return item
    return replace(item, letter="s", payload=payload)

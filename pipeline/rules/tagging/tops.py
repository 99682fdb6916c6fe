"""Superlatives without their number: `our top 10 customers`, `which country grew the most`."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from knowledge.catalog import Column
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import is_plural, lemma_of, name_words

_BEST = {"top": ("desc", "good"), "leading": ("desc", "good"), "bottom": ("desc", "bad")}
_ENDS = {
    **dict.fromkeys(
        ("best", "top", "leading", "strongest", "highest", "biggest", "largest"), "desc"
    ),
    **dict.fromkeys(("worst", "bottom", "weakest", "lowest", "smallest"), "asc"),
}
_BY, _PAIR = "by ", 2
# `Which customer orders the most`.
_MOST_DONE = re.compile(r"^w[TC](?P<deed>T)(?P<most>s)(?=[.pD]|$)")
# A superlative of rows, whatever is said of them, and the number that they are ranked by.
_RANKED = re.compile(r"s#?V*(?P<rows>T)[^.sto&]*(?P<by>y)(?:[kaC]|T[aC])")
_FIRST = {"first": "early", "last": "new"}
_CHANGES = frozenset(("grow",))
# What may say itself by which number.
_ORDERS = frozenset("yosaikMmCS%")


def with_best(items: Sequence[Item], verbs: Sequence[str], known: Known) -> list[Item]:
    """The items with `top` as a superlative where no number behind it says of what.

    A verb of change beside a superlative stays unexplained: the highest number has not grown most.
    """
    items = _does_most(_by_others(_by_what(_with_deeds(items, known))))
    items = [_last_so_many(items, at, known) or item for at, item in enumerate(items)]
    found = [_in_time(items, at) or _best(items, at) for at in range(len(items))]
    changed = [verb for verb in verbs if lemma_of(verb.lower()) in _CHANGES]
    at = next((n for n, item in enumerate(found) if item.letter == "s"), -1)
    if changed and at >= 0:
        found.insert(at, Item("x", found[at].first, found[at].first, text=changed[0]))
    return found


def _by_what(items: list[Item]) -> list[Item]:
    """`the 2 worst products by units sold`: what stands last says by which number."""
    signs = [at for at, item in enumerate(items) if item.letter in "st"]
    if len(signs) != _PAIR or not items[signs[1]].text.lower().startswith(_BY):
        return items
    first, last = (items[at] for at in signs)
    way = _ENDS.get(first.text.lower())
    if way is None:
        return items
    told = replace(first, letter="s", payload=(way, last.payload[1]))
    return [told if item is first else item for item in items if item is not last]


def _by_others(items: list[Item]) -> list[Item]:
    """`biggest customers by number of orders`: a number of other rows puts them in order.

    What makes them big themselves stays a superlative: `the largest cities by population`.
    """
    found = list(items)
    for at, item in enumerate(items):
        said = item.text.lower().removeprefix("the ")
        # The worst customers by complaints are those with most of them: which way, is not said.
        way = _ENDS.get(said) if item.letter == "s" and said != "worst" else None
        run = _RANKED.match("".join(one.letter for one in items[at:])) if way else None
        if run is None:
            continue
        rows, by = items[at + run.start("rows")], items[at + run.end("by") :]
        own = by[0].letter == "C" and by[0].candidates[0].table == rows.candidates[0].table
        if is_plural(rows.text.lower().split()[-1]) and not own:
            found[at] = replace(item, letter="t", payload="top" if way == "desc" else "bottom")
    return found


def _does_most(items: list[Item]) -> list[Item]:
    """`which country orders the most`: has the most orders; `orders` does here what it names."""
    letters = "".join(item.letter for item in items)
    found = _MOST_DONE.search(letters)
    if found is None:
        return items
    deed, most = items[found.start("deed")], items[found.start("most")]
    rows = items[found.start("deed") - 1]
    done = is_plural(deed.text.lower()) and not is_plural(rows.text.lower().split()[-1])
    if not done or most.payload[1] != "count" or deed.best(table=True) is None:
        return items
    return [*items[: found.start("deed")], most, deed, *items[found.end("most") :]]


def _with_deeds(items: Sequence[Item], known: Known) -> list[Item]:
    """`the first claim made`, `the claim that was made first`: by which date it was the first."""
    found = list(items)
    for at in range(len(found) - 2):
        one, other, behind = found[at : at + 3]
        if one.text.lower() in _FIRST and other.letter == "T" and _is_one(one, other):
            tables = {c.table for c in other.candidates if not c.column}
            if behind.first - other.last <= 1 and _is_deed(behind, known, tables):
                found[at : at + 3] = [_superlative(one), behind, other]
        elif other.text.lower() in _FIRST and behind.letter in ".p" and _is_deed(one, known):
            found[at : at + 2] = [_superlative(other), one]
    return found


def _superlative(said: Item) -> Item:
    return replace(said, letter="s", payload=("desc", _FIRST[said.text.lower()]))


def _is_deed(item: Item, known: Known, tables: Collection[str] = ()) -> bool:
    """Whether a verb says by which date or year rows follow each other; of those tables alone."""
    word = item.text.lower()
    if item.letter != "C" or not (word.endswith("ed") or lemma_of(word) != word.removesuffix("s")):
        return False
    dates = [
        c for c in item.candidates
        if c.column and (c.table in tables or not tables) and _is_when(known.column(c.ref))
    ]  # fmt: skip
    item.candidates = dates or item.candidates
    return bool(dates)


def _is_when(column: Column) -> bool:
    return column.kind.is_dated or "year" in name_words(column.name)


def _is_one(said: Item, rows: Item) -> bool:
    """Whether one row is meant, with no more than a small word before it: `the first ever`."""
    return rows.first - said.last <= 1 and not is_plural(rows.text.lower().split()[-1])


def _in_time(items: Sequence[Item], at: int) -> Item | None:
    """`the first stay of each dog`, `their last order`: the earliest and the latest one."""
    item, rows = items[at], items[at + 1 : at + 2]
    when = _FIRST.get(item.text.lower()) if item.letter in "tC" else None
    behind = items[at + 2].letter if at + 2 < len(items) else "."
    if when is None or not rows or rows[0].letter != "T" or behind in "C#y":
        return None
    if not _is_one(item, rows[0]):
        return None
    return Item("s", item.first, item.last, item.text, ("desc", when))


def _last_so_many(items: Sequence[Item], at: int, known: Known) -> Item | None:
    """`the last 5 invoices`: the latest of rows that are dated."""
    item, behind = items[at], items[at + 1 : at + 3]
    when = _FIRST.get(item.text.lower()) if item.letter in "tC" else None
    if when is None or [one.letter for one in behind] != ["#", "T"]:
        return None
    rows = known.table(behind[1].candidates[0].table)
    dated = any(column.kind.is_dated for column in rows.columns)
    return Item("s", item.first, item.last, item.text, ("desc", when)) if dated else None


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

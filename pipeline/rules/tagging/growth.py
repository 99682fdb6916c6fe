"""`by what percentage did visits grow from 2022 to 2023`: one number over two years."""

import datetime as dt
from collections.abc import Mapping, Sequence

from pipeline.rules.schema.items import Item
from pipeline.rules.text.words import Word
from pipeline.rules.vocabulary.numbers import RECENT_YEARS
from pipeline.times.values import TimeSpan

_PERCENT = (
    ("what", "percentage"), ("what", "percent"), ("how", "many", "percent"), ("how", "many", "%"),
    ("which", "percentage"), ("what", "%"), ("how", "many", "per", "cent"),
)  # fmt: skip
_HELPING = frozenset(("did", "has", "have", "do", "does"))
# What falls is told as a change below zero by some, and above it by others.
_GREW = frozenset(("grow", "grew", "grown", "increase", "increased", "rise", "rose", "risen"))
_PAIRS = (("from", "to"), ("between", "and"))


def growth_asked(
    words: Sequence[Word],
) -> Mapping[int, tuple[int, tuple[Item, ...]]]:
    """What stands for the words of such a question, by where they begin."""
    lower = tuple(word.lower for word in words)
    head = next(
        (
            (at, at + len(told)) for at in range(len(lower)) for told in _PERCENT
            if lower[at : at + len(told)] == told
        ),
        None,
    )  # fmt: skip
    verb = next((n for n, word in enumerate(lower) if word in _GREW), 0)
    if head is None or lower[head[1] : head[1] + 1] == () or lower[head[1]] not in _HELPING:
        return {}
    pair = next((n for n in range(verb + 1, len(lower) - 3) if _is_pair(words, n)), 0)
    if not head[1] < verb < pair:
        return {}
    first = head[0] - (head[0] > 0 and lower[head[0] - 1] == "by")
    mark = Item("^", first, head[1] + 1, "growth")
    periods = tuple(_year(words[n], n) for n in (pair + 1, pair + 3))
    return {first: (head[1] + 1, (mark,)), verb: (verb + 1, ()), pair: (pair + 4, periods)}


def _is_pair(words: Sequence[Word], at: int) -> bool:
    years = (words[at + 1].number, words[at + 3].number)
    return (words[at].lower, words[at + 2].lower) in _PAIRS and all(
        y in RECENT_YEARS for y in years
    )


def _year(word: Word, place: int) -> Item:
    year = int(word.number or 0)
    span = TimeSpan(
        at=word.at, until=word.until, words=word.text, start=dt.date(year, 1, 1),
        end=dt.date(year + 1, 1, 1), grain="year", comparison=1,
    )  # fmt: skip
    return Item("D", place, place + 1, word.text, span)

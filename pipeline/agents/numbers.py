"""The number check: whether a sentence cites only numbers that stand in the result."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation

from pipeline.result import Cell
from pipeline.state import Fetched

_NUMBER = re.compile(r"(?<![\w.])[-\u2212]?\d[\d,.]*\d|(?<![\w.])[-\u2212]?\d")
_WORD = re.compile(r"[a-z]+")
_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)  # fmt: skip
_WORDS = {word: Decimal(value) for value, word in enumerate(_SMALL)}
# They make another number of the one beside them, or a number of their own: none is in a result.
_MAKES_NUMBERS = frozenset((
    "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "hundreds",
    "thousand", "thousands", "million", "millions", "billion", "billions", "trillion", "dozen",
    "dozens", "half", "halved", "double", "doubled", "triple", "tripled", "quadruple", "twice",
    "thrice",
))  # fmt: skip
_SUFFIX = re.compile(r"\d\s?(k|m|mn|bn|b)\b", re.IGNORECASE)
# "one of them" says no number.
_HARMLESS = frozenset({"one"})


def cites_only(text: str, fetched: Fetched) -> bool:
    """Whether every number of the text, in digits or words, occurs in the result."""
    words = _WORD.findall(text.lower())
    if _MAKES_NUMBERS & set(words) or _SUFFIX.search(text):
        return False
    known = set(_numbers_of(fetched))
    if any(_WORDS[word] not in known for word in words if word in _WORDS and word not in _HARMLESS):
        return False
    return all(_occurs(written, known) for written in _NUMBER.findall(text))


def _numbers_of(fetched: Fetched) -> Iterator[Decimal]:
    yield Decimal(len(fetched.rows))
    for row in fetched.rows:
        for cell in row:
            yield from _numbers_in(cell)


def _numbers_in(cell: Cell) -> Iterable[Decimal]:
    match cell:
        case bool() | None:
            return ()
        case int() | float():
            return _parsed(str(cell))
        case str():
            # 2026-03-05 is a year, a month and a day, also where it is written as 5 March 2026.
            return [n for part in re.findall(r"\d[\d.]*", cell) for n in _parsed(part.strip("."))]


def _parsed(text: str) -> tuple[Decimal, ...]:
    try:
        value = Decimal(text)
    except InvalidOperation:
        return ()
    return (value,) if value.is_finite() else ()


def _occurs(written: str, known: set[Decimal]) -> bool:
    """Equal to a number of the result, or to one rounded to the decimals that are written."""
    found = _parsed(written.replace("\u2212", "-").replace(",", ""))
    if not found:
        return False
    value = found[0]
    if value in known:
        return True
    places = -int(value.as_tuple().exponent)
    return places > 0 and any(round(one, places) == value for one in known)

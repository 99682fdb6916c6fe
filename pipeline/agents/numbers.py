"""The number check: whether a sentence cites only numbers that stand in the result."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation

from pipeline.result import Cell
from pipeline.state import Fetched

_NUMBER = re.compile(r"(?<![\w.])[-\u2212]?\d[\d,.]*\d|(?<![\w.])[-\u2212]?\d")
_DAY = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?!\d)")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
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
    days = set(_days_of(fetched))
    text = _without_days(text, days)
    known = set(_numbers_of(fetched)) | {Decimal(day[:4]) for day in days}
    if any(_WORDS[word] not in known for word in words if word in _WORDS and word not in _HARMLESS):
        return False
    return all(_occurs(written, known) for written in _NUMBER.findall(text))


def _days_of(fetched: Fetched) -> Iterator[str]:
    """The days and months that stand in the result, as ISO text."""
    for row in fetched.rows:
        for cell in row:
            if isinstance(cell, str):
                yield from _DAY.findall(cell)


def _without_days(text: str, days: set[str]) -> str:
    """The text without the days of the result, however they are written."""
    forms = sorted((form for day in days for form in _written(day)), key=len, reverse=True)
    for form in forms:
        text = re.sub(rf"(?<!\w){re.escape(form)}(?![\w-])", " ", text, flags=re.IGNORECASE)
    return text


def _written(day: str) -> Iterator[str]:
    yield day
    year, month, *rest = (int(part) for part in day.split("-"))
    if not 1 <= month <= len(_MONTHS):
        return
    long = _MONTHS[month - 1]
    for name in (long, long[:3]):
        yield f"{name} {year}"
        for number in rest:
            yield from (f"{number} {name} {year}", f"{name} {number}, {year}")
            yield from (f"{number} {name}", f"{name} {number}")


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
            rest = _DAY.sub(" ", cell)
            return [n for part in re.findall(r"\d[\d.]*", rest) for n in _parsed(part.strip("."))]


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

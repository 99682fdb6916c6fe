"""Months that tables without dates keep beside a year: as numbers or by their names."""

import calendar
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.catalog import Column, Kind, Table
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import lemmas_of, name_words

_LAST, _SHORT, _LAST_DAY = 12, 3, 31
_NAMES = tuple(calendar.month_name)[1:]
# When something ends or was born is not when the row came about.
_OTHER_MONTHS = frozenset(
    ("expiry", "expiration", "expires", "exp", "birth", "born", "dob", "valid", "due", "end",
     "built", "model", "fiscal", "start", "founded", "death")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Months:
    """The columns of a table that keep year and month, and the day where one does.

    `written` are the twelve months as they are stored; none where they are numbers.
    """

    year: str
    month: str
    day: str = ""
    written: tuple[str, ...] = ()


def months_of(table: Table) -> Months | None:
    """The year and the month that rows are of, where they keep these apart and no date."""
    if any(column.kind.is_dated for column in table.columns):
        return None
    parts = {
        part: [c for c in table.columns if _is_part(c, part, table)]
        for part in ("year", "month", "day")
    }
    if len(parts["year"]) != 1 or len(parts["month"]) != 1:
        return None
    year, month = parts["year"][0], parts["month"][0]
    written = written_months(month)
    if _beside(year) != _beside(month) or written is None or not _holds(year, 1000, 3000):
        return None
    days = [c for c in parts["day"] if _holds(c, 1, _LAST_DAY) and _beside(c) == _beside(year)]
    return Months(year.name, month.name, days[0].name if len(days) == 1 else "", written)


def written_months(column: Column) -> tuple[str, ...] | None:
    """The twelve months as a column writes them: none where it numbers them, None for no months."""
    if column.kind.is_number:
        return () if _holds(column, 1, _LAST) else None
    known = [value for value in column.values if value]
    if column.kind is not Kind.TEXT or not known or not column.complete:
        return None
    styles = _styles() if "month" in expanded(name_words(column.name)) else _in_words()
    return next((style for style in styles if set(known) <= set(style)), None)


def _styles() -> Sequence[tuple[str, ...]]:
    """Also as digits, which may be any numbers but in a column that is called a month."""
    digits = [tuple(f"{n:02}" for n in range(1, _LAST + 1))]
    return (*_in_words(), *digits, tuple(str(n) for n in range(1, _LAST + 1)))


def _in_words() -> Sequence[tuple[str, ...]]:
    plain = [_NAMES, tuple(name[:_SHORT] for name in _NAMES)]
    cased = [tuple(map(case, names)) for names in plain for case in (str.lower, str.upper)]
    return (*plain, *cased)


def _is_part(column: Column, part: str, table: Table) -> bool:
    """`checkup_month` of checkups, `month`: no month in which something else took place."""
    words = expanded(name_words(column.name))
    own = {*lemmas_of(table.name), *words[:-1]}
    told = words[-1:] == (part,) and not _OTHER_MONTHS & {*words, *name_words(column.name)}
    return told and len(words) <= len(own) + 1


def _beside(column: Column) -> tuple[str, ...]:
    """What a column is called beside its unit: `in` of `in_yr` and `in_mo`."""
    return name_words(column.name)[:-1]


def _holds(column: Column, low: int, high: int) -> bool:
    ends = [column.low, column.high]
    if column.kind is Kind.TEXT:
        ends = [*column.values] or [None]
    numbers = [float(text) for text in ends if text and text.replace(".", "", 1).isdigit()]
    return len(numbers) == len(ends) and all(low <= number <= high for number in numbers)

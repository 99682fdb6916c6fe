"""Labels of rows, written for people: the periods of a column, and a name kept in two columns."""

import datetime as dt
import re
from collections.abc import Sequence

from pipeline.result import Cell

_MIDNIGHT = re.compile(r"(\d{4}-\d{2})(-\d{2}([ T]00:00(:00(\.0+)?)?)?)?")
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_WEEK = "week"
_PARTS_OF_A_NAME = ("first", "last")


# Numbers that name something are written as they are: no thousands separators in a year or an id.
_NAMING = re.compile(r"(^|_|\s)(id|year|code|number|no|zip|postcode|phone|key)$", re.IGNORECASE)


def names_something(column: str) -> bool:
    """Whether the numbers of such a column are names: ids, years, codes."""
    return _NAMING.search(column) is not None


def periods(column: str, values: Sequence[Cell]) -> tuple[str, ...] | None:
    """The weeks, months, quarters or years that a column of their first days means, as texts.

    None if it means none. A week is written by its first day; a quarter by its months, because not
    everybody's year begins in January.
    """
    found = first_days(column, values)
    if found is None:
        return None
    unit, days = found
    return tuple("" if day is None else _period(day, unit) for day in days)


def first_days(
    column: str, values: Sequence[Cell]
) -> tuple[str, tuple[dt.date | None, ...]] | None:
    """The unit (week, month, quarter, year) of such a column, and each row's first day."""
    words = re.split(r"[\W_]+", column.lower())
    unit = words[-1] or words[0]
    if unit not in (_WEEK, *_MONTHS) or not values:
        return None
    length = _MONTHS.get(unit)
    days = tuple(_day(value) for value in values)
    if any(day is None and value is not None for day, value in zip(days, values, strict=True)):
        return None
    known = [day for day in days if day is not None]
    if length is None:
        return (unit, days) if len({day.weekday() for day in known}) == 1 else None
    begin = all(day.day == 1 and (day.month - 1) % length == 0 for day in known)
    return (unit, days) if begin else None


def end_of(day: dt.date, unit: str) -> dt.date:
    """The day after the period of that unit which begins on this day."""
    if unit == _WEEK:
        return day + dt.timedelta(days=7)
    months = day.month - 1 + _MONTHS[unit]
    return dt.date(day.year + months // 12, months % 12 + 1, 1)


def _day(value: Cell) -> dt.date | None:
    found = _MIDNIGHT.fullmatch(value) if isinstance(value, str) else None
    try:
        return dt.date.fromisoformat(f"{found[1]}{(found[2] or '-01')[:3]}") if found else None
    except ValueError:
        return None


def _period(day: dt.date, unit: str) -> str:
    if unit == _WEEK:
        return f"{day.day} {day:%b %Y}"
    if unit == "year":
        return f"{day:%Y}"
    if unit == "month":
        return f"{day:%b %Y}"
    return f"{day:%b} - {day.replace(month=day.month + _MONTHS[unit] - 1):%b %Y}"


def joined(columns: Sequence[str], texts: Sequence[str]) -> str:
    """What several label columns say of one row: a first and a last name are one name."""
    words = [column.lower().replace("_", "").removesuffix("name") for column in columns]
    if tuple(words[:2]) == _PARTS_OF_A_NAME:
        return ", ".join((" ".join(texts[:2]), *texts[2:]))
    return ", ".join(texts)

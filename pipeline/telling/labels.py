"""Labels of rows, written for people: the periods of a column, and a name kept in two columns."""

import datetime as dt
import re
from collections.abc import Sequence

from pipeline.result import Cell

_MIDNIGHT = re.compile(r"(\d{4}-\d{2})(-\d{2}([ T]00:00(:00(\.0+)?)?)?)?")
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_PARTS_OF_A_NAME = ("first", "last")


# Numbers that name something are written as they are: no thousands separators in a year or an id.
_NAMING = re.compile(r"(^|_|\s)(id|year|code|number|no|zip|postcode|phone|key)$", re.IGNORECASE)


def names_something(column: str) -> bool:
    """Whether the numbers of such a column are names: ids, years, codes."""
    return _NAMING.search(column) is not None


def periods(column: str, values: Sequence[Cell]) -> tuple[str, ...] | None:
    """The months, quarters or years that a column of their first days means; None if it does not.

    A quarter is written by its months, because not everybody's year begins in January.
    """
    words = re.split(r"[\W_]+", column.lower())
    length = _MONTHS.get(words[-1] or words[0])
    if length is None or not values:
        return None
    days = [_day(value) for value in values]
    if not all(day is None or (day.day == 1 and (day.month - 1) % length == 0) for day in days):
        return None
    if any(day is None and value is not None for day, value in zip(days, values, strict=True)):
        return None
    return tuple("" if day is None else _period(day, length) for day in days)


def _day(value: Cell) -> dt.date | None:
    found = _MIDNIGHT.fullmatch(value) if isinstance(value, str) else None
    try:
        return dt.date.fromisoformat(f"{found[1]}{(found[2] or '-01')[:3]}") if found else None
    except ValueError:
        return None


def _period(day: dt.date, length: int) -> str:
    if length == _MONTHS["year"]:
        return f"{day:%Y}"
    if length == _MONTHS["month"]:
        return f"{day:%b %Y}"
    return f"{day:%b} - {day.replace(month=day.month + length - 1):%b %Y}"


def joined(columns: Sequence[str], texts: Sequence[str]) -> str:
    """What several label columns say of one row: a first and a last name are one name."""
    words = [column.lower().replace("_", "").removesuffix("name") for column in columns]
    if tuple(words[:2]) == _PARTS_OF_A_NAME:
        return ", ".join((" ".join(texts[:2]), *texts[2:]))
    return ", ".join(texts)

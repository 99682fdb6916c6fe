"""Labels of rows, written for people: the periods of a column, and a name kept in two columns."""

import datetime as dt
import re
from collections.abc import Sequence

from pipeline.result import Cell

_MIDNIGHT = re.compile(r"(\d{4}-\d{2})(-\d{2}([ T]00:00(:00(\.0+)?)?)?)?")
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_YEAR, _SOME_YEAR = 12, 2000
_WEEK = "week"
_GIVEN = ("first", "given", "fore")
_NAME_PART = re.compile(r"(.*?)(first|given|fore|last|sur|family)(?:name)?")


# Numbers that name something are written as they are: no thousands separators in a year or an id.
_NAMING = re.compile(r"(^|_|\s)(id|year|code|number|no|zip|postcode|phone|key)$", re.IGNORECASE)
_GLUED = re.compile(r"(?<=[a-z0-9])(I[dD]|Year|Code|Number|No|Zip|Key)$")
# Units of time by their place: in every year, or in the period that they are part of.
_IN_A_YEAR = {"month_of_year": 1, "quarter_of_year": 3}
_IN_A_PERIOD = re.compile(r"(day|week|month|quarter|year)_number")


def names_something(column: str) -> bool:
    """Whether the numbers of such a column are names: ids, years, codes."""
    return _NAMING.search(column) is not None or _GLUED.search(column) is not None


def periods(column: str, values: Sequence[Cell]) -> tuple[str, ...] | None:
    """The weeks, months, quarters or years that a column of their first days means, as texts.

    None if it means none. A week is written by its first day; a quarter by its months, because not
    everybody's year begins in January. Units of no certain year are written without one.
    """
    found = first_days(column, values)
    if found is None:
        return _places(column.lower(), values)
    unit, days = found
    return tuple("" if day is None else _period(day, unit) for day in days)


def _places(column: str, values: Sequence[Cell]) -> tuple[str, ...] | None:
    """Months and quarters of every year by their months; units of a period by their number."""
    length, counted = _IN_A_YEAR.get(column, 0), _IN_A_PERIOD.fullmatch(column)
    numbers = tuple(_whole(value) for value in values)
    written = tuple(value for value in values if value is not None)
    if not (length or counted) or sum(number is not None for number in numbers) < len(written):
        return None
    if counted:
        unit = counted[1].capitalize()
        return tuple("" if number is None else f"{unit} {number}" for number in numbers)
    if not all(1 <= number <= _YEAR // length for number in numbers if number is not None):
        return None
    return tuple("" if n is None else _months((n - 1) * length + 1, length) for n in numbers)


def _whole(value: Cell) -> int | None:
    if isinstance(value, int | float) and float(value).is_integer():
        return int(value)
    return int(value) if isinstance(value, str) and value.isdecimal() else None


def _months(first: int, length: int) -> str:
    names = [f"{dt.date(_SOME_YEAR, month, 1):%b}" for month in (first, first + length - 1)]
    return " - ".join(dict.fromkeys(names))


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


def whole_names(columns: Sequence[str]) -> dict[int, int]:
    """Where a person's first name stands, and where the last name that goes with it does."""
    parts = [_part_of_a_name(column) for column in columns]
    return {
        first: parts.index(("last", of))
        for first, (part, of) in enumerate(parts)
        if part == "first" and ("last", of) in parts
    }


def _part_of_a_name(column: str) -> tuple[str, str]:
    """`customer_last_name` is the last name of a customer."""
    found = _NAME_PART.fullmatch("".join(letter for letter in column.lower() if letter.isalpha()))
    if found is None:
        return "", ""
    return ("first" if found[2] in _GIVEN else "last"), found[1]


def joined(columns: Sequence[str], texts: Sequence[str]) -> str:
    """What several label columns say of one row: a first and a last name are one name."""
    whole = whole_names(columns)
    names = [
        f"{text} {texts[whole[at]]}" if at in whole else text
        for at, text in enumerate(texts)
        if at not in whole.values()
    ]
    return ", ".join(names)

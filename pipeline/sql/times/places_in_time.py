"""Which day, week, month, quarter or year of a period a date falls in, in each dialect."""

import datetime as dt
from collections.abc import Callable, Sequence

from sqlglot import exp

from pipeline.sql.times.grains import calendar_number, days_between, truncated

_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_DAYS = {"day": 1, "week": 7}
UNITS = frozenset((*_MONTHS, *_DAYS))
_FIRST = dt.date(2000, 1, 1)


def unit_number(day: dt.date, unit: str) -> int:
    """The number of a day's unit since a fixed one: the next unit has the next number.

    Weeks begin anywhere: their days are numbered.
    """
    if unit in _MONTHS:
        return (day.year * 12 + day.month - 1) // _MONTHS[unit]
    return (day - _FIRST).days


def holds_several(start: dt.date, end: dt.date, unit: str) -> bool:
    """Whether a half-open range of days holds days of more than one such unit."""
    last = end - dt.timedelta(days=1)
    return unit_number(last, unit) - unit_number(start, unit) >= _DAYS.get(unit, 1)


def place_since(
    column: exp.Expr,
    unit: str,
    starts: Sequence[dt.date],
    since: Callable[[dt.date], exp.Expr],
    dialect: str,
) -> exp.Expr:
    """The place of a row's unit among those since the latest of the starts before it.

    `starts` are the latest first, `since` is the condition of rows from a day on. A week is seven
    days from a start on, so that the first weeks of two periods are as long as each other.
    """
    numbers = [unit_number(start, unit) for start in starts]
    before: exp.Expr = exp.Literal.number(numbers[-1])
    if len(set(numbers)) > 1:
        case = exp.Case()
        for start, number in zip(starts[:-1], numbers[:-1], strict=True):
            case = case.when(since(start), exp.Literal.number(number))
        before = case.else_(before)
    passed: exp.Expr = exp.Sub(this=_number(column, unit, dialect), expression=before)
    passed = exp.cast(passed, "int")
    if unit == "week":
        passed = exp.IntDiv(this=passed, expression=exp.Literal.number(_DAYS[unit]))
    return exp.Add(this=passed, expression=exp.Literal.number(1))


def _number(column: exp.Expr, unit: str, dialect: str) -> exp.Expr:
    """What `unit_number` gives for the days of a column."""
    if unit in _DAYS:
        written = exp.Literal.string(_FIRST.isoformat())
        first = written if dialect == "sqlite" else exp.cast(written, "date")
        return days_between(first, truncated(column, "day", dialect), dialect)
    year = calendar_number(column, "year", dialect)
    if unit == "year":
        return year
    years = exp.Mul(this=year, expression=exp.Literal.number(12 // _MONTHS[unit]))
    part = calendar_number(column.copy(), unit, dialect)
    return exp.Sub(this=exp.Add(this=years, expression=part), expression=exp.Literal.number(1))

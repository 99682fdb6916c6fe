"""Periods over a year and a month that are kept apart, as SQL."""

import datetime as dt
from collections.abc import Callable

from sqlglot import exp

from pipeline.rules.schema.month_columns import Months
from pipeline.rules.schema.operators import literal

_LAST, _YEAR, _MONTH = 12, 10_000, 100


def in_months(
    months: Months,
    read: Callable[[str], exp.Expr],
    start: dt.date | None,
    end: dt.date | None,
    year: Callable[[int], exp.Expr],
) -> exp.Expr:
    """The rows of a half-open range of days; `read` writes a column, `year` a year it keeps."""
    if not _is_whole(start) or not _is_whole(end):
        return _by_day(months, read, start, end)
    column, last = read(months.year), end - dt.timedelta(days=1) if end else None
    if start and last and start.year == last.year:
        this = exp.EQ(this=column, expression=year(start.year))
        return exp.and_(this, *_months(months, read, start.month, last.month))
    parts: list[exp.Expr] = []
    low, high = (start.year if start else None), (last.year if last else None)
    if start and start.month > 1:
        this = exp.EQ(this=column.copy(), expression=year(start.year))
        parts.append(exp.and_(this, *_months(months, read, start.month, _LAST)))
        low = start.year + 1
    if last and last.month < _LAST:
        this = exp.EQ(this=column.copy(), expression=year(last.year))
        parts.append(exp.and_(this, *_months(months, read, 1, last.month)))
        high = last.year - 1
    bounds: list[exp.Expr] = []
    if low is not None and (high is None or low <= high):
        bounds.append(exp.GTE(this=column.copy(), expression=year(low)))
    if high is not None and (low is None or low <= high):
        bounds.append(exp.LTE(this=column.copy(), expression=year(high)))
    parts += [exp.and_(*bounds)] if bounds else []
    return exp.paren(exp.or_(*parts)) if len(parts) > 1 else parts[0]


def month_number(column: exp.Expr, written: tuple[str, ...]) -> exp.Expr:
    """The number of a month that is kept as such, or by its name."""
    if not written:
        return column
    named = exp.Case(this=column)
    for place, name in enumerate(written, 1):
        named = named.when(literal(name), literal(place))
    return named


def _is_whole(day: dt.date | None) -> bool:
    return day is None or day.day == 1


def _months(
    months: Months, read: Callable[[str], exp.Expr], first: int, last: int
) -> list[exp.Expr]:
    """The months from one to another; nothing where these are all."""
    if (first, last) == (1, _LAST):
        return []
    column = read(months.month)
    if months.written:
        names = [literal(name) for name in months.written[first - 1 : last]]
        if len(names) == 1:
            return [exp.EQ(this=column, expression=names[0])]
        return [exp.In(this=column, expressions=names)]
    if first == last:
        return [exp.EQ(this=column, expression=literal(first))]
    return [exp.Between(this=column, low=literal(first), high=literal(last))]


def _by_day(
    months: Months,
    read: Callable[[str], exp.Expr],
    start: dt.date | None,
    end: dt.date | None,
) -> exp.Expr:
    """Year, month and day as one number, 20250307, against those of the first and last day."""
    year = exp.Mul(this=exp.cast(read(months.year), "int"), expression=literal(_YEAR))
    month = exp.Mul(
        this=month_number(read(months.month), months.written), expression=literal(_MONTH)
    )
    day = exp.Add(this=exp.Add(this=year, expression=month), expression=read(months.day))
    bounds: list[exp.Expr] = []
    if start:
        bounds.append(exp.GTE(this=exp.paren(day), expression=literal(_number(start))))
    if end:
        bounds.append(exp.LT(this=exp.paren(day.copy()), expression=literal(_number(end))))
    return exp.and_(*bounds)


def _number(day: dt.date) -> int:
    return day.year * _YEAR + day.month * _MONTH + day.day

"""Conditions on a date column as regions of time: sets of half-open ranges, or not known."""

import datetime as dt
import re
from collections.abc import Callable, Iterable

from sqlglot import exp

from pipeline.sql.contract.date_constants import midnight, shifted, truncated
from pipeline.sql.contract.time_columns import TimeColumn

Range = tuple[dt.datetime, dt.datetime]
Region = tuple[Range, ...]

EARLIEST = midnight(1, 1, 1)
LATEST = midnight(9999, 12, 31)
ALWAYS: Region = ((EARLIEST, LATEST),)
_INSTANT = dt.timedelta(microseconds=1)
_FLIPPED = {exp.GT: exp.LT, exp.GTE: exp.LTE, exp.LT: exp.GT, exp.LTE: exp.GTE, exp.EQ: exp.EQ}
_GRAIN_OF_FORMAT = {
    "%Y": "year",
    "%Y-%m": "month",
    "%Y-%m-01": "month",
    "%Y%m": "month",
    "%Y-%m-%d": "day",
    "%Y%m%d": "day",
}
_MONTHS_OF_QUARTER = {1: (1, 2, 3), 2: (4, 5, 6), 3: (7, 8, 9), 4: (10, 11, 12)}
_LAST_MONTH = 12
_WHOLE = re.compile(r"\d{1,4}")


def region_of(condition: exp.Expr, column: TimeColumn) -> Region | None:
    """The times for which a condition can hold; None when that is not known."""
    condition = condition.unnest()
    if isinstance(condition, exp.And | exp.Or):
        return _combined(condition, column)
    if isinstance(condition, exp.Between):
        low = _compared(exp.GTE, condition.this, condition.args["low"], column)
        high = _compared(exp.LTE, condition.this, condition.args["high"], column)
        return None if low is None or high is None else intersection(low, high)
    if isinstance(condition, exp.In) and condition.expressions:
        return _any_of(condition, column)
    kind = type(condition)
    if kind in _FLIPPED and column.is_in(condition.this):
        return _compared(kind, condition.this, condition.expression, column)
    if kind in _FLIPPED:
        return _compared(_FLIPPED[kind], condition.expression, condition.this, column)
    return None


def _combined(condition: exp.And | exp.Or, column: TimeColumn) -> Region | None:
    left, right = region_of(condition.left, column), region_of(condition.right, column)
    if left is None or right is None:
        return None
    return intersection(left, right) if isinstance(condition, exp.And) else union(left, right)


def _any_of(condition: exp.In, column: TimeColumn) -> Region | None:
    found: Region = ()
    for item in condition.expressions:
        one = _compared(exp.EQ, condition.this, item, column)
        if one is None:
            return None
        found = union(found, one)
    return found


def _compared(
    kind: type[exp.Expr], side: exp.Expr, value: exp.Expr, column: TimeColumn
) -> Region | None:
    local = column.in_local_time()
    if local is not None and local.is_in(side):
        region = _compared_as(kind, side, value, local)
        return None if region is None else _stored(region, local)
    return _compared_as(kind, side, value, column)


def _stored(region: Region, local: TimeColumn) -> Region:
    """A region of local time in the column's own."""
    return tuple(
        (
            start if start == EARLIEST else local.stored(start),
            end if end == LATEST else local.stored(end),
        )
        for start, end in region
    )


def _compared_as(
    kind: type[exp.Expr], side: exp.Expr, value: exp.Expr, column: TimeColumn
) -> Region | None:
    grain = grain_of(side, column)
    if grain in {"month of year", "quarter of year"}:
        return _of_year(kind, grain, value)
    moment = _moment(value, grain, column)
    if grain is None or moment is None:
        return None
    return _range_region(kind, grain, moment)


def _moment(value: exp.Expr, grain: str | None, column: TimeColumn) -> dt.datetime | None:
    value = value.unnest()
    text = value.name if isinstance(value, exp.Literal) else ""
    if grain == "year" and _WHOLE.fullmatch(text) and int(text) > 0:
        return midnight(int(text), 1, 1)
    if grain == "month" and re.fullmatch(r"\d{4}-?(0[1-9]|1[0-2])", text):
        return midnight(int(text[:4]), int(text[-2:]), 1)
    return column.constant(value)


def _range_region(kind: type[exp.Expr], grain: str, moment: dt.datetime) -> Region:
    floor, after = moment, moment + _INSTANT
    if grain != "instant":
        floor = truncated(moment, grain)
        after = shifted(floor, 1, grain)
    at_or_after = floor if floor == moment else after
    if kind is exp.EQ:
        return ((floor, after),) if floor == moment else ()
    if kind is exp.GTE:
        return ((at_or_after, LATEST),)
    if kind is exp.GT:
        return ((after, LATEST),)
    if kind is exp.LT:
        return ((EARLIEST, at_or_after),)
    return ((EARLIEST, after),)


def _of_year(kind: type[exp.Expr], grain: str, value: exp.Expr) -> Region | None:
    text = value.unnest().name
    if kind is not exp.EQ or not _WHOLE.fullmatch(text):
        return None
    number = int(text)
    months = (number,) if grain == "month of year" else _MONTHS_OF_QUARTER.get(number, ())
    if not months or not 1 <= min(months) <= max(months) <= _LAST_MONTH:
        return None
    ranges = []
    for year in range(1900, 2101):
        start = midnight(year, months[0], 1)
        ranges.append((start, shifted(start, len(months), "month")))
    return tuple(ranges)


def grain_of(side: exp.Expr, column: TimeColumn) -> str | None:
    """To what the column is cut down in an expression: instant, day, month ... or not known."""
    side = side.unnest()
    if column.is_column(side):
        return "day" if column.whole_days else "instant"
    if not column.is_in(side):
        return None
    read = next((read for kinds, read in _CUTS if isinstance(side, kinds)), None)
    return (read(side, column) if read else None) or column.grain_written(side)


def _trunc_grain(side: exp.Expr, column: TimeColumn) -> str | None:
    return _finer(grain_of(side.this, column), str(side.args["unit"].name).lower())


def _format_grain(side: exp.Expr, column: TimeColumn) -> str | None:
    wanted = _GRAIN_OF_FORMAT.get(side.args["format"].name)
    return _finer(grain_of(side.this, column), wanted) if wanted else None


def _call_grain(side: exp.Expr, column: TimeColumn) -> str | None:
    plain = side.name.lower() == "datetime" and len(side.expressions) == 1
    return grain_of(side.expressions[0], column) if plain else None


def _same_grain(side: exp.Expr, column: TimeColumn) -> str | None:
    return grain_of(side.this, column)


def _part(side: exp.Expr, column: TimeColumn) -> str | None:
    inner = side.expression if isinstance(side, exp.Extract) else side.this
    part = side.name.lower() if isinstance(side, exp.Extract) else side.key
    if inner is None or grain_of(inner, column) not in {"instant", "day"}:
        return None
    return {"year": "year", "month": "month of year", "quarter": "quarter of year"}.get(part)


def _cast_grain(side: exp.Expr, column: TimeColumn) -> str | None:
    inner = grain_of(side.this, column)
    to = side.args.get("to") if isinstance(side, exp.Cast) else None
    if to is not None and to.is_type(*exp.DataType.INTEGER_TYPES, *exp.DataType.TEXT_TYPES):
        return inner if inner == "year" or to.is_type(*exp.DataType.TEXT_TYPES) else None
    is_day = to is None or to.is_type(exp.DataType.Type.DATE)
    if is_day and not isinstance(side, exp.TsOrDsToTimestamp):
        return _finer(inner, "day")
    return inner


def _finer(inner: str | None, wanted: str) -> str | None:
    """Cutting down twice is to the coarser of the two, where that nests."""
    order = ["instant", "day", "month", "quarter", "year"]
    if inner == "instant" or (inner == "day" and wanted == "week"):
        return wanted if wanted in {*order, "week", "hour"} else None
    if inner in order and wanted in order:
        return order[max(order.index(inner), order.index(wanted))]
    return None


def intersection(one: Region, other: Region) -> Region:
    """The times in both regions."""
    found = [
        (max(low, start), min(high, end))
        for low, high in one
        for start, end in other
        if max(low, start) < min(high, end)
    ]
    return _merged(found)


def union(one: Region, other: Region) -> Region:
    """The times in either region."""
    return _merged([*one, *other])


def _merged(ranges: Iterable[Range]) -> Region:
    found: list[Range] = []
    for low, high in sorted(ranges):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return tuple(found)


_CUTS: tuple[
    tuple[tuple[type[exp.Expr], ...], Callable[[exp.Expr, TimeColumn], str | None]], ...
] = (
    ((exp.Year, exp.Month, exp.Quarter, exp.Extract), _part),
    ((exp.DateTrunc, exp.TimestampTrunc, exp.DatetimeTrunc), _trunc_grain),
    ((exp.TimeToStr,), _format_grain),
    ((exp.Cast, exp.TsOrDsToDate, exp.Date, exp.TsOrDsToTimestamp), _cast_grain),
    ((exp.Anonymous,), _call_grain),
    ((exp.TimeStrToTime, exp.TsOrDsToDateStr, exp.TsOrDsToDatetime), _same_grain),
)

"""Local time as SQL: the bounds of a local day in a column's own time, and a column in local time.

Bounds are converted and not the column, so that an index still serves. Engines that know time
zones by name are asked by name; for the others the offsets of each stretch of time are written out.
"""

import datetime as dt
from functools import cache
from zoneinfo import ZoneInfo

from sqlglot import exp

from knowledge.catalog import Clock, Column

_BY_NAME = frozenset(("postgres", "duckdb"))
_DAY = dt.timedelta(days=1)
_MINUTE = dt.timedelta(minutes=1)
_END = dt.datetime(dt.MAXYEAR, 1, 1)  # noqa: DTZ001 - moments of a column carry no zone
_YEARS_AHEAD = 3
_OLDEST = 1970
_NEWEST = 2037


def first_moment(day: dt.date, column: Column, dialect: str) -> exp.Expr:
    """The first moment of a local day, as a constant in the column's own time."""
    clock = _clock_of(column)
    if dialect in _BY_NAME:
        local = exp.cast(_text(day.isoformat()), "timestamp")
        moment = exp.AtTimeZone(this=local, zone=_text(clock.local))
        return moment if clock.instant else exp.AtTimeZone(this=moment, zone=_text(clock.stored))
    stored = stored_moment(dt.datetime.combine(day, dt.time()), clock)
    if dialect == "sqlite":
        return _text(stored.isoformat(sep=_separator(column), timespec="seconds"))
    text = stored.isoformat(sep=" ", timespec="seconds")
    return exp.cast(_text(f"{text}+00:00"), "timestamptz") if clock.instant else _stamp(text)


def stored_moment(local: dt.datetime, clock: Clock) -> dt.datetime:
    """A local moment in the time of the column. Both are without a zone."""
    known = local.replace(tzinfo=ZoneInfo(clock.local))
    return known.astimezone(ZoneInfo(clock.stored)).replace(tzinfo=None)


def zone_named(name: str) -> ZoneInfo | None:
    """The time zone of that IANA name, if there is one."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return None


def in_local_time(moment: exp.Expr, column: Column, dialect: str) -> exp.Expr:
    """An expression of the column's values in local time."""
    clock = _clock_of(column)
    here, there = _text(clock.local), _text(clock.stored)
    if dialect in _BY_NAME:
        known = moment if clock.instant else exp.AtTimeZone(this=moment, zone=there)
        return exp.AtTimeZone(this=known, zone=here)
    if dialect == "trino":
        known = moment if clock.instant else _call("WITH_TIMEZONE", moment, there)
        return _call("AT_TIMEZONE", known, here)
    if dialect == "bigquery":
        known = moment if clock.instant else _call("TIMESTAMP", moment, there)
        return _call("DATETIME", known, here)
    if dialect == "snowflake" and clock.instant:
        return _call("CONVERT_TIMEZONE", here, moment)
    if dialect in ("snowflake", "databricks"):
        return _call("CONVERT_TIMEZONE", there, here, moment)
    if dialect == "tsql" and clock.instant:
        moment = _call("SWITCHOFFSET", moment, _text("+00:00"))
    return _moved(moment, column, clock, dialect)


def _moved(moment: exp.Expr, column: Column, clock: Clock, dialect: str) -> exp.Expr:
    """Each stretch of time moved by its own offset."""
    stretches = _stretches(clock, *_years_of(column))
    amounts = [_amount(offset, dialect) for _, offset in stretches]
    offset: exp.Expr = amounts[-1]
    if len(stretches) > 1:
        case = exp.Case()
        for (until, _), amount in zip(stretches[:-1], amounts, strict=False):
            earlier = exp.LT(this=moment.copy(), expression=_literal(until, column, dialect))
            case = case.when(earlier, amount)
        offset = case.else_(amounts[-1])
    if dialect == "sqlite":
        return _call("DATETIME", moment, offset)
    return exp.DateAdd(this=moment, expression=offset, unit=exp.var("MINUTE"))


def _amount(minutes: int, dialect: str) -> exp.Expr:
    if dialect == "sqlite":
        return _text(f"{minutes:+d} minutes")
    number: exp.Expr = exp.Literal.number(abs(minutes))
    return number if minutes >= 0 else exp.Neg(this=number)


@cache
def _stretches(clock: Clock, first: int, last: int) -> tuple[tuple[dt.datetime, int], ...]:
    """Until which stored moment the local time is so many minutes ahead; the last has no end."""
    found: list[tuple[dt.datetime, int]] = []
    at, end = dt.datetime(first, 1, 1, tzinfo=dt.UTC), dt.datetime(last + 1, 1, 1, tzinfo=dt.UTC)
    while at < end:
        if _ahead(at + _DAY, clock) != _ahead(at, clock):
            changed = _change(at, clock).astimezone(ZoneInfo(clock.stored))
            found.append((changed.replace(tzinfo=None), _ahead(at, clock)))
        at += _DAY
    return (*found, (_END, _ahead(end, clock)))


def _change(day: dt.datetime, clock: Clock) -> dt.datetime:
    """The minute of the day in which the clocks change."""
    before, after = 0, 24 * 60
    while after - before > 1:
        middle = (before + after) // 2
        same = _ahead(day + middle * _MINUTE, clock) == _ahead(day, clock)
        before, after = (middle, after) if same else (before, middle)
    return day + after * _MINUTE


def _ahead(at: dt.datetime, clock: Clock) -> int:
    """By how many minutes the local clock is ahead of the stored one."""
    local = at.astimezone(ZoneInfo(clock.local)).utcoffset() or dt.timedelta()
    stored = at.astimezone(ZoneInfo(clock.stored)).utcoffset() or dt.timedelta()
    return round((local - stored).total_seconds() / 60)


def _years_of(column: Column) -> tuple[int, int]:
    """The years that the column spans, and a few more for what is yet to come."""
    low, high = _year(column.low), _year(column.high)
    if low is None or high is None:
        return _OLDEST, _NEWEST
    return max(low, 1), min(high + _YEARS_AHEAD, dt.MAXYEAR - 2)


def _year(text: str | None) -> int | None:
    return int(text[:4]) if text and text[:4].isdigit() else None


def _literal(moment: dt.datetime, column: Column, dialect: str) -> exp.Expr:
    if dialect == "sqlite":
        return _text(moment.isoformat(sep=_separator(column), timespec="seconds"))
    return _stamp(moment.isoformat(sep=" ", timespec="seconds"))


def _separator(column: Column) -> str:
    """SQLite compares moments as texts: they must be written alike."""
    return "T" if "T" in (column.low or column.high or "") else " "


def _clock_of(column: Column) -> Clock:
    if column.clock is None:
        raise LookupError(column.name)
    return column.clock


def _call(name: str, *arguments: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this=name, expressions=list(arguments))


def _stamp(text: str) -> exp.Expr:
    return exp.cast(_text(text), "timestamp")


def _text(text: str) -> exp.Expr:
    return exp.Literal.string(text)

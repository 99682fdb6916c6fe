"""Constant dates in SQL: literals, casts of them, and arithmetic on them."""

import datetime as dt
import re
from collections.abc import Callable

from sqlglot import exp

_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_DAYS = {"day": 1, "week": 7}
_UNITS = frozenset({*_MONTHS, *_DAYS, "hour", "minute", "second"})
_ZULU = re.compile(r"(?:Z|[+-]00(?::?00)?)$")
_WRAPPERS = (
    exp.Cast,
    exp.Date,
    exp.Timestamp,
    exp.TsOrDsToDate,
    exp.TsOrDsToTimestamp,
    exp.TimeStrToTime,
    exp.DateStrToDate,
    exp.StrToDate,
)


def midnight(year: int, month: int = 1, day: int = 1) -> dt.datetime:
    """The first moment of a day; the moments of a catalog carry no zone."""
    return dt.datetime(year, month, day)  # noqa: DTZ001  compared with columns without a zone


def constant_moment(node: exp.Expr) -> dt.datetime | None:
    """The moment that a constant expression means; None when it is not a plain constant."""
    node = node.unnest()
    for kinds, reading in _READINGS:
        if isinstance(node, kinds):
            return reading(node)
    return None


def constant_number(node: exp.Expr) -> float | None:
    """The number that a literal is, also one cast to a type of numbers; None for anything else."""
    node = node.unnest()
    if isinstance(node, exp.Cast) and node.to.this in exp.DataType.NUMERIC_TYPES:
        node = node.this
    return float(node.name) if isinstance(node, exp.Literal) and not node.is_string else None


def _literal(node: exp.Expr) -> dt.datetime | None:
    return _parsed(node.name) if node.is_string else None


def _call(node: exp.Expr) -> dt.datetime | None:
    return _from_parts(node) if node.name.lower() == "make_date" else None


def _sum(node: exp.Expr) -> dt.datetime | None:
    interval = node.expression
    if not isinstance(interval, exp.Interval):
        return None
    sign = 1 if isinstance(node, exp.Add) else -1
    return _moved(node.this, interval.this, interval.args.get("unit"), sign)


def _later(node: exp.Expr) -> dt.datetime | None:
    unit = exp.var("month") if isinstance(node, exp.AddMonths) else node.args.get("unit")
    return _moved(node.this, node.expression, unit, 1)


def _earlier(node: exp.Expr) -> dt.datetime | None:
    return _moved(node.this, node.expression, node.args.get("unit"), -1)


def _wrapped(node: exp.Expr) -> dt.datetime | None:
    moment = constant_moment(node.this) if isinstance(node.this, exp.Expr) else None
    if moment is None or node.args.get("expressions") or node.args.get("zone"):
        return None
    days = isinstance(node, exp.Date | exp.TsOrDsToDate | exp.StrToDate)
    if isinstance(node, exp.Cast):
        days = node.to.is_type(exp.DataType.Type.DATE)
    return truncated(moment, "day") if days else moment


def _parsed(text: str) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(
            _ZULU.sub("", text) if "T" in text or ":" in text else text
        )
    except ValueError:
        return None


def _from_parts(node: exp.Expr) -> dt.datetime | None:
    named = [node.args.get(key) for key in ("year", "month", "day")]
    try:
        parts = [int(part.name) for part in node.expressions or named if part is not None]
        return midnight(*parts[:3])
    except (IndexError, ValueError, AttributeError):
        return None


def _moved(
    base: exp.Expr, amount: exp.Expr | None, unit: exp.Expr | None, sign: int
) -> dt.datetime | None:
    moment = constant_moment(base)
    words = f"{amount.name if amount is not None else ''} {unit.name if unit is not None else ''}"
    found = re.fullmatch(r"(-?\d+) (\w+?)s?", " ".join(words.lower().split()))
    if moment is None or found is None or found[2] not in _UNITS:
        return None
    return shifted(moment, sign * int(found[1]), found[2])


def shifted(moment: dt.datetime, count: int, unit: str) -> dt.datetime:
    """The moment so many units later; the day is kept within the month."""
    if unit in _MONTHS:
        months = moment.year * 12 + moment.month - 1 + count * _MONTHS[unit]
        year, month = divmod(months, 12)
        last = (dt.date(year + month // 11, (month + 1) % 12 + 1, 1) - dt.timedelta(days=1)).day
        return moment.replace(year=year, month=month + 1, day=min(moment.day, last))
    if unit in _DAYS:
        return moment + dt.timedelta(days=count * _DAYS[unit])
    return moment + dt.timedelta(**{f"{unit}s": count})


def truncated(moment: dt.datetime, unit: str) -> dt.datetime:
    """The first moment of the unit in which the moment lies."""
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if unit == "hour":
        return moment.replace(minute=0, second=0, microsecond=0)
    if unit == "week":
        return day - dt.timedelta(days=day.weekday())
    if unit == "month":
        return day.replace(day=1)
    if unit == "quarter":
        return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
    return day.replace(month=1, day=1) if unit == "year" else day


_READINGS: tuple[tuple[tuple[type[exp.Expr], ...], Callable[[exp.Expr], dt.datetime | None]], ...]
_READINGS = (
    ((exp.Literal,), _literal),
    ((exp.Anonymous,), _call),
    ((exp.DateFromParts,), _from_parts),
    (_WRAPPERS, _wrapped),
    ((exp.Add, exp.Sub), _sum),
    ((exp.DateAdd, exp.TsOrDsAdd, exp.TimestampAdd, exp.DatetimeAdd, exp.AddMonths), _later),
    ((exp.DateSub, exp.TimestampSub, exp.DatetimeSub), _earlier),
)

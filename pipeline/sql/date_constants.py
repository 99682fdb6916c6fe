"""Constant dates in SQL: literals, casts of them, and arithmetic on them."""

import datetime as dt
import re

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


def constant_moment(node: exp.Expr) -> dt.datetime | None:
    """The moment that a constant expression means; None when it is not a plain constant."""
    node = node.unnest()
    if isinstance(node, exp.Literal):
        return _parsed(node.name) if node.is_string else None
    if isinstance(node, exp.DateFromParts):
        return _from_parts(node)
    if isinstance(node, _WRAPPERS):
        return _wrapped(node)
    if isinstance(node, exp.Add | exp.Sub) and isinstance(node.expression, exp.Interval):
        sign = 1 if isinstance(node, exp.Add) else -1
        return _moved(node.this, node.expression.this, node.expression.args.get("unit"), sign)
    if isinstance(node, exp.DateAdd | exp.TsOrDsAdd | exp.TimestampAdd | exp.DatetimeAdd):
        return _moved(node.this, node.expression, node.args.get("unit"), 1)
    if isinstance(node, exp.DateSub | exp.TimestampSub | exp.DatetimeSub):
        return _moved(node.this, node.expression, node.args.get("unit"), -1)
    return None


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
        return dt.datetime.fromisoformat(_ZULU.sub("", text) if "T" in text or ":" in text else text)
    except ValueError:
        return None


def _from_parts(node: exp.DateFromParts) -> dt.datetime | None:
    try:
        parts = [int(node.args[key].name) for key in ("year", "month", "day")]
        return dt.datetime(parts[0], parts[1], parts[2])  # noqa: DTZ001  a date has no zone
    except (KeyError, ValueError, AttributeError):
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

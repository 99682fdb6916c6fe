"""Moments and intervals that a statement itself says, in seconds."""

import datetime as dt
import re

from sqlglot import exp

_UNITS = {
    "nanosecond": 1e-9,
    "microsecond": 1e-6,
    "millisecond": 1e-3,
    "second": 1.0,
    "sec": 1.0,
    "s": 1.0,
    "minute": 60.0,
    "min": 60.0,
    "hour": 3_600.0,
    "h": 3_600.0,
    "day": 86_400.0,
    "d": 86_400.0,
    "dd": 86_400.0,
    "week": 604_800.0,
    "isoweek": 604_800.0,
    "mon": 2_419_200.0,
    "month": 2_419_200.0,
    "quarter": 7_776_000.0,
    "year": 31_536_000.0,
    "yyyy": 31_536_000.0,
    "decade": 315_360_000.0,
    "century": 3_153_600_000.0,
}
_PART = re.compile(r"([+-]?\d+(?:\.\d+)?)\s*([a-zA-Z]+)")
_CLOCK = re.compile(r"(\d+):(\d+)(?::(\d+(?:\.\d+)?))?")
_MOMENT = re.compile(r"\d{4}-\d{1,2}-\d{1,2}")


def seconds_of_unit(unit: str) -> float | None:
    """How long a unit is, the shortest of its kind."""
    plain = unit.lower().strip("'\" ")
    return _UNITS.get(plain) or _UNITS.get(plain.removesuffix("s"))


def interval_seconds(text: str, unit: str = "") -> float | None:
    """How long `1 day 2 hours` or `7` and a unit is; None where that is not certain."""
    bare = text.strip()
    if unit:
        length = seconds_of_unit(unit)
        try:
            return None if length is None else float(bare) * length
        except ValueError:
            return None
    parts = _PART.findall(bare)
    clock = _CLOCK.search(bare)
    lengths = [seconds_of_unit(name) for _, name in parts]
    if not (parts or clock) or None in lengths:
        return None
    total = sum(
        float(number) * (length or 0) for (number, _), length in zip(parts, lengths, strict=True)
    )
    if clock:
        total += int(clock[1]) * 3_600 + int(clock[2]) * 60 + float(clock[3] or 0)
    return total


def moment_seconds(text: str) -> float | None:
    """A date or a moment as seconds; None where the text is neither."""
    if not _MOMENT.match(text.strip()):
        return None
    try:
        found = dt.datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return found.replace(tzinfo=dt.UTC).timestamp()


def unit_of(node: exp.Expr) -> float | None:
    """The length of the unit that a function on dates has; a day where it has none."""
    unit = node.args.get("unit")
    if unit is None:
        return _UNITS["day"]
    return seconds_of_unit(unit.name or unit.sql())

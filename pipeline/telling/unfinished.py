"""Which periods of a result hold less than all of their days."""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.contract import Contract
from pipeline.result import Cell
from pipeline.state import Fetched
from pipeline.telling.labels import end_of, first_days, periods
from pipeline.times.values import TimeSpan

RUNNING = ", not over yet"
# Without numbers: each number of a sentence is one of the result.
_UNEVEN = "The later period is not over yet, so it has fewer days than the other one."
# So many days more has one month than another at most: whole months compare as they are.
_SHORTER_MONTHS = 3
_SERIES, _NAMED = 2, 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The day on which it is told, and the half-open ranges of days that the rows are from."""

    today: dt.date
    ranges: tuple[tuple[dt.date | None, dt.date | None], ...] = ()


def asked_for(contract: Contract, today: dt.date) -> Asked:
    """The ranges of the date that the rows are grouped by; those of another date cut no period."""
    bounds = (bound for bound in contract.dates if bound.column in contract.grouping)
    return Asked(today=today, ranges=tuple((bound.start, bound.end) for bound in bounds))


def uneven(times: Sequence[TimeSpan], today: dt.date) -> str:
    """That of two compared periods one is not over yet, and has fewer days than the other."""
    for span in times:
        if span.comparison is None or span.start is None or span.end is None:
            continue
        gone = (today - span.start).days + 1
        if not span.start <= today < span.end:
            continue
        for other in times:
            if other is span or other.comparison != span.comparison:
                continue
            if other.start is None or other.end is None or other.end > span.start:
                continue
            whole = (other.end - other.start).days
            if whole > gone + _SHORTER_MONTHS:
                return _UNEVEN
    return ""


def without_rows(fetched: Fetched, asked: Asked) -> str:
    """Which periods of the asked range have no row, where each row is one of a series."""
    labels = [place for place in range(len(fetched.columns)) if place not in fetched.numeric]
    if len(labels) != 1 or len(fetched.rows) < _SERIES or fetched.truncated:
        return ""
    column = fetched.columns[labels[0]]
    found = first_days(column, [row[labels[0]] for row in fetched.rows])
    days = [day for day in found[1] if day is not None] if found else []
    if found is None or len(days) < len(fetched.rows) or days != sorted(set(days)):
        return ""
    start, end = asked.ranges[0] if len(asked.ranges) == 1 else (None, None)
    whole = start is not None and first_days(column, [start.isoformat(), *map(str, days)])
    day = start if whole and start is not None else days[0]
    until = min(end or end_of(days[-1], found[0]), asked.today + dt.timedelta(days=1))
    missing = list[str]()
    while day < until and len(missing) <= _NAMED:
        if day not in days:
            missing.append(day.isoformat())
        day = end_of(day, found[0])
    names = _digitless(periods(column, missing) or ())
    if missing and not names:
        return "Some periods of that range have no rows."
    more = ", and more" if len(names) > _NAMED else ""
    return f"There are no rows for {', '.join(names[:_NAMED])}{more}." if names else ""


def _digitless(names: Sequence[str]) -> Sequence[str]:
    """The names without the year that they share; none where other digits stay.

    Each number of a sentence is one of the result, and these are not in it.
    """
    years = {name.rpartition(" ")[2] for name in names}
    short = [name.rpartition(" ")[0] for name in names] if len(years) == 1 else []
    return short if all(short) and not re.search(r"\d", "".join(short)) else ()


def marks(column: str, values: Sequence[Cell], asked: Asked) -> tuple[str, ...]:
    """For each row what is to be said behind its period; empty where it is whole."""
    found = first_days(column, values)
    if found is None:
        return ("",) * len(values)
    unit, days = found
    return tuple("" if day is None else _mark(day, end_of(day, unit), unit, asked) for day in days)


def _mark(start: dt.date, end: dt.date, unit: str, asked: Asked) -> str:
    if start <= asked.today < end:
        return RUNNING
    near = [
        (since, until)
        for since, until in asked.ranges
        if (until is None or start < until) and (since is None or since < end)
    ]
    whole = any(
        (since is None or since <= start) and (until is None or end <= until)
        for since, until in near
    )
    return f", part of a {unit}" if near and not whole else ""

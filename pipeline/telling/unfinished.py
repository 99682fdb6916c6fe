"""Which periods of a result hold less than all of their days."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.contract import Contract
from pipeline.result import Cell
from pipeline.telling.labels import end_of, first_days

RUNNING = ", not over yet"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The day on which it is told, and the half-open ranges of days that the rows are from."""

    today: dt.date
    ranges: tuple[tuple[dt.date | None, dt.date | None], ...] = ()


def asked_for(contract: Contract, today: dt.date) -> Asked:
    """The ranges of the date that the rows are grouped by; those of another date cut no period."""
    bounds = (bound for bound in contract.dates if bound.column in contract.grouping)
    return Asked(today=today, ranges=tuple((bound.start, bound.end) for bound in bounds))


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

"""Which values of a query a reviewer is asked about: a period is one thing, not two dates."""

import datetime as dt
from collections.abc import Set as AbstractSet

from knowledge.validated.query import Parameter, Role
from pipeline.dates import describe
from pipeline.times.values import TimeSpan
from review.ports.promotion import Changeable


def changeables(parameters: tuple[Parameter, ...]) -> tuple[Changeable, ...]:
    """One for each value; the first and last day of a period are one, by the name of the first."""
    ends = {item.period: item for item in parameters if item.period and item.role is Role.END}
    begun = {item.period for item in parameters if item.period and item.role is Role.START}
    return tuple(
        Changeable(
            name=item.name,
            words=item.words,
            value=_days(item, ends[item.period]) if _begins(item, ends) else item.default,
            kind=item.kind,
            role=item.role,
            column=item.column,
            is_period=bool(item.period),
            fixed=item.fixed,
        )
        for item in parameters
        if not (item.role is Role.END and item.period in begun)
    )


def opened(parameters: tuple[Parameter, ...], names: AbstractSet[str]) -> frozenset[str]:
    """The names of all values that those chosen stand for."""
    periods = {item.period for item in parameters if item.period and item.name in names}
    return frozenset(
        item.name for item in parameters if item.name in names or item.period in periods
    )


def _begins(item: Parameter, ends: dict[str, Parameter]) -> bool:
    return bool(item.period) and item.role is Role.START and item.period in ends


def _days(first: Parameter, end: Parameter) -> str:
    until = dt.date.fromisoformat(end.default[:10]) + dt.timedelta(days=int(end.inclusive))
    start = dt.date.fromisoformat(first.default[:10])
    return describe(TimeSpan(at=0, until=0, words=first.words, start=start, end=until))

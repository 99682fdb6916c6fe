"""Two periods side by side, split by a smaller unit: first month beside first month."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.intent import Condition, Dimension, Intent, Period
from pipeline.rules.schema.operators import MONTHS
from pipeline.sql.times.places_in_time import UNITS, holds_several

# Units that have a name in every year, and the part of the calendar that groups by it.
_NAMED = {"month": "month_of_year", "quarter": "quarter_of_year"}
_PAIR = 2
_WEEKS = " (seven days each, from its first day on)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """How rows of several periods fall into the same groups.

    `part` is a part of the calendar that they share; without one a row's unit is counted from
    `starts`, the first days of the periods, the latest first.
    """

    name: str
    part: str = ""
    starts: tuple[dt.date, ...] = ()


def alignment(intent: Intent, dimension: Dimension) -> Alignment | None:
    """How the compared periods of an intent align in that dimension; None where they do not.

    They do not where it is of another date, no smaller than a period, or where periods overlap.
    """
    if len(intent.compared) < _PAIR or dimension.grain not in UNITS:
        return None
    ranges = [_range(period, dimension.column) for period in intent.compared]
    known = sorted((each for each in ranges if each is not None), reverse=True)
    if len(known) < len(ranges) or _overlap(known) or not _split(known, dimension.grain):
        return None
    named = _NAMED.get(dimension.grain, "")
    if named and _same_part_of_a_year(known):
        return Alignment(name=named, part=named)
    starts = tuple(start for start, _ in known)
    return Alignment(name=f"{dimension.grain}_number", starts=starts)


def in_words(intent: Intent, dimension: Dimension) -> str:
    """The groups of a dimension that is counted from the first day of each period; else empty."""
    found = alignment(intent, dimension)
    if found is None or found.part:
        return ""
    return f"{dimension.grain} of its period{_WEEKS if dimension.grain == 'week' else ''}"


def in_time(periods: Sequence[Period]) -> list[int]:
    """The places of the periods, the earlier first; as they stand where a start is not known."""
    places = list(range(len(periods)))
    starts = [str(period.conditions[0].values[0]) for period in periods]
    operators = {period.conditions[0].operator for period in periods}
    # Of plain years, of years and months, and of days each begins with its first value.
    bounded = all(starts) and any(operators <= {one, "="} for one in ("within", MONTHS, "between"))
    return sorted(places, key=starts.__getitem__) if bounded else places


def _range(period: Period, column: str) -> tuple[dt.date, dt.date] | None:
    if len(period.conditions) != 1:
        return None
    only: Condition = period.conditions[0]
    if only.column != column or only.operator != "within":
        return None
    start, end = (dt.date.fromisoformat(str(value)) for value in only.values)
    return start, end


def _overlap(latest_first: Sequence[tuple[dt.date, dt.date]]) -> bool:
    return any(before[1] > after[0] for after, before in pairwise(latest_first))


def _split(ranges: Sequence[tuple[dt.date, dt.date]], grain: str) -> bool:
    return any(holds_several(start, end, grain) for start, end in ranges)


def _same_part_of_a_year(ranges: Sequence[tuple[dt.date, dt.date]]) -> bool:
    """Whether every period begins on the same day of a year and ends in that year."""
    begin = {(start.month, start.day) for start, _ in ranges}
    within = all(end <= dt.date(start.year + 1, 1, 1) for start, end in ranges)
    return within and len(begin) == 1

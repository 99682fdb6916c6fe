"""What an approved question's words for time stood for: proven by its SQL, or it may not answer."""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.contract import DateBound
from pipeline.dates import Calendar, read_times
from pipeline.times.reading import spans
from pipeline.times.values import TimeSpan

_DAY = dt.timedelta(days=1)
# The last moment of a day is its end, too.
_WRITTEN = re.compile(
    r"'(\d{4}-\d{2}-\d{2})"
    r"(?:[ T](?:00:00(?::00(?:\.0+)?)?|23:59(?::59(?:\.9+)?)?)(?:Z|[+-]00:?00)?)?'"
)


def stored_spans(
    question: str, sql: str, confirmed: Sequence[DateBound], approved: dt.date, calendar: Calendar
) -> tuple[TimeSpan, ...] | None:
    """The time spans of an approved question, each with the dates that stand in its SQL.

    None where some words for time have no dates in the SQL: such a query would go stale unseen.
    """
    found = spans(read_times(question, approved, calendar).ranges)
    proven = [_proven(span, sql, confirmed) for span in found]
    return None if None in proven else tuple(span for span in proven if span is not None)


def _proven(span: TimeSpan, sql: str, confirmed: Sequence[DateBound]) -> TimeSpan | None:
    candidates = [span] + [
        replace(span, start=bound.start, end=bound.end)
        for bound in confirmed
        if bound.words.lower() == span.words.lower()
    ]
    return next((item for item in reversed(candidates) if _stands(item, sql)), None)


def _stands(span: TimeSpan, sql: str) -> bool:
    """Whether both ends are written in the SQL; an end may be written as the last day."""
    if span.start is not None and span.end is not None and _is_named(span.start, span.end, sql):
        return True
    start = span.start is None or _is_written(span.start, sql)
    end = span.end is None or any(_is_written(day, sql) for day in (span.end, span.end - _DAY))
    return start and end and not (span.start is None and span.end is None)


def _is_named(start: dt.date, end: dt.date, sql: str) -> bool:
    """Whether the SQL holds a whole year or month by its name: `'2024'`, `'2024-03'`."""
    if (start.month, start.day) == (1, 1) and end == start.replace(year=start.year + 1):
        return f"'{start.year}'" in sql
    following = (start.replace(day=28) + dt.timedelta(days=4)).replace(day=1)
    return start.day == 1 and end == following and f"'{start:%Y-%m}'" in sql


def _is_written(day: dt.date, sql: str) -> bool:
    """Whether the day stands there as a day; a moment of it is a local day of another zone."""
    return any(found[1] == day.isoformat() for found in _WRITTEN.finditer(sql))

"""Periods that a question lists: "January, February and March" is one stretch of time."""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.dates import Calendar, read_times
from pipeline.times.reading import spans
from pipeline.times.values import TimeSpan

_LINK = re.compile(
    r"[\s,;&]*(?:(?:and|or|und|oder|y|o|e|plus|as well as)\s+)?(?:(?:in|on|for|the|im|en)\s+)*"
)
_MOST_APART = 2


def default_times(question: str, today: dt.date, calendar: Calendar) -> tuple[TimeSpan, ...]:
    """The first reading of every time expression on that calendar, nobody asked."""
    found = spans(read_times(question, today, calendar).ranges)
    return together(question, found) or found


def together(question: str, spans: Sequence[TimeSpan]) -> tuple[TimeSpan, ...] | None:
    """The spans, listed neighbours as one; None where they are separate periods."""
    if any(span.comparison is not None for span in spans) or not _is_list(question, spans):
        return tuple(spans)
    ordered = sorted(spans, key=lambda span: str(span.start))
    for one, following in pairwise(ordered):
        if one.end is None or one.end != following.start:
            return None
    at, until = min(s.at for s in spans), max(s.until for s in spans)
    whole = replace(ordered[0], at=at, until=until, words=question[at:until], end=ordered[-1].end)
    return (whole,)


def _is_list(question: str, spans: Sequence[TimeSpan]) -> bool:
    if len(spans) < _MOST_APART or len({(s.at, s.until) for s in spans}) == 1 < len(spans):
        return len(spans) > 1
    gaps = (question[one.until : following.at] for one, following in pairwise(spans))
    return all(_LINK.fullmatch(gap) for gap in gaps)

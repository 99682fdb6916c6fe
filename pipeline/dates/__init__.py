"""Time expressions to half-open ranges on a workspace's calendar."""

from pipeline.dates.calendar import Calendar, CalendarError, calendar_from
from pipeline.dates.describe import describe
from pipeline.dates.resolve import find_problems, read_times, resolve
from pipeline.dates.values import (
    Comparison,
    DateRange,
    Grain,
    GrainWord,
    Reading,
    Times,
    Unresolved,
)

__all__ = [
    "Calendar",
    "CalendarError",
    "Comparison",
    "DateRange",
    "Grain",
    "GrainWord",
    "Reading",
    "Times",
    "Unresolved",
    "calendar_from",
    "describe",
    "find_problems",
    "read_times",
    "resolve",
]

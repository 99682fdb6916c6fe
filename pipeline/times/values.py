"""A time expression of a question, resolved: what the layers below `dates` see of it."""

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSpan:
    """`words` at characters [at, until) mean [start, end), half-open; None is an open end.

    `grain` is the unit the words speak of (day, week, month, quarter, year). Two spans with the
    same `comparison` number are the two periods of one comparison.
    """

    at: int
    until: int
    words: str
    start: dt.date | None
    end: dt.date | None
    grain: str = ""
    comparison: int | None = None

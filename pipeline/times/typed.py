"""Days that a person typed, as a half-open period."""

import datetime as dt

_DAY = dt.timedelta(days=1)
_NO_PERIOD = "The first day must not be after the last day."


def typed_bounds(first: str | None, last: str | None) -> tuple[dt.date | None, dt.date | None]:
    """The half-open range of two typed days, the last one included. Raises ValueError."""
    start = _day(first)
    end = _day(last)
    if (start is None and end is None) or (start and end and start > end):
        raise ValueError(_NO_PERIOD)
    return start, end + _DAY if end else None


def _day(text: str | None) -> dt.date | None:
    """The typed day. Raises ValueError for one that no calendar has, and for the end of time."""
    if not text:
        return None
    try:
        day = dt.date.fromisoformat(text.strip())
    except ValueError as error:
        message = f"“{text}” is not a day. Write one like 2026-03-31."
        raise ValueError(message) from error
    if day == dt.date.max:
        message = f"“{text}” is too far away. Leave the last day empty for no end."
        raise ValueError(message)
    return day

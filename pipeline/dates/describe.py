"""Periods in plain words: "1 Jul - 30 Sep 2026"."""

from datetime import date, timedelta
from typing import Protocol

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class HasBounds(Protocol):
    """Anything half-open with two dates."""

    @property
    def start(self) -> date | None: ...
    @property
    def end(self) -> date | None: ...


def describe(period: HasBounds) -> str:
    """The days of a period, first and last included."""
    start, end = period.start, period.end
    if start is None and end is None:
        return "all dates"
    if start is None or end is None:
        return f"from {date_in_words(start)} on" if start else f"up to {date_in_words(_eve(end))}"
    last = _eve(end)
    if last == start:
        return date_in_words(start)
    if start.year != last.year:
        return f"{date_in_words(start)} - {date_in_words(last)}"
    return f"{start.day} {MONTHS[start.month - 1]} - {date_in_words(last)}"


def _eve(end: date | None) -> date:
    if end is None or end == date.min:
        return date.min
    return end - timedelta(days=1)


def date_in_words(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"

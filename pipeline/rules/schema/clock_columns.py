"""Columns that keep a time of day: as 930 and 1430, as `09:30`, as an hour, or with their day."""

import re
from dataclasses import dataclass

from knowledge.catalog import Column, Kind
from pipeline.intent import Value
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import name_words

HOUR = 60
# What columns of plain numbers are called that keep a time of day.
_NAMES = frozenset(
    ("time", "tm", "hhmm", "opens", "open", "opening", "closes", "close", "closing", "start",
     "starts", "starting", "begin", "begins", "beginning", "end", "ends", "ending", "finish",
     "finishes", "dep", "depart", "departs", "departing", "departure", "arr", "arrive", "arrives",
     "arriving", "arrival", "doors")
)  # fmt: skip
_NO_TIMES = frozenset(
    ("year", "years", "yr", "id", "minutes", "seconds", "days", "count", "total", "duration",
     "delay", "price", "number", "no", "balance", "value")
)  # fmt: skip
_TEXT = re.compile(r"([01]\d|2[0-4]):[0-5]\d(?P<seconds>:[0-5]\d)?")
_LAST, _LEAST, _LAST_HOUR = 2400, 100, 24
_DECIMALS = re.compile(r"\.0+$")


@dataclass(frozen=True, slots=True)
class Clock:
    """How a column keeps a time of day: `number`, `hour`, `text`, `seconds` (of a text), `moment`.

    `low` and `high` are the minutes of the day of its first and last time, where they are known.
    """

    shape: str
    low: int | None = None
    high: int | None = None

    def told(self, minutes: int) -> Value | None:
        """A time of day, in minutes, as the column keeps it; None where it cannot."""
        hour, minute = divmod(minutes, HOUR)
        if self.shape == "hour":
            return None if minute else hour
        if self.shape == "number":
            return 100 * hour + minute
        if self.shape == "moment":
            return minutes
        return f"{hour:02}:{minute:02}" + (":00" if self.shape == "seconds" else "")


def clock_of(column: Column) -> Clock | None:
    """How a column keeps a time of day; None where it keeps none."""
    if column.kind is Kind.TIMESTAMP:
        return Clock("moment")
    if column.kind is Kind.TIME:
        return Clock("moment", *(_minutes(text or "") for text in (column.low, column.high)))
    if column.kind is Kind.TEXT:
        return _of_texts(column)
    return _of_numbers(column) if column.kind.is_number else None


def keeps_only_time(column: Column) -> bool:
    """Whether a column keeps a time of day and no day."""
    return column.kind is not Kind.TIMESTAMP and clock_of(column) is not None


def _of_texts(column: Column) -> Clock | None:
    found = [_TEXT.fullmatch(value) for value in column.values if value]
    if not found or not all(found):
        return None
    seconds = {bool(one["seconds"]) for one in found if one}
    if len(seconds) > 1:
        return None
    kept = sorted(value for value in column.values if value) if column.complete else ("", "")
    ends = _minutes(kept[0]), _minutes(kept[-1])
    return Clock("seconds" if seconds == {True} else "text", *ends)


def _minutes(text: str) -> int | None:
    return HOUR * int(text[:2]) + int(text[3:5]) if _TEXT.fullmatch(text) else None


def _of_numbers(column: Column) -> Clock | None:
    words = {*name_words(column.name), *expanded(name_words(column.name))}
    low, high = (_whole(text) for text in (column.low, column.high))
    if column.primary_key or low is None or high is None or low < 0:
        return None
    if "hour" in words and high <= _LAST_HOUR:
        return Clock("hour", low * HOUR, high * HOUR)
    timed = words & _NAMES and not words & _NO_TIMES
    if not timed or not _LEAST <= high <= _LAST or max(low % 100, high % 100) >= HOUR:
        return None
    return Clock("number", *(HOUR * (one // 100) + one % 100 for one in (low, high)))


def _whole(text: str | None) -> int | None:
    plain = _DECIMALS.sub("", text or "")
    return int(plain) if plain.isdigit() else None


def clock_in_words(minutes: int) -> str:
    """Minutes of the day as a clock shows them."""
    return f"{minutes // HOUR:02}:{minutes % HOUR:02}"

"""Names of people and moments, as they stand in a sentence."""

import datetime as dt
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pipeline.people import Person


def who(person: Person | None) -> str:
    return (person.name if person else "") or "somebody"


def moment(at: dt.datetime, reader: Person | None = None) -> str:
    """The moment in the reader's time zone, or in UTC; which is said, for others read cards too."""
    local = at.astimezone(_zone(reader.time_zone if reader else "") or dt.UTC)
    return f"{local.day} {local:%b} at {local:%H:%M} {local:%Z}"


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError):
        return None

"""The calendar as a person wants it to be read, by their standing answers and their locale."""

from collections.abc import Mapping
from dataclasses import replace

from pipeline.dates import Calendar
from pipeline.dates.locales import day_first
from pipeline.people import Person
from pipeline.remembered.standing import DAY_ORDER, QUARTER

_DAY_FIRST = {"day first": True, "month first": False}


def calendar_for(calendar: Calendar, standing: Mapping[str, str], asker: Person) -> Calendar:
    """The workspace's calendar as a person wants it to be read.

    The order of day and month: what is kept, else the workspace's, else that of the locale.
    """
    if calendar.day_first is None:
        calendar = replace(calendar, day_first=day_first(asker.locale))
    if standing.get(QUARTER) in ("fiscal", "calendar"):
        meant = "fiscal" if standing[QUARTER] == "fiscal" else "calendar"
        calendar = replace(calendar, quarter_means=meant)  # type: ignore[arg-type]  # one of two
    if standing.get(DAY_ORDER) in _DAY_FIRST:
        calendar = replace(calendar, day_first=_DAY_FIRST[standing[DAY_ORDER]])
    return calendar

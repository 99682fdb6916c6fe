"""A calendar in sentences, for whoever writes SQL for its days."""

import datetime as dt

from pipeline.dates.calendar import Calendar
from pipeline.dates.resolve import resolve
from pipeline.dates.values import DateRange

_FISCAL = "this fiscal year"


def calendar_told(calendar: Calendar, today: dt.date) -> tuple[str, ...]:
    """Whose days are counted, on which day a week begins, and which year a quarter is of."""
    quarter = "fiscal" if calendar.quarter_means == "fiscal" else "calendar"
    told = [
        f"days are those of the time zone {calendar.time_zone}",
        f"weeks begin on {calendar.week_starts_on.capitalize()}",
        *_fiscal_year(calendar, today),
        f"a quarter is one of the {quarter} year",
    ]
    if calendar.retail_pattern is not None:
        told.append(f"retail months have {calendar.retail_pattern} whole weeks")
    return tuple(told)


def _fiscal_year(calendar: Calendar, today: dt.date) -> list[str]:
    if not calendar.has_own_fiscal_year:
        return ["the fiscal year is the calendar year"]
    found = resolve(_FISCAL, today, calendar)
    return [
        f"the fiscal year of today is from {year.start} up to, not including, {year.end}"
        for year in found
        if isinstance(year, DateRange)
    ]

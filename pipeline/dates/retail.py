"""The retail calendar: years of 52 or 53 whole weeks in thirteen-week quarters."""

from datetime import date, timedelta

from pipeline.dates import problems
from pipeline.dates.calendar import Calendar

PER_YEAR = {"month": 12, "quarter": 4, "half": 2, "year": 1}


def retail_year_start(year: int, calendar: Calendar) -> date:
    """The week start nearest to the first of the fiscal year's month."""
    nominal = date(year, calendar.fiscal_year_start_month, 1)
    back = (nominal.weekday() - calendar.first_weekday) % 7
    return nominal + timedelta(days=-back if back <= 3 else 7 - back)  # noqa: PLR2004 - half a week


def retail_whole(day: date, unit: str, step: int, calendar: Calendar) -> tuple[date, date]:
    """The whole retail month, quarter or year so many steps from the one that holds a day."""
    per_year = PER_YEAR.get(unit)
    if per_year is None or not 2 < day.year + step < 9000:  # noqa: PLR2004 - dates end at 9999
        raise problems.not_retail(unit)
    year = _year_of(day, calendar)
    starts = _starts(year, per_year, calendar)
    place = sum(start <= day for start in starts) - 1 + step
    year, place = year + place // per_year, place % per_year
    bounds = [*_starts(year, per_year, calendar), retail_year_start(year + 1, calendar)]
    return bounds[place], bounds[place + 1]


def _year_of(day: date, calendar: Calendar) -> int:
    year = day.year + 1
    while retail_year_start(year, calendar) > day:
        year -= 1
    return year


def _starts(year: int, per_year: int, calendar: Calendar) -> list[date]:
    weeks = [int(part) for part in (calendar.retail_pattern or "4-4-5").split("-")] * 4
    months = [retail_year_start(year, calendar)]
    for length in weeks[:-1]:
        months.append(months[-1] + timedelta(weeks=length))
    return months[:: 12 // per_year]

"""Business days: the workspace's working weekdays without its public holidays."""

from datetime import date, timedelta
from functools import lru_cache

from pipeline.dates import problems
from pipeline.dates.calendar import Calendar

MOST_STEPS = 2_000


def is_business_day(day: date, calendar: Calendar) -> bool:
    if day.weekday() not in calendar.business_days or day in calendar.extra_holidays:
        return False
    if calendar.holiday_country is None:
        return True
    return day not in _public_holidays(calendar.holiday_country, calendar.holiday_region, day.year)


def shifted_business_days(day: date, count: int, calendar: Calendar) -> date:
    """The nth business day before or after a day; with 0, the day or the one before it."""
    if abs(count) > MOST_STEPS:
        raise problems.too_many_days(MOST_STEPS)
    step = timedelta(days=1 if count > 0 else -1)
    left = abs(count)
    try:
        if count == 0 and not is_business_day(day, calendar):
            left = 1
        while left:
            day += step
            left -= is_business_day(day, calendar)
    except OverflowError:
        raise problems.out_of_reach() from None
    return day


@lru_cache(maxsize=256)
def _public_holidays(country: str, region: str | None, year: int) -> frozenset[date]:
    import holidays  # slow to import, and few workspaces count business days

    try:
        return frozenset(holidays.country_holidays(country, subdiv=region, years=year))
    except NotImplementedError:
        raise problems.no_holidays(country) from None

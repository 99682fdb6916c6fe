"""Arithmetic on whole units of a calendar: days, weeks, months, quarters, fiscal years."""

from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta

from pipeline.dates import problems
from pipeline.dates.business import shifted_business_days
from pipeline.dates.calendar import Calendar
from pipeline.dates.retail import retail_whole

MONTHS_IN = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}
FISCAL_UNITS = frozenset({"quarter", "half", "year"})
SATURDAY = 5
WORKING_DAYS = 5
DAYS_IN = {"week": 7, "weekend": 7, "work_week": 7, "fortnight": 14}


@dataclass(frozen=True, slots=True)
class Period:
    """A closed stretch of days, half-open."""

    start: date
    end: date


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of time, counted on the fiscal year when `fiscal`."""

    name: str
    fiscal: bool = False


def month_start(index: int) -> date:
    """The first day of a month counted from January of year 0."""
    year, month = divmod(index, 12)
    if not MINYEAR <= year < MAXYEAR:
        raise problems.out_of_reach()
    return date(year, month + 1, 1)


def month_index(day: date) -> int:
    return day.year * 12 + day.month - 1


def days_later(day: date, count: int) -> date:
    try:
        return day + timedelta(days=count)
    except OverflowError:
        raise problems.out_of_reach() from None


def months_later(day: date, count: int) -> date:
    """The same day so many months on; the month's last day where it is shorter."""
    first = month_start(month_index(day) + count)
    length = (month_start(month_index(first) + 1) - first).days
    return first.replace(day=min(day.day, length))


def unit_start(day: date, unit: Unit, calendar: Calendar) -> date:
    """The first day of the unit that holds a day."""
    if unit.name in ("day", "hour", "business_day"):
        return day
    if unit.name == "work_week":
        return days_later(day, -day.weekday())
    if unit.name in ("week", "fortnight"):
        return days_later(day, -((day.weekday() - calendar.first_weekday) % 7))
    if unit.name == "weekend":
        return days_later(day, SATURDAY - day.weekday())
    size = MONTHS_IN[unit.name]
    offset = calendar.fiscal_year_start_month - 1 if unit.fiscal else 0
    index = month_index(day)
    return month_start(index - (index - offset) % size)


def shifted(day: date, unit: Unit, count: int, calendar: Calendar) -> date:
    """A day moved by so many units."""
    if unit.name in DAYS_IN:
        return days_later(day, DAYS_IN[unit.name] * count)
    if unit.name == "business_day":
        return shifted_business_days(day, count, calendar)
    if unit.name in MONTHS_IN:
        return months_later(day, MONTHS_IN[unit.name] * count)
    return days_later(day, count)


def whole(day: date, unit: Unit, step: int, calendar: Calendar) -> Period:
    """The whole unit so many steps from the one that holds a day."""
    if unit.fiscal and calendar.retail_pattern and unit.name in MONTHS_IN:
        return Period(*retail_whole(day, unit.name, step, calendar))
    if unit.name == "business_day":
        at = shifted_business_days(day, step, calendar)
        return Period(at, days_later(at, 1))
    start = shifted(unit_start(day, unit, calendar), unit, step, calendar)
    if unit.name == "weekend":
        return Period(start, days_later(start, 2))
    if unit.name == "work_week":
        return Period(start, days_later(start, WORKING_DAYS))
    return Period(start, shifted(start, unit, 1, calendar))


def run_of(day: date, unit: Unit, steps: tuple[int, int], calendar: Calendar) -> Period:
    """From one whole unit to another, both counted from the unit that holds a day."""
    first = whole(day, unit, steps[0], calendar)
    return Period(first.start, whole(day, unit, steps[1], calendar).end)


def fiscal_year(name: int, calendar: Calendar) -> Period:
    """The fiscal year that bears a number."""
    late = calendar.fiscal_year_named_by == "end" and calendar.fiscal_year_start_month > 1
    start = month_start((name - late) * 12 + calendar.fiscal_year_start_month - 1)
    # Mid-year: a 52-week year may begin some days before or after the month does.
    return whole(days_later(start, 150), Unit("year", fiscal=True), 0, calendar)

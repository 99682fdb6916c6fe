"""Meanings of numbered quarters, halves and weeks, seasons and feasts."""

from collections.abc import Callable
from datetime import date

from pipeline.dates import problems
from pipeline.dates.feasts import FEASTS
from pipeline.dates.meaning import (
    Meaning,
    Moment,
    container,
    latest,
    means,
    of_period,
    reading,
    unit_of,
)
from pipeline.dates.named import day_period, names_its_year, stepped_yearly, yearly
from pipeline.dates.periods import (
    Period,
    Unit,
    days_later,
    fiscal_year,
    month_start,
    months_later,
    unit_start,
    whole,
)
from pipeline.dates.reading import Phrase
from pipeline.dates.values import Reading


@means("part")
def _part(phrase: Phrase, moment: Moment) -> Meaning:
    name = "quarter" if phrase.has("quarter") else "half"
    return nth_part(phrase, name, phrase.number("part"), moment)


def nth_part(phrase: Phrase, name: str, nth: int, moment: Moment) -> Meaning:
    """A numbered quarter or half, of a year or the latest that has begun."""
    count = {"quarter": 4, "half": 2}[name]
    nth = count if nth == -1 else nth
    if not 1 <= nth <= count:
        raise problems.no_part(count, name, nth)
    within = container(phrase, moment)
    meant = moment.calendar.quarter_means == "fiscal"
    fiscal = phrase.has("fiscal") or meant or (within is not None and within[1])
    if within:
        return _part_inside(within, Unit(name, fiscal=fiscal), nth, phrase, moment)
    build = _part_builder(Unit(name, fiscal=fiscal), nth, moment)
    if phrase.has("step"):
        return stepped_yearly(build, name, phrase, moment)
    plain = yearly(build, name, moment)
    other = _other_part(Unit(name, fiscal=not fiscal), nth, moment)
    return of_period(plain.closed(), name, readings=[*other, *plain.readings])


def _part_builder(unit: Unit, nth: int, moment: Moment) -> Callable[[int], Period]:
    def build(year: int) -> Period:
        start = date(year, 7, 1)
        first = whole(start, Unit("year", fiscal=unit.fiscal), 0, moment.calendar).start
        return whole(days_later(first, 10), unit, nth - 1, moment.calendar)

    return build


def _other_part(unit: Unit, nth: int, moment: Moment) -> list[Reading]:
    if not moment.calendar.has_own_fiscal_year:
        return []
    kind = "fiscal" if unit.fiscal else "calendar"
    other = yearly(_part_builder(unit, nth, moment), unit.name, moment)
    return [reading(other.closed(), f"{kind} {unit.name}")]


def _part_inside(
    within: tuple[Period, bool], unit: Unit, nth: int, phrase: Phrase, moment: Moment
) -> Meaning:
    period, in_fiscal_year = within
    if unit.fiscal and not in_fiscal_year:
        period = fiscal_year(period.start.year, moment.calendar)
    found = whole(days_later(period.start, 10), unit, nth - 1, moment.calendar)
    others = []
    if not unit.fiscal and moment.calendar.has_own_fiscal_year:
        year = fiscal_year(period.start.year, moment.calendar)
        fiscal = Unit(unit.name, fiscal=True)
        part = whole(days_later(year.start, 10), fiscal, nth - 1, moment.calendar)
        others = [reading(part, f"fiscal {unit.name}")]
    return of_period(found, unit.name, explicit=names_its_year(phrase), readings=others)


@means("week_number")
def _week_number(phrase: Phrase, moment: Moment) -> Meaning:
    nth, within = phrase.number("nth"), container(phrase, moment)
    if within:
        week = numbered_week(within[0].start.year, nth, moment)
        return of_period(week, "week", explicit=names_its_year(phrase))
    years = range(moment.today.year - 1, moment.today.year + 1)
    weeks = [numbered_week(year, nth, moment) for year in years if nth <= _weeks_in(year, moment)]
    if not weeks:
        numbered_week(moment.today.year, nth, moment)
    return of_period(latest(weeks, moment.today), "week")


def numbered_week(year: int, nth: int, moment: Moment) -> Period:
    """ISO's week on Monday calendars; elsewhere week 1 is the week of 1 January."""
    if not 1 <= nth <= _weeks_in(year, moment):
        raise problems.no_week(year, nth)
    start = days_later(_first_week(year, moment), 7 * (nth - 1))
    return Period(start, days_later(start, 7))


def _first_week(year: int, moment: Moment) -> date:
    anchor = date(year, 1, 4 if moment.calendar.first_weekday == 0 else 1)
    return unit_start(anchor, Unit("week"), moment.calendar)


def _weeks_in(year: int, moment: Moment) -> int:
    return (_first_week(year + 1, moment) - _first_week(year, moment)).days // 7


@means("iso_week")
def _iso_week(phrase: Phrase, _: Moment) -> Meaning:
    year, week = divmod(phrase.number("isoweek"), 100)
    try:
        start = date.fromisocalendar(year, week, 1)
    except ValueError:
        raise problems.no_week(year, week) from None
    return of_period(Period(start, days_later(start, 7)), "week", explicit=True)


@means("season")
def _season(phrase: Phrase, moment: Moment) -> Meaning:
    place = phrase.number("season")
    within = container(phrase, moment)

    def build(year: int) -> Period:
        first = month_start(year * 12 + 2 + 3 * place)
        return Period(first, months_later(first, 3))

    if within:
        year = within[0].start.year
        winter = [reading(build(year - 1), "the winter that ends then")] if place == 3 else []  # noqa: PLR2004 - winter
        return of_period(build(year), "quarter", readings=[*winter, _by_the_sun(build(year))])
    if phrase.has("step"):
        return stepped_yearly(build, "quarter", phrase, moment)
    return yearly(build, "quarter", moment)


def _by_the_sun(months: Period) -> Reading:
    return reading(
        Period(days_later(months.start, 20), days_later(months.end, 20)), "by the sun, about"
    )


@means("holiday")
def _holiday(phrase: Phrase, moment: Moment) -> Meaning:
    on = FEASTS[phrase.text("holiday")]
    within = container(phrase, moment)
    if within:
        return of_period(day_period(_feast(on, within[0].start.year)), "day", explicit=True)
    if phrase.has("step"):
        return stepped_yearly(lambda year: day_period(on(year)), "day", phrase, moment)
    return yearly(lambda year: day_period(on(year)), "day", moment)


def _feast(on: Callable[[int], date], year: int) -> date:
    try:
        return on(year)
    except ValueError:
        raise problems.no_leap_day(year) from None


def unit_inside(phrase: Phrase, moment: Moment) -> Unit:
    """A unit inside another period: fiscal where that period is a fiscal year."""
    unit = unit_of(phrase, moment)
    inner = phrase.inner("within")
    fiscal = inner is not None and inner.kind in ("fiscal_year", "split_year")
    return Unit(unit.name, fiscal=unit.fiscal or fiscal)

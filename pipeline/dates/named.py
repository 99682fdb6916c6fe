"""Meanings of dates, months, quarters and years that are called by name or number."""

from collections.abc import Callable
from datetime import date

from pipeline.dates import problems
from pipeline.dates.describe import MONTHS
from pipeline.dates.feasts import FEASTS
from pipeline.dates.meaning import (
    Meaning,
    Moment,
    container,
    inner_meaning,
    latest,
    means,
    of_period,
    reading,
    unit_of,
)
from pipeline.dates.numerals import full_year
from pipeline.dates.periods import (
    Period,
    Unit,
    days_later,
    fiscal_year,
    month_index,
    month_start,
    months_later,
    unit_start,
    whole,
)
from pipeline.dates.reading import Phrase
from pipeline.dates.values import Reading

YEAR = Unit("year")
MONTHS_LONG = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
LAST_WEEK_POSSIBLE = 53


def day_period(day: date) -> Period:
    return Period(day, days_later(day, 1))


def a_date(year: int, month: int, day: int) -> date:
    """A date that exists, or the sentence why it does not."""
    if not 1 <= month <= len(MONTHS):
        raise problems.no_month(month)
    name = MONTHS_LONG[month - 1]
    try:
        return date(year, month, day)
    except ValueError:
        if (month, day) == (2, 29):
            raise problems.no_leap_day(year) from None
        raise problems.no_day(name, day) from None


@means("date")
def _date(phrase: Phrase, moment: Moment) -> Meaning:
    written = phrase.text("date")
    if written[0] not in "d?":
        year, month, day = (int(part) for part in written.split("-"))
        return of_period(day_period(a_date(year, month, day)), "day", explicit=True)
    return _numeric_date(written, moment)


def _numeric_date(written: str, moment: Moment) -> Meaning:
    first, second, digits = (int(part) for part in written[1:].split("-"))
    year = digits if digits > 99 else full_year(digits)  # noqa: PLR2004 - two digits
    orders = [(first, second), (second, first)]  # (day, month)
    if written[0] == "?" and not moment.day_first:
        orders.reverse()
    known = [(day, month) for day, month in orders if month <= len(MONTHS)]
    if written[0] == "d":
        known = orders[:1]
    if not known:
        raise problems.no_month(min(first, second))
    chosen, *others = [day_period(a_date(year, month, day)) for day, month in known]
    labels = [reading(other, "day and month the other way round") for other in others]
    return of_period(chosen, "day", explicit=True, readings=labels)


@means("month_day")
def _month_day(phrase: Phrase, moment: Moment) -> Meaning:
    month, day = phrase.number("month"), phrase.number("day")
    within = container(phrase, moment)
    if within:
        period = day_period(_day_inside(within[0], month, day))
        _check_weekday(phrase, period.start)
        inner = phrase.inner("within")
        return of_period(period, "day", explicit=inner is not None and "year" in inner.kind)
    return _yearly(lambda year: day_period(date(year, month, day)), "day", moment, (month, day))


def _day_inside(period: Period, month: int, day: int) -> date:
    first = month_in(period, month).start
    return a_date(first.year, month, day)


def _check_weekday(phrase: Phrase, day: date) -> None:
    if phrase.has("weekday") and phrase.number("weekday") != day.weekday():
        raise problems.other_weekday(day)


def month_in(period: Period, month: int) -> Period:
    """The month of that number that begins in a period."""
    first = month_index(period.start) + (period.start.day > 1)
    index = first + (month - 1 - first) % 12
    start = month_start(index)
    if start >= period.end:
        raise problems.not_inside(MONTHS_LONG[month - 1])
    return Period(start, month_start(index + 1))


def _yearly(
    build: Callable[[int], Period],
    grain: str,
    moment: Moment,
    month_day: tuple[int, int] | None = None,
) -> Meaning:
    """Something that comes once a year and names no year: the latest that has begun."""
    found = []
    for year in range(moment.today.year - 9, moment.today.year + 2):
        try:
            found.append(build(year))
        except ValueError:
            continue
    if not found:
        month, day = month_day or (1, 1)
        a_date(2024, month, day)
        raise problems.no_such_date()
    chosen = latest(found, moment.today)
    place = found.index(chosen)
    others = [reading(found[place - 1], "the year before")] if place else []
    if place + 1 < len(found):
        others.append(reading(found[place + 1], "the coming one"))
    return of_period(chosen, grain, readings=others)


@means("day_of")
def _day_of(phrase: Phrase, moment: Moment) -> Meaning:
    day = phrase.number("day")
    if phrase.has("within"):
        period = inner_meaning(phrase, "within", moment).closed()
        return of_period(day_period(a_date(period.start.year, period.start.month, day)), "day")
    this = unit_start(moment.today, Unit("month"), moment.calendar)
    starts = [months_later(this, -step) for step in range(12, -1, -1)]
    days = [date(s.year, s.month, day) for s in starts if day <= _length(s)]
    if not days:
        raise problems.no_day("A month", day)
    chosen = latest([day_period(found) for found in days], moment.today)
    return of_period(chosen, "day")


def _length(first: date) -> int:
    return (months_later(first, 1) - first).days


@means("month")
def _month(phrase: Phrase, moment: Moment) -> Meaning:
    month = phrase.number("month")
    within = container(phrase, moment)
    if within:
        return of_period(month_in(within[0], month), "month", explicit=_is_absolute(phrase))
    if phrase.has("step"):
        return _stepped(lambda year: _month_of(year, month), "month", phrase, moment)
    return _yearly(lambda year: _month_of(year, month), "month", moment)


def _month_of(year: int, month: int) -> Period:
    return Period(month_start(year * 12 + month - 1), month_start(year * 12 + month))


def _is_absolute(phrase: Phrase) -> bool:
    inner = phrase.inner("within")
    return inner is not None and inner.kind in ("year", "short_year", "fiscal_year", "split_year")


def _stepped(build: Callable[[int], Period], grain: str, phrase: Phrase, moment: Moment) -> Meaning:
    """As in "Last March" is the latest that is over, "next" the first to come, "this" this year's."""
    today, step = moment.today, phrase.number("step")
    found = [build(year) for year in range(today.year - 2, today.year + 3)]
    this_year = build(today.year)
    if step == 0:
        return of_period(this_year, grain)
    if step > 0:
        coming = [period for period in found if period.start > today]
        return of_period(coming[0], grain, readings=[reading(coming[1], "next year's")])
    over = [period for period in found if period.end <= today]
    return of_period(over[-1], grain, readings=[reading(over[-2], "last year's")])


@means("year_month")
def _year_month(phrase: Phrase, _: Moment) -> Meaning:
    year, month = divmod(phrase.number("yearmonth"), 100)
    a_date(year, month, 1)
    return of_period(_month_of(year, month), "month", explicit=True)


@means("year")
def _year(phrase: Phrase, _: Moment) -> Meaning:
    year = phrase.number("year", phrase.number("shortyear"))
    return of_period(_year_of(year), "year", explicit=True)


def _year_of(year: int) -> Period:
    return Period(month_start(year * 12), month_start(year * 12 + 12))


@means("short_year")
def _short_year(phrase: Phrase, _: Moment) -> Meaning:
    return of_period(_year_of(phrase.number("shortyear")), "year", explicit=True)


@means("fiscal_year")
def _fiscal_year(phrase: Phrase, moment: Moment) -> Meaning:
    name = phrase.number("name", phrase.number("short"))
    name = name if name > 99 else full_year(name)  # noqa: PLR2004 - two digits
    period = fiscal_year(name, moment.calendar)
    return of_period(period, "year", explicit=True)


@means("split_year")
def _split_year(phrase: Phrase, moment: Moment) -> Meaning:
    first, calendar = phrase.number("splityear"), moment.calendar
    if calendar.fiscal_year_start_month == 1:
        if phrase.has("fiscal"):
            raise problems.plain_fiscal_year()
        return of_period(Period(_year_of(first).start, _year_of(first + 1).end), "year")
    name = first + (calendar.fiscal_year_named_by == "end")
    return of_period(fiscal_year(name, calendar), "year", explicit=True)


@means("impossible_year")
def _impossible_year(phrase: Phrase, _: Moment) -> Meaning:
    raise problems.no_year(phrase.number("bignum"))


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
        return _stepped(build, name, phrase, moment)
    plain = _yearly(build, name, moment)
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
    other = _yearly(_part_builder(unit, nth, moment), unit.name, moment)
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
    return of_period(found, unit.name, explicit=_is_absolute(phrase), readings=others)


@means("week_number")
def _week_number(phrase: Phrase, moment: Moment) -> Meaning:
    nth, within = phrase.number("nth"), container(phrase, moment)
    if within:
        week = numbered_week(within[0].start.year, nth, moment)
        return of_period(week, "week", explicit=_is_absolute(phrase))
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


@means("decade")
def _decade(phrase: Phrase, _: Moment) -> Meaning:
    first = phrase.number("decade")
    if first < 100:  # noqa: PLR2004 - "los 90"
        first += 1900 if first > 20 else 2000  # noqa: PLR2004 - "the 20s" are ours
    return of_period(Period(_year_of(first).start, _year_of(first + 10).start), "decade")


@means("century")
def _century(phrase: Phrase, _: Moment) -> Meaning:
    first = (phrase.number("nth") - 1) * 100
    return of_period(Period(_year_of(first).start, _year_of(first + 100).start), "century")


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
        return _stepped(build, "quarter", phrase, moment)
    return _yearly(build, "quarter", moment)


def _by_the_sun(months: Period) -> Reading:
    return reading(
        Period(days_later(months.start, 20), days_later(months.end, 20)), "by the sun, about"
    )


@means("holiday")
def _holiday(phrase: Phrase, moment: Moment) -> Meaning:
    on = FEASTS[phrase.text("holiday")]
    within = container(phrase, moment)
    if within:
        return of_period(day_period(on(within[0].start.year)), "day", explicit=True)
    if phrase.has("step"):
        return _stepped(lambda year: day_period(on(year)), "day", phrase, moment)
    return _yearly(lambda year: day_period(on(year)), "day", moment)


@means("nonsense")
def _nonsense(phrase: Phrase, moment: Moment) -> Meaning:
    del phrase, moment
    raise problems.two_times()


def unit_inside(phrase: Phrase, moment: Moment) -> Unit:
    """A unit inside another period: fiscal where that period is a fiscal year."""
    unit = unit_of(phrase, moment)
    inner = phrase.inner("within")
    fiscal = inner is not None and inner.kind in ("fiscal_year", "split_year")
    return Unit(unit.name, fiscal=unit.fiscal or fiscal)

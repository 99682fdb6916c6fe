"""Meanings of dates, months, quarters and years that are called by name or number."""

from collections.abc import Callable
from datetime import date

from pipeline.dates import problems
from pipeline.dates.describe import MONTHS
from pipeline.dates.meaning import (
    Meaning,
    Moment,
    container,
    inner_meaning,
    latest,
    means,
    of_period,
    reading,
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
)
from pipeline.dates.reading import Phrase

SWAPPED = "day and month the other way round"
MONTHS_LONG = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


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
    labels = [reading(other, SWAPPED) for other in others]
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
    return yearly(lambda year: day_period(date(year, month, day)), "day", moment, (month, day))


@means("day_month")
def _day_month(phrase: Phrase, moment: Moment) -> Meaning:
    """As in "3/4" with the year left out: the latest such day."""
    first, second = (int(part) for part in phrase.text("daymonth").split("-"))
    orders = (
        [(second, first), (first, second)]
        if moment.day_first
        else [(first, second), (second, first)]
    )
    known = [(month, day) for month, day in orders if month <= len(MONTHS)]
    if not known:
        raise problems.no_month(first)
    found = [_latest_day(month, day, moment) for month, day in known]
    others = [reading(each.closed(), SWAPPED) for each in found[1:]]
    return of_period(found[0].closed(), "day", readings=[*others, *found[0].readings])


def _latest_day(month: int, day: int, moment: Moment) -> Meaning:
    return yearly(lambda year: day_period(date(year, month, day)), "day", moment, (month, day))


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


def yearly(
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
        raise problems.no_day_anywhere(day)
    chosen = latest([day_period(found) for found in days], moment.today)
    return of_period(chosen, "day")


def _length(first: date) -> int:
    return (months_later(first, 1) - first).days


@means("month")
def _month(phrase: Phrase, moment: Moment) -> Meaning:
    month = phrase.number("month")
    within = container(phrase, moment)
    if within:
        return of_period(month_in(within[0], month), "month", explicit=names_its_year(phrase))
    if phrase.has("step"):
        return stepped_yearly(lambda year: _month_of(year, month), "month", phrase, moment)
    return yearly(lambda year: _month_of(year, month), "month", moment)


def _month_of(year: int, month: int) -> Period:
    return Period(month_start(year * 12 + month - 1), month_start(year * 12 + month))


def names_its_year(phrase: Phrase) -> bool:
    inner = phrase.inner("within")
    return inner is not None and inner.kind in ("year", "short_year", "fiscal_year", "split_year")


def stepped_yearly(
    build: Callable[[int], Period], grain: str, phrase: Phrase, moment: Moment
) -> Meaning:
    """With "last" the latest that is over, with "next" the first to come."""
    today, step = moment.today, phrase.number("step")
    found = [build(year) for year in range(today.year - 4, today.year + 4)]
    this_year = build(today.year)
    if step == 0:
        return of_period(this_year, grain)
    if step > 0:
        coming = [period for period in found if period.start > today]
        return of_period(coming[0], grain, readings=[reading(coming[1], "next year's")])
    over = [period for period in found if period.end <= today]
    others = [reading(over[-2], "last year's")] if step == -1 else []
    return of_period(over[step], grain, readings=others)


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


@means("nonsense")
def _nonsense(phrase: Phrase, moment: Moment) -> Meaning:
    del phrase, moment
    raise problems.two_times()

"""Meanings found inside or beside another period: first half of, week of, end of."""

from dataclasses import replace
from datetime import date

from pipeline.dates import problems
from pipeline.dates.meaning import (
    Meaning,
    Moment,
    grain_of,
    inner_meaning,
    means,
    of_period,
    reading,
    unit_of,
    with_readings,
)
from pipeline.dates.named import day_period
from pipeline.dates.parts import nth_part, unit_inside
from pipeline.dates.periods import (
    Period,
    Unit,
    days_later,
    months_later,
    shifted,
    unit_start,
    whole,
)
from pipeline.dates.reading import Phrase
from pipeline.dates.relative import counted, stepped_period, weekday_in

WEEKEND = Unit("weekend")


@means("nth")
def _nth(phrase: Phrase, moment: Moment) -> Meaning:
    nth, name = phrase.number("nth"), phrase.text("unit")
    inner = phrase.inner("within")
    yearly = inner is None or inner.kind.endswith("year") or inner.text("unit") == "year"
    if name in ("quarter", "half") and yearly:
        return nth_part(phrase, name, nth, moment)
    return _nth_inside(phrase, nth, 1, moment)


@means("edge")
def _edge(phrase: Phrase, moment: Moment) -> Meaning:
    return _nth_inside(phrase, phrase.number("nth"), phrase.number("count"), moment)


def _nth_inside(phrase: Phrase, nth: int, count: int, moment: Moment) -> Meaning:
    """The nth stretch of some units inside a period, counted from its end when negative."""
    named = unit_inside(phrase, moment)
    unit, count = counted(named, count)
    outer = inner_meaning(phrase, "within", moment).closed()
    found = _stretch(outer, unit, nth, count, moment)
    if not (outer.start <= found.start and found.end <= outer.end) or found == outer:
        raise problems.none_inside(unit.name)
    meaning = of_period(found, named.name)
    if unit.name != "week" or count > 1:
        return meaning
    edge = outer.start if nth > 0 else days_later(outer.end, -1)
    week = whole(edge, unit, nth - 1 if nth > 0 else nth + 1, moment.calendar)
    if (week.start, week.end) == (found.start, found.end):
        return meaning
    return with_readings(meaning, reading(week, "the calendar week"))


def _stretch(outer: Period, unit: Unit, nth: int, count: int, moment: Moment) -> Period:
    if unit.name == "half" or (unit.name == "quarter" and _days(outer) < 300):  # noqa: PLR2004 - under a year
        return _share(outer, unit.name, nth)
    if unit.name == "business_day":
        return _business_stretch(outer, nth, count, moment)
    if unit.name == "weekend":
        edge = outer.start if nth > 0 else days_later(outer.end, -2)
        first = unit_start(edge, unit, moment.calendar)
        inside = nth if first < edge and nth > 0 else nth - (nth > 0)
        return whole(edge, unit, inside + (0 if nth > 0 or first > edge else 1), moment.calendar)
    if nth > 0:
        start = shifted(outer.start, unit, (nth - 1) * count, moment.calendar)
        return Period(start, shifted(start, unit, count, moment.calendar))
    end = shifted(outer.end, unit, (nth + 1) * count, moment.calendar)
    return Period(shifted(end, unit, -count, moment.calendar), end)


def _days(period: Period) -> int:
    return (period.end - period.start).days


def _share(outer: Period, name: str, nth: int) -> Period:
    """Halves and quarters of a period: by months where it has them, else by days."""
    parts = 2 if name == "half" else 4
    nth = parts + 1 + nth if nth < 0 else nth
    months = (outer.end.year - outer.start.year) * 12 + outer.end.month - outer.start.month
    if outer.start.day == outer.end.day == 1 and months % parts == 0:
        size = months // parts
        first = months_later(outer.start, size * (nth - 1))
        return Period(first, months_later(first, size))
    return share_of_days(outer, parts, nth)


def share_of_days(outer: Period, parts: int, nth: int) -> Period:
    """The nth of some equal stretches of days; the last takes what is left."""
    size = _days(outer) // parts
    if size == 0:
        raise problems.too_short()
    start = days_later(outer.start, size * (nth - 1))
    return Period(start, outer.end if nth == parts else days_later(start, size))


def _business_stretch(outer: Period, nth: int, count: int, moment: Moment) -> Period:
    unit, calendar = Unit("business_day"), moment.calendar
    if nth > 0:
        before = days_later(outer.start, -1)
        first = shifted(before, unit, (nth - 1) * count + 1, calendar)
        return Period(first, days_later(shifted(first, unit, count - 1, calendar), 1))
    last = shifted(outer.end, unit, (nth + 1) * count - 1, calendar)
    return Period(
        shifted(last, unit, 1 - count, calendar) if count > 1 else last, days_later(last, 1)
    )


@means("nth_weekday")
def _nth_weekday(phrase: Phrase, moment: Moment) -> Meaning:
    outer = inner_meaning(phrase, "within", moment).closed()
    nth, weekday = phrase.number("nth"), phrase.number("weekday")
    first = weekday_in(Period(outer.start, outer.end), weekday)
    if nth > 0:
        day = days_later(first, 7 * (nth - 1))
    else:
        eve = days_later(outer.end, -1)
        day = days_later(eve, -((eve.weekday() - weekday) % 7) + 7 * (nth + 1))
    if not outer.start <= day < outer.end:
        raise problems.too_few_weekdays()
    return of_period(day_period(day), "day")


@means("holding")
def _holding(phrase: Phrase, moment: Moment) -> Meaning:
    """As in "The week of 3 March": the whole unit that holds a day."""
    unit = unit_of(phrase, moment)
    feast = (
        phrase.filled("of", replace(phrase, kind="holiday")) if phrase.has("holiday") else phrase
    )
    inner = inner_meaning(feast, "of", moment)
    period = inner.closed()
    if unit == WEEKEND and phrase.has("holiday"):
        return of_period(_long_weekend(period.start), "weekend")
    if _days(period) > 7 and unit.name in ("day", "week", "weekend", "hour", "business_day"):  # noqa: PLR2004 - a week
        raise problems.longer_than(unit.name)
    found = whole(period.start, unit, 0, moment.calendar)
    return of_period(found, unit.name, explicit=inner.explicit)


def _long_weekend(feast: date) -> Period:
    """The weekend nearest to a feast, stretched to take it in."""
    saturday = days_later(feast, (5 - feast.weekday() + 3) % 7 - 3)
    return Period(min(feast, saturday), days_later(max(feast, days_later(saturday, 1)), 1))


@means("week_from")
def _week_from(phrase: Phrase, moment: Moment) -> Meaning:
    start = inner_meaning(phrase, "of", moment).closed().start
    return of_period(Period(start, days_later(start, 7)), "week", explicit=True)


@means("run_ending")
def _run_ending(phrase: Phrase, moment: Moment) -> Meaning:
    named = Unit("week") if phrase.has("weekto") else unit_of(phrase, moment)
    unit, count = counted(named, phrase.number("count", 1))
    inner = inner_meaning(phrase, "of", moment)
    end = inner.closed().end
    start = shifted(end, unit, -count, moment.calendar)
    return of_period(Period(start, end), unit.name, explicit=inner.explicit)


@means("third")
def _third(phrase: Phrase, moment: Moment) -> Meaning:
    outer = _bounds(phrase, moment)
    nth = phrase.number("third") + 1
    months = (outer.end.year - outer.start.year) * 12 + outer.end.month - outer.start.month
    if months % 3 == 0 and months:
        first = months_later(outer.start, months // 3 * (nth - 1))
        return of_period(Period(first, months_later(first, months // 3)), "month")
    if _days(outer) in range(28, 32):
        start = days_later(outer.start, 10 * (nth - 1))
        end = outer.end if nth == 3 else days_later(start, 10)  # noqa: PLR2004 - the last third
        return of_period(Period(start, end), "day")
    return of_period(share_of_days(outer, 3, nth), "day")


@means("first_day")
def _first_day(phrase: Phrase, moment: Moment) -> Meaning:
    outer = _bounds(phrase, moment)
    month = Period(outer.start, min(months_later(outer.start, 1), outer.end))
    others = [reading(month, "its first month")] if _days(outer) > 31 else []  # noqa: PLR2004 - a month
    return of_period(day_period(outer.start), "day", readings=others)


@means("last_day")
def _last_day(phrase: Phrase, moment: Moment) -> Meaning:
    outer = _bounds(phrase, moment)
    month = Period(max(months_later(outer.end, -1), outer.start), outer.end)
    others = [reading(month, "its last month")] if _days(outer) > 31 else []  # noqa: PLR2004 - a month
    return of_period(day_period(days_later(outer.end, -1)), "day", readings=others)


def _bounds(phrase: Phrase, moment: Moment) -> Period:
    if phrase.inner("of"):
        return inner_meaning(phrase, "of", moment).closed()
    name = phrase.text("current")
    return stepped_period(Unit(name), 0, moment)


@means("beside")
def _beside(phrase: Phrase, moment: Moment) -> Meaning:
    """As in "Two weeks before Christmas": so many units up to a period, or from its end."""
    unit, count = counted(unit_of(phrase, moment), phrase.number("count", 1))
    anchor = inner_meaning(phrase, "of", moment).closed()
    if phrase.has("before"):
        start = shifted(anchor.start, unit, -count, moment.calendar)
        alone = Period(start, shifted(start, unit, 1, moment.calendar))
        others = (reading(alone, f"the first {unit.name} of these alone"),)
        return of_period(Period(start, anchor.start), unit.name, readings=others)
    end = shifted(anchor.end, unit, count, moment.calendar)
    alone = Period(shifted(end, unit, -1, moment.calendar), end)
    others = (reading(alone, f"the last {unit.name} of these alone"),)
    return of_period(Period(anchor.end, end), grain_of(unit.name), readings=others)

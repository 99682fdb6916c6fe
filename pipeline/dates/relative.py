"""Meanings counted from today, or from another period: last quarter, 3 weeks ago, first half of."""

from dataclasses import replace
from datetime import date

from pipeline.dates import problems
from pipeline.dates.meaning import (
    Meaning,
    Moment,
    grain_of,
    inner_meaning,
    latest,
    means,
    of_period,
    other_quarters,
    reading,
    unit_of,
    with_readings,
)
from pipeline.dates.named import day_period, nth_part, unit_inside
from pipeline.dates.periods import (
    Period,
    Unit,
    days_later,
    months_later,
    run_of,
    shifted,
    unit_start,
    whole,
)
from pipeline.dates.reading import Phrase
from pipeline.dates.values import Reading

DAY = Unit("day")
WEEK = Unit("week")
WEEKEND = Unit("weekend")
WORKING_DAYS = 5
HOURS_IN_A_DAY = 24


def counted(unit: Unit, count: int) -> tuple[Unit, int]:
    """Fortnights as weeks and hours as the days that hold them."""
    if count < 1:
        raise problems.no_length()
    if unit.name == "fortnight":
        return WEEK, 2 * count
    if unit.name == "hour":
        return DAY, -(-count // HOURS_IN_A_DAY)
    return unit, count


def stepped_period(unit: Unit, step: int, moment: Moment) -> Period:
    """One whole unit so many steps from the current one."""
    if unit.name == "fortnight":
        steps = {-1: (-2, -1), 0: (-1, 0), 1: (1, 2)}.get(step, (2 * step, 2 * step + 1))
        return run_of(moment.today, WEEK, steps, moment.calendar)
    if unit.name == "work_week":
        monday = days_later(moment.today, 7 * step - moment.today.weekday())
        return Period(monday, days_later(monday, WORKING_DAYS))
    if unit.name == "hour":
        return day_period(moment.today)
    return whole(moment.today, unit, step, moment.calendar)


@means("relative")
def _relative(phrase: Phrase, moment: Moment) -> Meaning:
    unit = unit_of(phrase, moment)
    step = phrase.number("step", -1)
    period = stepped_period(unit, step, moment)
    others = list(other_quarters(unit, step, moment))
    if step == 0 and period.start <= moment.today:
        others.append(reading(Period(period.start, moment.tomorrow), "to date"))
    if step == -1 and unit.name not in ("day", "weekend", "business_day", "work_week", "hour"):
        others.append(_rolling(*counted(unit, 1), moment))
    return of_period(period, unit.name, readings=others)


@means("before_last")
def _before_last(phrase: Phrase, moment: Moment) -> Meaning:
    return _relative(phrase.filled("step", -2), moment)


@means("after_next")
def _after_next(phrase: Phrase, moment: Moment) -> Meaning:
    return _relative(phrase.filled("step", 2), moment)


@means("rolling")
def _rolling_to_date(phrase: Phrase, moment: Moment) -> Meaning:
    named = unit_of(phrase, moment)
    unit, count = counted(named, phrase.number("count"))
    start = shifted(moment.tomorrow, unit, -count, moment.calendar)
    return of_period(Period(start, moment.tomorrow), named.name)


def _rolling(unit: Unit, count: int, moment: Moment) -> Reading:
    start = shifted(moment.tomorrow, unit, -count, moment.calendar)
    return reading(Period(start, moment.tomorrow), "rolling, up to today")


@means("many")
def _many(phrase: Phrase, moment: Moment) -> Meaning:
    named = unit_of(phrase, moment)
    unit, count = counted(named, phrase.number("count"))
    if phrase.number("step") > 0:
        return of_period(run_of(moment.today, unit, (1, count), moment.calendar), named.name)
    period = run_of(moment.today, unit, (-count, -1), moment.calendar)
    with_now = run_of(moment.today, unit, (1 - count, 0), moment.calendar)
    others = [
        _rolling(unit, count, moment),
        reading(
            Period(with_now.start, moment.tomorrow),
            f"with the current {unit.name.replace('_', ' ')}",
        ),
    ]
    if named.name == "hour":
        period = Period(period.start, moment.tomorrow)
        others = [reading(Period(period.start, moment.today), "without today")]
    return of_period(period, named.name, readings=others)


@means("trailing")
def _trailing(phrase: Phrase, moment: Moment) -> Meaning:
    count = phrase.number("count")
    period = run_of(moment.today, Unit("month"), (-count, -1), moment.calendar)
    return of_period(period, "month", readings=[_rolling(Unit("month"), count, moment)])


@means("ago")
def _ago(phrase: Phrase, moment: Moment) -> Meaning:
    return _away(phrase, -1, moment)


@means("ahead")
def _ahead(phrase: Phrase, moment: Moment) -> Meaning:
    return _away(phrase, 1, moment)


def _away(phrase: Phrase, sign: int, moment: Moment) -> Meaning:
    unit, count = counted(unit_of(phrase, moment), phrase.number("count"))
    period = whole(moment.today, unit, sign * count, moment.calendar)
    if unit.name in ("day", "business_day", "weekend"):
        return of_period(period, unit.name, explicit=unit.name == "day")
    exact = shifted(moment.today, unit, sign * count, moment.calendar)
    return of_period(period, unit.name, readings=[reading(day_period(exact), "that very day")])


@means("same_day")
def _same_day(phrase: Phrase, moment: Moment) -> Meaning:
    inner = phrase.inner("of") or phrase
    unit = unit_of(inner, moment)
    steps = inner.number("step", -inner.number("count", 1))
    return of_period(day_period(shifted(moment.today, unit, steps, moment.calendar)), "day")


@means("current")
def _current(phrase: Phrase, moment: Moment) -> Meaning:
    unit = unit_of(phrase, moment)
    if unit == WEEKEND:
        weekends = [whole(moment.today, unit, step, moment.calendar) for step in (-2, -1, 0)]
        return of_period(latest(weekends, moment.today), "weekend")
    return _relative(phrase.filled("step", 0), moment)


@means("to_date")
def _to_date(phrase: Phrase, moment: Moment) -> Meaning:
    fiscal = any(phrase.has(slot) for slot in ("fiscal", "fxtd", "fiscalunit"))
    unit = Unit(phrase.text("unit"), fiscal=fiscal)
    if phrase.inner("until"):
        last = inner_meaning(phrase, "until", moment).closed()
        start = whole(days_later(last.end, -1), unit, 0, moment.calendar).start
        return of_period(Period(start, last.end), unit.name)
    start = whole(moment.today, unit, 0, moment.calendar).start
    if phrase.has("within"):
        return _to_date_within(phrase, start, moment)
    own_year = other_quarters(unit, 0, moment)
    others = [replace(other, end=moment.tomorrow) for other in own_year]
    return of_period(Period(start, moment.tomorrow), unit.name, readings=others)


def _to_date_within(phrase: Phrase, start: date, moment: Moment) -> Meaning:
    """As in "YTD 2024": as far into that year as today is into this one."""
    year = inner_meaning(phrase, "within", moment).closed()
    if year.start > moment.today:
        raise problems.not_begun()
    months = (year.start.year - start.year) * 12
    del start
    same_start = year.start
    end = days_later(months_later(moment.today, months), 1)
    return of_period(Period(same_start, min(end, year.end)), "year")


@means("so_far")
def _so_far(phrase: Phrase, moment: Moment) -> Meaning:
    if phrase.inner("of"):
        meaning = inner_meaning(phrase, "of", moment)
    else:
        meaning = inner_meaning(phrase.filled("of", replace(phrase, kind="month")), "of", moment)
    start = meaning.closed().start
    inner = phrase.inner("of")
    if inner is not None and inner.kind == "relative" and inner.number("step") < 0:
        filled = phrase.filled("within", inner).filled("unit", inner.text("unit"))
        if inner.text("unit") == "year":
            return _to_date_within(
                filled, whole(moment.today, Unit("year"), 0, moment.calendar).start, moment
            )
    if start > moment.today:
        raise problems.not_begun()
    return of_period(Period(start, moment.tomorrow), meaning.grain)


@means("day_word")
def _day_word(phrase: Phrase, moment: Moment) -> Meaning:
    day = days_later(moment.today, phrase.number("dayword"))
    return of_period(day_period(day), "day", explicit=True)


@means("weekday")
def _weekday(phrase: Phrase, moment: Moment) -> Meaning:
    weekday, today = phrase.number("weekday"), moment.today
    if phrase.has("within"):
        week = inner_meaning(phrase, "within", moment).closed()
        return of_period(day_period(_weekday_in(week, weekday)), "day")
    back = (today.weekday() - weekday) % 7
    this_week = whole(today, WEEK, 0, moment.calendar)
    if not phrase.has("step"):
        return of_period(day_period(days_later(today, -back)), "day")
    if phrase.number("step") == 0:
        return of_period(day_period(_weekday_in(this_week, weekday)), "day")
    step = phrase.number("step")
    near = days_later(today, -(back or 7)) if step < 0 else days_later(today, 7 - back)
    other = _weekday_in(whole(today, WEEK, step, moment.calendar), weekday)
    label = "in last week" if step < 0 else "in next week"
    return of_period(day_period(near), "day", readings=[reading(day_period(other), label)])


def _weekday_in(week: Period, weekday: int) -> date:
    return days_later(week.start, (weekday - week.start.weekday()) % 7)


@means("weekday_run")
def _weekday_run(phrase: Phrase, moment: Moment) -> Meaning:
    first, last = phrase.number("first"), phrase.number("last")
    if phrase.has("within"):
        week = inner_meaning(phrase, "within", moment).closed()
        start = _weekday_in(week, first)
    else:
        start = days_later(moment.today, -((moment.today.weekday() - first) % 7))
    return of_period(Period(start, days_later(start, (last - first) % 7 + 1)), "day")


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
    first = _weekday_in(Period(outer.start, outer.end), weekday)
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
    unit, count = counted(unit_of(phrase, moment), phrase.number("count", 1))
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
        return of_period(Period(start, anchor.start), unit.name)
    end = shifted(anchor.end, unit, count, moment.calendar)
    return of_period(Period(anchor.end, end), grain_of(unit.name))

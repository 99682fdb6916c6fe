"""Meanings counted from today, or from another period: last quarter, 3 weeks ago, first half of."""

from dataclasses import replace
from datetime import date

from pipeline.dates import problems
from pipeline.dates.meaning import (
    Meaning,
    Moment,
    inner_meaning,
    latest,
    means,
    of_period,
    other_quarters,
    reading,
    unit_of,
)
from pipeline.dates.named import day_period
from pipeline.dates.periods import (
    Period,
    Unit,
    days_later,
    months_later,
    run_of,
    shifted,
    whole,
)
from pipeline.dates.reading import Phrase
from pipeline.dates.values import Reading

DAY = Unit("day")
WEEK = Unit("week")
WEEKEND = Unit("weekend")
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


@means("before_this")
def _before_this(phrase: Phrase, moment: Moment) -> Meaning:
    return _relative(phrase.filled("step", -1), moment)


@means("this_unit")
def _this_unit(phrase: Phrase, moment: Moment) -> Meaning:
    return _relative(phrase.filled("step", 0), moment)


@means("rest")
def _rest(phrase: Phrase, moment: Moment) -> Meaning:
    """What is left of a period after today."""
    outer = inner_meaning(phrase, "of", moment)
    period = outer.closed()
    start = max(period.start, moment.tomorrow)
    if start >= period.end:
        raise problems.none_left()
    with_today = reading(Period(max(period.start, moment.today), period.end), "with today")
    return of_period(Period(start, period.end), outer.grain, readings=[with_today])


@means("ago_run")
def _ago_run(phrase: Phrase, moment: Moment) -> Meaning:
    named = unit_of(phrase, moment)
    (unit, near), (_, far) = (counted(named, phrase.number(slot)) for slot in ("first", "last"))
    near, far = min(near, far), max(near, far)
    return of_period(run_of(moment.today, unit, (-far, -near), moment.calendar), named.name)


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


@means("within_next")
def _within_next(phrase: Phrase, moment: Moment) -> Meaning:
    """As in "expires within the next 6 months": from today on, up to the day so far ahead."""
    named = unit_of(phrase, moment)
    unit, count = counted(named, phrase.number("count"))
    end = shifted(moment.tomorrow, unit, count, moment.calendar)
    found = run_of(moment.today, unit, (1, count), moment.calendar)
    others = [reading(found, f"whole {named.name.replace('_', ' ')}s")]
    return of_period(Period(moment.today, end), named.name, readings=others)


@means("iso_relative")
def _iso_relative(phrase: Phrase, moment: Moment) -> Meaning:
    """As in "last ISO week": from Monday on, whatever day weeks begin on here."""
    return _relative(phrase, _on_mondays(moment))


@means("iso_many")
def _iso_many(phrase: Phrase, moment: Moment) -> Meaning:
    return _many(phrase, _on_mondays(moment))


def _on_mondays(moment: Moment) -> Moment:
    return replace(moment, calendar=replace(moment.calendar, week_starts_on="monday"))


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
    end = days_later(months_later(moment.today, months), 1)
    return of_period(Period(year.start, min(end, year.end)), "year")


@means("so_far")
def _so_far(phrase: Phrase, moment: Moment) -> Meaning:
    if phrase.inner("of"):
        meaning = inner_meaning(phrase, "of", moment)
    else:
        kind = "month" if phrase.has("month") else "day_word"
        meaning = inner_meaning(phrase.filled("of", replace(phrase, kind=kind)), "of", moment)
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
        return of_period(day_period(weekday_in(week, weekday)), "day")
    back = (today.weekday() - weekday) % 7
    this_week = whole(today, WEEK, 0, moment.calendar)
    if not phrase.has("step"):
        return of_period(day_period(days_later(today, -back)), "day")
    if phrase.number("step") == 0:
        return of_period(day_period(weekday_in(this_week, weekday)), "day")
    step = phrase.number("step")
    near = days_later(today, -(back or 7)) if step < 0 else days_later(today, 7 - back)
    other = weekday_in(whole(today, WEEK, step, moment.calendar), weekday)
    label = "in last week" if step < 0 else "in next week"
    return of_period(day_period(near), "day", readings=[reading(day_period(other), label)])


def weekday_in(week: Period, weekday: int) -> date:
    return days_later(week.start, (weekday - week.start.weekday()) % 7)


@means("weekday_run")
def _weekday_run(phrase: Phrase, moment: Moment) -> Meaning:
    first, last = phrase.number("first"), phrase.number("last")
    if phrase.has("within"):
        week = inner_meaning(phrase, "within", moment).closed()
        start = weekday_in(week, first)
    else:
        start = days_later(moment.today, -((moment.today.weekday() - first) % 7))
    return of_period(Period(start, days_later(start, (last - first) % 7 + 1)), "day")

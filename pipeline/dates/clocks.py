"""Meanings of parts of a day and of weekdays counted back; a time of day stands for its day."""

from dataclasses import replace

from pipeline.dates.meaning import (
    Meaning,
    Moment,
    inner_meaning,
    meaning_of,
    means,
    of_period,
    reading,
)
from pipeline.dates.named import day_period
from pipeline.dates.periods import Period, Unit, days_later, shifted, whole
from pipeline.dates.reading import Phrase

WHOLE_DAY = " (the whole day: times of day are not used)"


@means("day_part")
def _day_part(phrase: Phrase, moment: Moment) -> Meaning:
    """As in "This morning", "yesterday at 3pm"."""
    if phrase.inner("of"):
        meaning = inner_meaning(phrase, "of", moment)
    else:
        day = days_later(moment.today, phrase.number("dayword"))
        meaning = of_period(day_period(day), "day")
    return replace(meaning, explicit=False, note=WHOLE_DAY)


@means("weekday_ago")
def _weekday_ago(phrase: Phrase, moment: Moment) -> Meaning:
    """As in "Two Mondays ago": the second of them before today."""
    back = (moment.today.weekday() - phrase.number("weekday")) % 7 or 7
    day = days_later(moment.today, -back - 7 * (phrase.number("count") - 1))
    return of_period(day_period(day), "day")


@means("weekday_before_last")
def _weekday_before_last(phrase: Phrase, moment: Moment) -> Meaning:
    return _weekday_ago(phrase.filled("count", 2), moment)


@means("before_last_year")
def _before_last_year(phrase: Phrase, moment: Moment) -> Meaning:
    """As in "The April before last"."""
    kind = next(name for name in ("month", "season", "holiday") if phrase.has(name))
    return meaning_of(replace(phrase.filled("step", -2), kind=kind), moment)


@means("year_and_half")
def _year_and_half(phrase: Phrase, moment: Moment) -> Meaning:
    months = 12 * phrase.number("years", 1) + 6
    filled = phrase.filled("count", months).filled("unit", "month").filled("step", -1)
    return meaning_of(replace(filled, kind="many"), moment)


@means("past_to_date")
def _past_to_date(phrase: Phrase, moment: Moment) -> Meaning:
    """As in "Prior YTD": as far into the unit before as today is into this one."""
    unit = Unit(phrase.text("unit"), fiscal=phrase.has("fiscal"))
    period = whole(moment.today, unit, -1, moment.calendar)
    end = min(shifted(moment.tomorrow, unit, -1, moment.calendar), period.end)
    return of_period(Period(period.start, end), unit.name, readings=[reading(period, "all of it")])

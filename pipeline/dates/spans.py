"""Meanings with two ends or an open one: between, from-to, since, before, until."""

from dataclasses import replace
from datetime import date

from pipeline.dates import problems
from pipeline.dates.meaning import (
    Meaning,
    Moment,
    container,
    inner_meaning,
    meaning_of,
    means,
    of_period,
    reading,
    unit_of,
)
from pipeline.dates.named import a_date, month_in
from pipeline.dates.periods import Period, Unit, days_later, months_later, shifted
from pipeline.dates.reading import Phrase
from pipeline.dates.relative import counted

# Kinds that name no year (or week) of their own and can take their neighbour's.
YEARLESS = frozenset({"month", "part", "nth", "month_day", "season", "holiday", "week_number"})


def borrowing(phrase: Phrase, other: Phrase | None) -> Phrase:
    """A phrase with its neighbour's year, where it has none: "Q1 and Q2 2025"."""
    within = other.inner("within") if other is not None else None
    if within is None or phrase.has("within") or phrase.has("step"):
        return phrase
    if phrase.kind == "weekday" and other is not None and other.kind == "weekday":
        return phrase.filled("within", within)
    if _names_the_same(phrase, other):
        return phrase
    if phrase.kind not in YEARLESS or other is None or other.kind not in YEARLESS:
        return phrase
    return phrase.filled("within", within)


def of_year(phrase: Phrase, year: Phrase) -> Phrase:
    """As in "2022 (from 1 March to 31 May)": what stands in brackets is of that year."""
    if year.kind not in ("year", "short_year", "fiscal_year"):
        return phrase
    if phrase.kind in YEARLESS and not (phrase.has("within") or phrase.has("step")):
        return phrase.filled("within", year)
    for slot in ("first", "last"):
        inner = phrase.inner(slot)
        if phrase.kind == "range" and inner is not None:
            phrase = phrase.filled(slot, of_year(inner, year))
    return phrase


def _names_the_same(phrase: Phrase, other: Phrase | None) -> bool:
    """As in "Q3 vs Q3 last year": the first is another year's than the second."""
    names = ("month", "part", "nth", "season", "holiday", "day")
    return other is not None and all(
        phrase.slots.get(name) == other.slots.get(name) for name in names
    )


@means("range")
def _range(phrase: Phrase, moment: Moment) -> Meaning:
    first, last = phrase.inner("first"), phrase.inner("last")
    if first is None or last is None:
        raise problems.missing_end()
    start = meaning_of(borrowing(first, last), moment)
    end = meaning_of(borrowing(last, first), moment)
    period = Period(start.closed().start, end.closed().end)
    if not last.has("within") and period.end <= start.closed().end:
        period = Period(
            period.start, _next_end(end.closed(), start.closed(), monthly=last.kind == "day_of")
        )
    if start.closed().start > end.closed().start and period.end == end.closed().end:
        raise problems.ends_first()
    explicit = start.explicit and end.explicit
    return of_period(_with_its_ends(phrase, period, start, end), start.grain, explicit=explicit)


def _with_its_ends(phrase: Phrase, period: Period, start: Meaning, end: Meaning) -> Period:
    """As in "between 1 June inclusive and 8 June exclusive": an end may be left out."""
    opens = period.start if phrase.number("opens", 1) else start.closed().end
    left_out = end.closed().end - end.closed().start
    closes = period.end if phrase.number("closes", 1) else period.end - left_out
    if closes <= opens:
        raise problems.ends_first()
    return Period(opens, closes)


def _next_end(end: Period, start: Period, *, monthly: bool) -> date:
    """The end of the first such period after the start: "November to February"."""
    found = end.end
    if end.start >= start.start:
        return found
    months = 1 if monthly else 12
    while found <= start.start:
        found = days_later(months_later(days_later(found, -1), months), 1)
    return found


@means("day_run")
def _day_run(phrase: Phrase, moment: Moment) -> Meaning:
    month, first, last = (phrase.number(slot) for slot in ("month", "first", "last"))
    within = container(phrase, moment)
    if first > last:
        raise problems.ends_first()
    year = month_in(within[0], month).start.year if within else _latest_year(month, first, moment)
    start, end = a_date(year, month, first), a_date(year, month, last)
    return of_period(Period(start, days_later(end, 1)), "day", explicit=within is not None)


@means("number_run")
def _number_run(phrase: Phrase, moment: Moment) -> Meaning:
    """As in "Weeks 10 to 12 of 2025"."""
    kind = "week_number" if phrase.text("unit") == "week" else "nth"
    ends = [
        meaning_of(replace(phrase.filled("nth", phrase.number(slot)), kind=kind), moment)
        for slot in ("first", "last")
    ]
    if ends[0].closed().start > ends[1].closed().start:
        raise problems.ends_first()
    period = Period(ends[0].closed().start, ends[1].closed().end)
    return of_period(period, ends[0].grain, explicit=ends[0].explicit)


@means("vague")
def _vague(phrase: Phrase, moment: Moment) -> Meaning:
    del phrase, moment
    raise problems.vague()


def _latest_year(month: int, day: int, moment: Moment) -> int:
    begun = (month, day) <= (moment.today.month, moment.today.day)
    return moment.today.year - (not begun)


@means("since")
def _since(phrase: Phrase, moment: Moment) -> Meaning:
    of = inner_meaning(phrase, "of", moment)
    return _open(of, start=of.closed().start, end=None)


@means("since_last")
def _since_last(phrase: Phrase, moment: Moment) -> Meaning:
    unit, count = counted(unit_of(phrase, moment), phrase.number("count"))
    start = shifted(moment.today, unit, -count, moment.calendar)
    return Meaning(start=start, end=None, grain="day")


@means("after")
def _after(phrase: Phrase, moment: Moment) -> Meaning:
    of = inner_meaning(phrase, "of", moment)
    return _open(of, start=of.closed().end, end=None)


@means("before")
def _before(phrase: Phrase, moment: Moment) -> Meaning:
    of = inner_meaning(phrase, "of", moment)
    return _open(of, start=None, end=of.closed().start)


@means("until")
def _until(phrase: Phrase, moment: Moment) -> Meaning:
    of = inner_meaning(phrase, "of", moment)
    return _open(of, start=None, end=of.closed().end)


def _open(of: Meaning, *, start: date | None, end: date | None) -> Meaning:
    return Meaning(start=start, end=end, grain=of.grain, explicit=of.explicit)


@means("as_of")
def _as_of(phrase: Phrase, moment: Moment) -> Meaning:
    of = inner_meaning(phrase, "of", moment)
    day = days_later(of.closed().end, -1)
    others = (reading(Period(day, of.closed().end), "on that day alone"),)
    return Meaning(start=None, end=of.closed().end, grain=of.grain, readings=others)


@means("until_now")
def _until_now(phrase: Phrase, moment: Moment) -> Meaning:
    del phrase
    return Meaning(start=None, end=moment.tomorrow, grain="day")


@means("window")
def _window(phrase: Phrase, moment: Moment) -> Meaning:
    """As in "After March 2025 and before June 2025": each word keeps its own sense."""
    first = inner_meaning(phrase, "first", moment)
    last = inner_meaning(phrase, "last", moment)
    start = first.closed().end if phrase.has("after") else first.closed().start
    end = last.closed().start if phrase.has("before") else last.closed().end
    if start >= end:
        raise problems.ends_first()
    return of_period(Period(start, end), first.grain, explicit=first.explicit and last.explicit)


@means("older")
def _older(phrase: Phrase, moment: Moment) -> Meaning:
    unit, count = counted(unit_of(phrase, moment), phrase.number("count"))
    return Meaning(
        start=None, end=shifted(moment.today, unit, -count, moment.calendar), grain="day"
    )


@means("newer")
def _newer(phrase: Phrase, moment: Moment) -> Meaning:
    unit, count = counted(unit_of(phrase, moment), phrase.number("count"))
    start = shifted(moment.today, unit, -count, moment.calendar)
    return of_period(Period(start, moment.tomorrow), "day")


@means("dangling")
def _dangling(phrase: Phrase, moment: Moment) -> Meaning:
    del phrase, moment
    raise problems.missing_end()


def moved_year(phrase: Phrase, base: Period, moment: Moment) -> Period:
    """As in "The same period last year": the base moved by whole units or to a named year."""
    inner = phrase.inner("within")
    if inner is None:
        name = phrase.text("step", phrase.text("shift", "year"))
        count = phrase.number("count", 1)
        return _moved(base, Unit(name), -count, moment)
    target = meaning_of(inner, moment).closed()
    unit = unit_of(inner, moment)
    if inner.kind == "relative" and unit.name != "year":
        return _moved(base, unit, inner.number("step", -1), moment)
    if inner.kind == "ago":
        return _moved(base, unit, -inner.number("count", 1), moment)
    step = target.start.year - base.start.year
    if inner.kind == "relative":
        step = inner.number("step", -1)
    return _moved(base, Unit("year"), step, moment)


def _moved(base: Period, unit: Unit, steps: int, moment: Moment) -> Period:
    start = shifted(base.start, unit, steps, moment.calendar)
    if base.end.day == 1 or unit.name in ("day", "week"):
        return Period(start, shifted(base.end, unit, steps, moment.calendar))
    last = shifted(days_later(base.end, -1), unit, steps, moment.calendar)
    return Period(start, days_later(last, 1))

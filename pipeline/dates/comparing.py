"""Periods set against each other: A vs B, the same period last year, year over year."""

from dataclasses import dataclass
from datetime import timedelta

from pipeline.dates import problems
from pipeline.dates.describe import describe
from pipeline.dates.meaning import (
    Meaning,
    Moment,
    meaning_of,
    of_period,
    reading,
    with_readings,
)
from pipeline.dates.periods import Period, Unit, shifted, unit_start, whole
from pipeline.dates.reading import Phrase
from pipeline.dates.several import SEVERAL, several
from pipeline.dates.spans import moved_year
from pipeline.dates.values import Comparison, DateRange, Reading

ECHOES = frozenset({"same_as", "period_before", "unit_before", "run_before", "year_over"})
LONGEST_YEARS = 100
SAME_DAYS = "the same days so far"


@dataclass(frozen=True, slots=True)
class Found:
    """A phrase at its place in the text; `against` when it is compared with the one before.

    `either` says that an "or" leads to it, `within` that it stands in brackets right behind.
    """

    phrase: Phrase
    words: str
    span: tuple[int, int]
    against: bool = False
    listed: bool = False
    either: bool = False
    within: bool = False


def ranges_of(found: Found, base: DateRange | None, moment: Moment) -> list[DateRange]:
    """The periods of one expression; a comparison with an unnamed base brings the base too."""
    phrase = found.phrase
    if phrase.kind in SEVERAL:
        return [_as_range(found, each) for each in several(phrase, moment)]
    if phrase.kind == "year_over":
        return _year_over(found, base, moment)
    if phrase.kind in ECHOES:
        return _echoed(found, base, moment)
    if found.against and base is not None and _follows_base(phrase):
        meaning = _before_base(phrase, base, moment)
    else:
        meaning = meaning_of(phrase, moment)
    if found.against and base is not None and _echoes_a_year(phrase, base):
        return _echoed(found, base, moment)
    if found.against and base is None and _is_last(phrase):
        this = meaning_of(phrase.filled("step", 0), moment)
        name = phrase.text("unit")
        current = _as_range(found, this, f"the current {name}")
        return [current, _as_range(found, _with_same_days(phrase, meaning, current, moment))]
    if found.against and base is not None and _is_last(phrase):
        meaning = _with_same_days(phrase, meaning, base, moment)
    return [_as_range(found, meaning)]


def _with_same_days(phrase: Phrase, meaning: Meaning, base: DateRange, moment: Moment) -> Meaning:
    """As in "this year vs last year": the year before may mean as much of it as has gone by."""
    begun = base.start is not None and base.start <= moment.today
    unfinished = base.end is not None and moment.tomorrow < base.end
    if not (begun and unfinished) or phrase.text("unit") != base.grain or base.start is None:
        return meaning
    so_far = _moved_back(Period(base.start, moment.tomorrow), Unit(base.grain), 1, moment)
    return with_readings(meaning, reading(so_far, SAME_DAYS))


def _echoes_a_year(phrase: Phrase, base: DateRange) -> bool:
    """As in "Q3 vs last year" and "vs a year ago" mean the same quarter of that year."""
    if phrase.kind == "ago":
        return True
    shorter = base.grain in ("day", "week", "month", "quarter", "half")
    yearly = phrase.text("unit") == "year" and phrase.number("count", 1) == 1
    return _is_last(phrase) and yearly and shorter and base.end is not None


def _is_last(phrase: Phrase) -> bool:
    return phrase.kind == "relative" and phrase.number("step", -1) == -1


def _follows_base(phrase: Phrase) -> bool:
    return phrase.kind in ("relative", "many") and phrase.has("beforeit")


def _closed(base: DateRange, moment: Moment) -> Period:
    if base.start is None:
        raise problems.open_ended_base()
    return Period(base.start, base.end or moment.tomorrow)


def _before_base(phrase: Phrase, base: DateRange, moment: Moment) -> Meaning:
    """As in "March vs the previous month" counts from March, not from today."""
    period = _closed(base, moment)
    unit = Unit(phrase.text("unit"), fiscal=phrase.has("fiscal"))
    count = phrase.number("count", 1)
    if unit_start(period.start, unit, moment.calendar) == period.start or count > 1:
        start = shifted(period.start, unit, -count, moment.calendar)
        return of_period(Period(start, period.start), unit.name)
    return of_period(whole(period.start, unit, -1, moment.calendar), unit.name)


def _echoed(found: Found, base: DateRange | None, moment: Moment) -> list[DateRange]:
    phrase = found.phrase
    if base is None and phrase.kind == "same_as" and phrase.text("unit"):
        unit = Unit(phrase.text("unit"), fiscal=phrase.has("fiscal"))
        current = whole(moment.today, unit, 0, moment.calendar)
        this = of_period(current, unit.name)
        base = _as_range(found, this, f"the current {unit.name}")
        both = [base, *_echoed(found, base, moment)]
        return both if found.against else both[1:]
    if base is None:
        year = whole(moment.today, Unit("year"), 0, moment.calendar)
        this = of_period(Period(year.start, moment.tomorrow), "year")
        base = _as_range(found, this, "the year to date")
        return [base, *_echoed(found, base, moment)]
    period = _closed(base, moment)
    others: tuple[Reading, ...] = ()
    if phrase.kind == "relative":
        whole_year = meaning_of(phrase, moment).closed()
        others = (reading(whole_year, "the whole year"),)
        moved = _moved_back(period, Unit("year"), 1, moment)
    elif phrase.kind == "same_as":
        moved = moved_year(phrase, period, moment)
    elif phrase.kind == "run_before":
        moved = _before_base(phrase, base, moment).closed()
    elif phrase.kind in ("unit_before", "ago"):
        unit = Unit(phrase.text("unit"))
        moved = _moved_back(period, unit, phrase.number("count", 1), moment)
    else:
        moved = _period_before(period, base, moment)
    return [_as_range(found, of_period(moved, base.grain, explicit=base.explicit, readings=others))]


def _moved_back(period: Period, unit: Unit, count: int, moment: Moment) -> Period:
    start = shifted(period.start, unit, -count, moment.calendar)
    end = shifted(period.end, unit, -count, moment.calendar)
    return Period(start, end)


def _period_before(period: Period, base: DateRange, moment: Moment) -> Period:
    if base.grain in ("month", "quarter", "half", "year") and period.start.day == period.end.day:
        months = (period.end.year - period.start.year) * 12 + period.end.month - period.start.month
        return Period(shifted(period.start, Unit("month"), -months, moment.calendar), period.start)
    return Period(period.start - (period.end - period.start), period.start)


def _year_over(found: Found, base: DateRange | None, moment: Moment) -> list[DateRange]:
    unit = Unit(found.phrase.text("unit"))
    if base is None:
        this = of_period(whole(moment.today, unit, 0, moment.calendar), unit.name)
        before = of_period(whole(moment.today, unit, -1, moment.calendar), unit.name)
        named = (f"the current {unit.name}", f"the {unit.name} before")
        return [_as_range(found, this, named[0]), _as_range(found, before, named[1])]
    period = _closed(base, moment)
    if period.end - period.start > timedelta(days=370) or _is_series(period, unit):
        return []
    return [_as_range(found, of_period(_moved_back(period, unit, 1, moment), base.grain))]


def _is_series(period: Period, unit: Unit) -> bool:
    """As in "Month over month in 2025" is a series inside one year, not two periods."""
    longest = {"week": 7, "month": 31, "quarter": 92}.get(unit.name, 366)
    return (period.end - period.start).days > longest


def _as_range(found: Found, meaning: Meaning, called: str = "") -> DateRange:
    if meaning.start and meaning.end:
        if meaning.end <= meaning.start:
            raise problems.ends_first()
        years = (meaning.end - meaning.start).days // 365
        if years > LONGEST_YEARS:
            raise problems.too_long(years)
    return DateRange(
        start=meaning.start,
        end=meaning.end,
        grain=meaning.grain,
        words=found.words,
        span=found.span,
        explanation=f"{called or found.words} = {describe(meaning)}{meaning.note}",
        explicit=meaning.explicit,
        readings=meaning.readings,
        called=called,
    )


def compared(first: DateRange, second: DateRange, words: str, span: tuple[int, int]) -> Comparison:
    """Two periods as one comparison."""
    explanation = f"{first.explanation}, against {second.explanation}"
    return Comparison(first=first, second=second, words=words, span=span, explanation=explanation)

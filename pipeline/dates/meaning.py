"""What an expression means on a given day: the dispatch from kinds of phrase to arithmetic."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date

from pipeline.dates import problems
from pipeline.dates.calendar import Calendar
from pipeline.dates.periods import (
    FISCAL_UNITS,
    Period,
    Unit,
    days_later,
    fiscal_year,
    whole,
)
from pipeline.dates.reading import Phrase
from pipeline.dates.values import Grain, Reading


@dataclass(frozen=True, slots=True)
class Moment:
    """The day on which a text is read, and the calendar it is read by."""

    today: date
    calendar: Calendar
    day_first: bool = False

    @property
    def tomorrow(self) -> date:
        return days_later(self.today, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """A period with its grain and the other readings of the same words."""

    start: date | None
    end: date | None
    grain: Grain
    explicit: bool = False
    readings: tuple[Reading, ...] = ()
    note: str = ""

    def closed(self) -> Period:
        """Both dates, where the meaning has them."""
        if self.start is None or self.end is None:
            raise problems.open_ended_part()
        return Period(self.start, self.end)


type_of_meaning = Callable[[Phrase, Moment], Meaning]
_MEANINGS: dict[str, type_of_meaning] = {}


def means(kind: str) -> Callable[[type_of_meaning], type_of_meaning]:
    """Registers the arithmetic of one kind of phrase."""

    def register(function: type_of_meaning) -> type_of_meaning:
        _MEANINGS[kind] = function
        return function

    return register


def meaning_of(phrase: Phrase, moment: Moment) -> Meaning:
    """The period that a phrase names; raises Impossible where it names none."""
    return _MEANINGS[phrase.kind](phrase, moment)


def inner_meaning(phrase: Phrase, slot: str, moment: Moment) -> Meaning:
    """The meaning of the expression in a slot."""
    inner = phrase.inner(slot)
    if inner is None:
        raise problems.missing_part()
    return meaning_of(inner, moment)


def of_period(
    period: Period, grain: str, *, explicit: bool = False, readings: Iterable[Reading] = ()
) -> Meaning:
    """A closed meaning, with only the readings that differ from it."""
    others: dict[tuple[date | None, date | None], Reading] = {}
    for reading in readings:
        empty = reading.start and reading.end and reading.end <= reading.start
        if not empty and (reading.start, reading.end) != (period.start, period.end):
            others.setdefault((reading.start, reading.end), reading)
    return Meaning(
        start=period.start,
        end=period.end,
        grain=grain_of(grain),
        explicit=explicit and not others,
        readings=tuple(others.values()),
    )


GRAINS: dict[str, Grain] = {
    "hour": "day", "day": "day", "business_day": "day", "week": "week", "work_week": "week",
    "fortnight": "week", "weekend": "weekend", "month": "month", "quarter": "quarter",
    "half": "half", "year": "year", "decade": "decade", "century": "century",
}  # fmt: skip


def grain_of(unit: str) -> Grain:
    return GRAINS[unit]


def reading(period: Period, label: str) -> Reading:
    return Reading(start=period.start, end=period.end, label=label)


def unit_of(phrase: Phrase, moment: Moment) -> Unit:
    """The unit that a phrase counts in, on the fiscal year where it or the workspace says so."""
    name = phrase.text("unit")
    calendar = moment.calendar
    fiscal = phrase.has("fiscal") or phrase.has("fiscalunit")
    meant = calendar.quarter_means == "fiscal" and name in ("quarter", "half")
    retail = calendar.retail_pattern is not None and name == "month"
    return Unit(name, fiscal=(fiscal and (name in FISCAL_UNITS or retail)) or meant)


def other_quarters(unit: Unit, step: int, moment: Moment, label: str = "") -> tuple[Reading, ...]:
    """The same unit counted on the other kind of year, where the two differ."""
    if unit.name not in FISCAL_UNITS or not moment.calendar.has_own_fiscal_year:
        return ()
    other = Unit(unit.name, fiscal=not unit.fiscal)
    kind = "fiscal" if other.fiscal else "calendar"
    return (
        reading(whole(moment.today, other, step, moment.calendar), label or f"{kind} {unit.name}"),
    )


def container(phrase: Phrase, moment: Moment) -> tuple[Period, bool] | None:
    """The year that a phrase is placed in, and whether that is a fiscal year."""
    inner = phrase.inner("within")
    if inner is None:
        return None
    fiscal = inner.kind in ("fiscal_year", "split_year") or unit_of(inner, moment).fiscal
    if phrase.has("fiscal") and inner.kind in ("year", "short_year"):
        named = inner.number("year", inner.number("shortyear"))
        return fiscal_year(named, moment.calendar), True
    return meaning_of(inner, moment).closed(), fiscal


def latest(candidates: Iterable[Period], today: date) -> Period:
    """The last of some periods, in order of time, that has begun."""
    begun = [period for period in candidates if period.start <= today]
    if not begun:
        raise problems.none_begun()
    return begun[-1]


def with_readings(meaning: Meaning, *more: Reading) -> Meaning:
    return replace(meaning, readings=(*meaning.readings, *more), explicit=False)

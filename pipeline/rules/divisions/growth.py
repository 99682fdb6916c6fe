"""By how much a number grew from one period to another: both are planned as questions."""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from pipeline.intent import Condition, Intent, Measure
from pipeline.rules.divisions.united import Side, side_of
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.times.values import TimeSpan

_GROW = r"(?:grow|grew|grown|increase|increased|rise|rose|risen|change|changed|go\s+up|gone\s+up)"
_SHRINK = r"(?:fall|fell|fallen|drop|dropped|decrease|decreased|shrink|shrunk|decline|declined)"
_PERCENT = r"(?:percentages?|percents?|per\s+cent|%)"
_FROM = r"\s+(?:from|between)\s+(?P<then>[\w ]+?)\s+(?:to|and)\s+(?P<now>[\w ]+?)"
_END = r"\s*[.?!]?\s*$"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"^by\s+(?:what|which)\s+{_PERCENT}\s+(?:did|has|have)\s+(?P<said>.+?)\s+"
        rf"(?:{_GROW}|(?P<down>{_SHRINK})){_FROM}{_END}",
        rf"^(?:by\s+)?how\s+much\s+(?:did|has|have)\s+(?P<said>.+?)\s+"
        rf"(?:{_GROW}|(?P<down>{_SHRINK})){_FROM},?\s+(?:in|as\s+an?)\s+{_PERCENT}{_END}",
        rf"^(?:what\s+(?:is|was)\s+the\s+)?(?:{_PERCENT}|relative)\s+(?:growth|increase|change|"
        rf"(?P<down>decrease|decline|drop))\s+(?:in|of)\s+(?P<said>.+?){_FROM}{_END}",
    )
)
_YEAR = re.compile(r"(?:19|20)\d\d")
Read = Callable[[str, Sequence[TimeSpan]], Outcome]


def grown(question: str, times: Sequence[TimeSpan], read: Read) -> Intent | Ask | None:
    """How far a number moved, in percent of what it was, or which of its dates counts."""
    found = next((each for form in _FORMS if (each := form.match(question.strip()))), None)
    if found is None:
        return None
    sides = [_side(found["said"], found[period], times, read) for period in ("then", "now")]
    then, now = sides
    if not isinstance(then, Side) or not isinstance(now, Side):
        return then if isinstance(then, Ask) else None
    common = tuple(clause for clause in then.filters if clause in now.filters)
    before, behind = (_of_period(side, common) for side in (then, now))
    if before is None or behind is None or then.measure != now.measure:
        return None
    ends = (before, behind) if found.groupdict().get("down") else (behind, before)
    moved = Measure(function="difference", table=before.table, parts=ends)
    grew = Measure(function="divided", table=before.table, parts=(moved, before), part=True)
    return Intent(subject=before.table, outputs=(0,), measures=(grew,), filters=common)


def _of_period(side: Side, common: Sequence[object]) -> Measure | None:
    """The number over the rows of its period, which is all that sets it apart."""
    own = tuple(clause for clause in side.filters if clause not in common)
    timely = all(isinstance(clause, Condition) and clause.operator == "within" for clause in own)
    return replace(side.measure, where=own) if own and timely else None


def _side(said: str, period: str, times: Sequence[TimeSpan], read: Read) -> Side | Ask | None:
    span = next((time for time in times if time.words.lower() == period.lower()), None)
    span = span or _of_year(period, times)
    plain = re.sub(r"^the\s+", "", said, flags=re.IGNORECASE)
    for asked in (f"What is the {plain} in {period}?", f"How many {plain} in {period}?"):
        at = asked.rindex(period)
        until = at + len(period)
        spans = (replace(span, words=period, at=at, until=until, comparison=None),) if span else ()
        outcome = read(asked, spans) if spans else None
        found = side_of(outcome.intent) if isinstance(outcome, Planned) else None
        if found is not None:
            return found
        if isinstance(outcome, Ask) and outcome.id.startswith("time:"):
            return outcome
    return None


def _of_year(period: str, times: Sequence[TimeSpan]) -> TimeSpan | None:
    """`2023`, of the span `from 2023 to 2024`."""
    spans = [time for time in times if period in time.words]
    if not spans or _YEAR.fullmatch(period) is None:
        return None
    first = dt.date(int(period), 1, 1)
    return replace(spans[0], start=first, end=first.replace(year=first.year + 1))

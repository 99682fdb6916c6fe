"""`Which stays lasted longer than 30 days`: rows whose end lies so long after their start."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.intent import Compared, Intent
from pipeline.rules.linking.ends_of_rows import both_ends_of, kept_lengths
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.first_in_period import first_in_period
from pipeline.rules.relatives.going_on import going_on
from pipeline.rules.relatives.linked import is_of_plain_rows, readings_of
from pipeline.rules.relatives.own_period import ReadTimed, in_own_period
from pipeline.rules.relatives.taking_out import tidy
from pipeline.rules.schema.known import Known
from pipeline.rules.vocabulary.stretches import NUMBER, SIGNS, UNIT, Length, length_said
from pipeline.times.values import TimeSpan

_WENT_ON = r"(?:last(?:ed|s|ing)?|took|takes?|ran|runs?|running|went\s+on|going\s+on|continued)"
_LEAD = r"(?:(?:that|which|who|and)\s+)?(?:(?:have|has|had|were|was|are|is)\s+)?"
_FORM = re.compile(
    rf"\b{_LEAD}(?P<verb>{_WENT_ON}\s+)?(?:for\s+)?(?P<op>{'|'.join(SIGNS)})\s+"
    rf"(?P<n>{NUMBER})\s+(?P<unit>{UNIT})s?\b"
    r"(?!\s+(?:ago|old|older|before|after|later|from|since|until|prior|between|earlier|late))",
    re.IGNORECASE,
)


def by_own_dates(
    question: str, times: Sequence[TimeSpan], about: Known, timed: ReadTimed
) -> tuple[list[Planned], bool]:
    """The readings of a question for what happened first, near another date, or for how long."""
    for ways in (first_in_period, going_on, in_own_period):
        found, sure = ways(question, times, about, timed)
        if found:
            return found, sure
    return _lasting_longer(question, times, about, timed)


def _lasting_longer(
    question: str, times: Sequence[TimeSpan], about: Known, timed: ReadTimed
) -> tuple[list[Planned], bool]:
    """The readings of a question for rows that went on for so long, or not so long."""
    found = _FORM.search(question)
    if found is None:
        return [], True
    operator = " ".join(found["op"].lower().split())
    if not found["verb"] and operator not in ("longer than", "shorter than"):
        return [], True
    rest = tidy(f"{question[: found.start()]} {question[found.end() :]}")
    kept = [time for time in times if time.words.lower() in rest.lower()]
    bases, sure = readings_of(rest, timed(kept))
    far = length_said(found["n"], found["unit"])
    made = [
        replace(base, intent=intent)
        for base in bases
        if (intent := _within(base.intent, SIGNS[operator], far, about)) is not None
    ]
    return made, sure


def _within(intent: Intent, operator: str, far: Length, about: Known) -> Intent | None:
    """The intent of those rows alone; None where the data do not say from when to when."""
    ends = both_ends_of(intent.subject, about)
    if ends is None or kept_lengths(intent.subject, about) or not is_of_plain_rows(intent):
        return None
    since, until = ends
    lasted = Compared(
        column=until, operator=operator, function="own", of=since, days=far.days, months=far.months
    )
    return replace(intent, filters=(*intent.filters, lasted))

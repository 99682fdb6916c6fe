"""The planner: a question in, SQL with its contract out, or a question back, or a plain no."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sqlglot.errors import SqlglotError

from pipeline.intent import Intent
from pipeline.rules.asking.codes_in_brackets import with_codes_read
from pipeline.rules.asking.hints import without_remarks
from pipeline.rules.asking.limits import hours_of_days, not_one_value, part_of_a_row
from pipeline.rules.asking.on_hand import with_stock
from pipeline.rules.asking.readings import spelled_out
from pipeline.rules.asking.retired_words import retired_word, unreplaced_metric
from pipeline.rules.asking.side_remarks import REMARK
from pipeline.rules.asking.slowness import (
    TOOK,
    Worded,
    by_duration,
    question_of_duration,
    tells_speed,
)
from pipeline.rules.asking.told_in_brackets import with_brackets_read
from pipeline.rules.attempts import Asked, undefined
from pipeline.rules.deciding import as_ask
from pipeline.rules.defining.averages import with_averages
from pipeline.rules.defining.defined_here import with_definitions
from pipeline.rules.defining.reading import worded
from pipeline.rules.defining.telling import leaves_out, told, unread
from pipeline.rules.defining.written_out import asking_for_acronyms, written_out
from pipeline.rules.divisions.answering import QUOTIENT, divided, placed
from pipeline.rules.divisions.pairs_said import tells_gap, tells_part
from pipeline.rules.divisions.shares import SHARE, bounds_share, shared
from pipeline.rules.halves import NONE_OF_THESE, beside_others, first, in_halves
from pipeline.rules.linking.earnings import with_earnings
from pipeline.rules.linking.periods_apart import with_periods_apart
from pipeline.rules.linking.rates import with_rates
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.readings_beside import with_readings
from pipeline.rules.relatives.in_plain_words import in_plain_words
from pipeline.rules.remembered import remembering
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.named_periods import with_named_periods
from pipeline.rules.showing.answering import Read, Reads, with_list
from pipeline.rules.tagging.casual import with_and, with_capitals
from pipeline.rules.tagging.named_periods import names_no_time
from pipeline.rules.tagging.worth_said import with_worth_said
from pipeline.rules.telling.cited import in_own_words
from pipeline.rules.text.as_typed import as_written
from pipeline.rules.text.share_forms import in_form
from pipeline.rules.text.word_order import with_returned
from pipeline.rules.text.words import words_of
from pipeline.times.values import TimeSpan

__all__ = ("Ask", "Cannot", "Outcome", "Planned", "plan")


def plan(
    question: str,
    about: Known,
    *,
    times: Sequence[TimeSpan] = (),
    choices: Mapping[str, str] | None = None,
    previous: Intent | None = None,
    readings: bool = True,
) -> Outcome:
    """Read a question over a known database; without `readings`, an open point is asked as it is.

    What looks only for an answer needs none of them: they are for people to choose from, and cost
    as much as many plans.
    """
    part = part_of_a_row(question)
    if part:
        return Cannot(reason=f"A list has a whole number of rows, from 1 on, not “{part}”.")
    about, answered = remembering(about), spelled_out(choices or {})
    if previous is None:
        question, times = with_and(*as_written(question, times), about=about)
    question = with_capitals(question, about)
    out = written_out(question, times, answered)
    asked = Asked(out.question, about, out.times, out.choices, previous)
    outcome = out.telling(_planned(asked, readings=readings))
    if not readings or previous is not None:
        return outcome

    def read(more: Mapping[str, str]) -> Outcome:
        return plan(question, about, times=times, choices={**answered, **more}, readings=False)

    return asking_for_acronyms(out.question, outcome, about, read)


def _planned(asked: Asked, *, readings: bool) -> Outcome:
    """The outcome of a question in the forms that the rules read."""
    question, about, times = asked.question, asked.about, asked.times
    times = [span for span in times if not names_no_time(question, span.at, span.until, about)]
    ordered = with_worth_said(with_periods_apart(question, times, about), about)
    ordered = in_plain_words(ordered, about)
    if ordered != question:
        question, times = ordered, placed(ordered, times)
    if about.lexicon.find(words_of("returned")):
        question = with_returned(question)
    question = with_brackets_read(without_remarks(in_form(question)), about)
    question = with_codes_read(question, about)
    question, about = with_definitions(question, about)
    about = with_averages(question, about)
    about, times = with_named_periods(question, about, times)
    question, about = with_rates(question, with_earnings(question, about))
    try:
        put = replace(asked, question=question, about=with_stock(question, about), times=times)
        return in_own_words(_explained(put, readings=readings), asked.question)
    except SqlglotError as error:
        return Cannot(reason=f"The glossary holds SQL that I cannot read: {error}.")


def _explained(asked: Asked, *, readings: bool) -> Outcome:
    """The outcome with the names that are defined in words read so, and told."""
    made = worded(asked.question, asked.about, asked.times, asked.choices, _alone)
    if not made.used:
        return _read(asked, readings=readings)
    said = replace(asked, question=made.question, about=made.about, times=made.times)
    outcome = None if made.unread else _read(said, readings=readings)
    if outcome is None or isinstance(outcome, Cannot) or leaves_out(made, outcome):
        return unread(made, _read(asked, readings=readings))
    return told(made, outcome)


def _read(asked: Asked, *, readings: bool) -> Outcome:
    readings = readings and REMARK not in asked.choices
    outcome = _timed(asked) or (_clarified(asked) if readings else first(asked))
    without = ""
    if isinstance(outcome, Planned):
        intent, about = outcome.intent, asked.about
        without = hours_of_days(intent, about) or not_one_value(intent, about)
    return Cannot(reason=without) if without else outcome


def _alone(question: str, about: Known) -> Outcome:
    return plan(question, about, readings=False)


def _at_once(asked: Asked) -> Outcome | None:
    """What must be said or asked before the question is read at all."""
    retired = retired_word(asked.question, asked.about, asked.choices)
    if retired is not None:
        return as_ask(retired)
    unreplaced = unreplaced_metric(asked.question, asked.about)
    if unreplaced:
        return Cannot(reason=unreplaced)
    found = None if asked.previous is not None else beside_others(asked)
    if found is not None:
        return found
    gap = _divided(asked) if asked.previous is None and tells_gap(asked.question) else None
    if isinstance(gap, Planned):
        return gap
    unknown = asked.previous is None and undefined(asked)
    if unknown:
        return gap or Cannot(reason=unknown, at_once=True)
    return _picked(asked)


def _picked(asked: Asked) -> Outcome | None:
    """What was picked of the ways to read a share or a quotient."""
    for key, read in ((SHARE, _shared), (QUOTIENT, _divided)):
        if key in asked.choices:
            return read(asked) or Cannot(reason=NONE_OF_THESE)
    return None


def _clarified(asked: Asked) -> Outcome:
    """The outcome; where it is open, one card with whole readings if that saves a second one."""
    settled = _at_once(asked)
    if settled is not None:
        return settled
    found = _unasked(asked)
    if asked.previous is not None:
        return _ended(asked, found)

    def reading(read: Callable[[Asked], Outcome]) -> Read:
        return lambda said, times, choices: read(
            replace(asked, question=said, times=times, choices=choices)
        )

    reads = Reads(found[0], lambda: _ended(asked, found), reading(_plainly), reading(_clarified))
    return with_list(asked.question, asked.about, asked.times, asked.choices, reads)


def _plainly(asked: Asked) -> Outcome:
    """The outcome, but no card of readings: it takes long to make."""
    settled = _at_once(asked)
    if settled is not None:
        return settled
    found = _unasked(asked)
    return _ended(asked, found) if isinstance(found[0], Planned) else found[0]


def _unasked(asked: Asked) -> tuple[Outcome, bool]:
    """What a question comes to without a card of readings, and whether it needs none."""
    bounded = _shared(asked) if bounds_share(asked.question) else None
    if bounded is not None:
        return bounded, True
    over = _divided(asked) if asked.previous is None and tells_part(asked.question) else None
    if isinstance(over, Planned):
        return over, True
    outcome = first(asked)
    if isinstance(outcome, Planned) or asked.previous is not None:
        return outcome, False
    parted = _divided(asked)
    led = parted is None or not isinstance(parted, Ask) or _leads_on(asked, parted)
    whole = isinstance(outcome, Ask) and outcome.id == "reading"
    part = (parted if led else None) or (None if whole else _shared(asked)) or in_halves(asked)
    return (part, True) if part else (outcome, False)


def _ended(asked: Asked, found: tuple[Outcome, bool]) -> Outcome:
    outcome, settled = found
    return outcome if settled else with_readings(asked, outcome, read=isinstance(outcome, Planned))


def _leads_on(asked: Asked, card: Ask) -> bool:
    """Whether every answer to what is open in one part of a quotient leads to its end."""
    picked = ({**asked.choices, card.id: option.id} for option in card.options)
    return card.id == QUOTIENT or all(
        isinstance(_divided(replace(asked, choices=choices)), Planned) for choices in picked
    )


def _divided(asked: Asked) -> Outcome | None:
    """`the ratio of A to B`: A and B are read as questions of their own, and are no ratios."""
    if asked.is_part:
        return None

    def read(question: str, times: Sequence[TimeSpan], choices: Mapping[str, str]) -> Outcome:
        answered = spelled_out(choices)
        # A part is looked at in several forms of the whole, and with every answer to a card.
        key = (question, asked.about, tuple(times), frozenset(answered.items()))
        if key not in asked.parts:
            part = replace(asked, question=question, times=times, choices=answered, is_part=True)
            plain = _plainly(part)
            # Only of what is read as a whole other readings are worth their time in a quotient.
            doubted = isinstance(plain, Ask) and plain.id == "reading"
            asked.parts[key] = _clarified(part) if doubted else plain
        return asked.parts[key]

    return divided(asked.question, asked.about, asked.times, asked.choices, read)


def _shared(asked: Asked) -> Outcome | None:
    """`the highest share of A that are B`: the share is read as a number with a name."""

    def read(question: str, about: Known, times: Sequence[TimeSpan]) -> Outcome:
        return first(replace(asked, question=question, about=about, times=times))

    return shared(asked.question, asked.about, asked.times, asked.choices, (_alone, read))


def _timed(asked: Asked) -> Outcome | None:
    """`slowest`, where the rows keep two dates: asked by which, then read as the days between."""
    if asked.previous is not None or not tells_speed(asked.question):
        return None
    chosen = by_duration(asked.question, asked.about, asked.times, asked.choices)

    def read(worded: Worded) -> Outcome:
        return first(replace(asked, question=worded.question, times=worded.times))

    if chosen is not None:
        return read(chosen)
    if TOOK in asked.choices or isinstance(first(asked), Planned):
        return None
    return question_of_duration(asked.question, asked.about, asked.times, read)

"""The planner: a question in, SQL with its contract out, or a question back, or a plain no."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot.errors import SqlglotError

from pipeline.intent import Intent
from pipeline.rules.asking.ask import (
    LEFT_OUT,
    question_of_unknown,
    question_of_word,
)
from pipeline.rules.asking.each_of_them import loses_each
from pipeline.rules.asking.hints import without_remarks
from pipeline.rules.asking.limits import hours_of_days, part_of_a_row
from pipeline.rules.asking.missing_values import missing_value
from pipeline.rules.asking.no_such_number import is_asked_for, no_such_number
from pipeline.rules.asking.on_hand import with_stock
from pipeline.rules.asking.readings import NONE, READINGS, foreign, several, spelled_out
from pipeline.rules.asking.retired_words import (
    each_left_out,
    retired_word,
    unreplaced_metric,
)
from pipeline.rules.asking.sibling_metrics import with_whole_name
from pipeline.rules.asking.slowness import (
    TOOK,
    Worded,
    by_duration,
    question_of_duration,
    tells_speed,
)
from pipeline.rules.asking.told_in_brackets import with_brackets_read
from pipeline.rules.asking.ways import with_ways
from pipeline.rules.deciding import as_ask, decided
from pipeline.rules.defining.defined_here import with_definitions
from pipeline.rules.defining.reading import worded
from pipeline.rules.defining.telling import leaves_out, told, unread
from pipeline.rules.divisions.answering import QUOTIENT, divided, placed
from pipeline.rules.drafting.assembly import Assembly
from pipeline.rules.drafting.sketch import sketched
from pipeline.rules.followup import FollowUp, as_edit, follows, points_back
from pipeline.rules.grammar import reduced
from pipeline.rules.linking.earnings import with_earnings
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.relatives.answering import beside
from pipeline.rules.remembered import remembering
from pipeline.rules.schema.known import Known
from pipeline.rules.sentence import lists_behind, said_in
from pipeline.rules.tagging.lateness import nothing_due
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.rules.tagging.tag import Tagged, tagged
from pipeline.rules.tagging.translating import LANGUAGE
from pipeline.times.values import TimeSpan

_MOST_UNKNOWN = 3
_NOT_ASKED_AGAIN = frozenset((READINGS, LANGUAGE))
_NONE_OF_THESE = "I can read the question in none of the other ways that you may mean."

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
    about = remembering(about)
    question = with_brackets_read(without_remarks(question), about)
    question, about = with_definitions(question, about)
    about = with_stock(question, with_earnings(question, about))
    try:
        answered = each_left_out(spelled_out(choices or {}))
        asked = _Asked(question, about, times, answered, previous)
        return _explained(asked, readings=readings)
    except SqlglotError as error:
        return Cannot(reason=f"The glossary holds SQL that I cannot read: {error}.")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question and all that it is read with."""

    question: str
    about: Known
    times: Sequence[TimeSpan]
    choices: Mapping[str, str]
    previous: Intent | None


def _explained(asked: _Asked, *, readings: bool) -> Outcome:
    """The outcome with the names that are defined in words read so, and told."""
    made = worded(asked.question, asked.about, asked.times, asked.choices, _alone)
    if not made.used:
        return _read(asked, readings=readings)
    said = replace(asked, question=made.question, about=made.about, times=made.times)
    outcome = None if made.unread else _read(said, readings=readings)
    if outcome is None or isinstance(outcome, Cannot) or leaves_out(made, outcome):
        return unread(made, _read(asked, readings=readings))
    return told(made, outcome)


def _read(asked: _Asked, *, readings: bool) -> Outcome:
    outcome = _timed(asked) or (_clarified(asked) if readings else _first(asked))
    without = hours_of_days(outcome.intent, asked.about) if isinstance(outcome, Planned) else ""
    return Cannot(reason=without) if without else outcome


def _alone(question: str, about: Known) -> Outcome:
    return plan(question, about, readings=False)


def _at_once(asked: _Asked) -> Outcome | None:
    """What must be said or asked before the question is read at all."""
    retired = retired_word(asked.question, asked.about, asked.choices)
    if retired is not None:
        return as_ask(retired)
    unreplaced = unreplaced_metric(asked.question, asked.about)
    if unreplaced:
        return Cannot(reason=unreplaced)
    found = None if asked.previous is not None else _beside(asked)
    if found is not None:
        return found
    undefined = asked.previous is None and _undefined(asked)
    if undefined:
        return Cannot(reason=undefined, at_once=True)
    if QUOTIENT in asked.choices:
        return _divided(asked) or Cannot(reason=_NONE_OF_THESE)
    return None


def _clarified(asked: _Asked) -> Outcome:
    """The outcome; where it is open, one card with whole readings if that saves a second one."""
    settled = _at_once(asked)
    if settled is not None:
        return settled
    outcome = _first(asked)
    read = isinstance(outcome, Planned)
    parted = None if read or asked.previous is not None else _divided(asked)
    return parted or _with_readings(asked, outcome, read=read)


def _with_readings(asked: _Asked, outcome: Outcome, *, read: bool) -> Outcome:
    """The outcome, or one card with other readings where it is open."""
    missing = missing_value(asked.question, asked.about, asked.times, asked.choices, read=read)
    if missing is not None:
        return as_ask(missing)
    open_ = not read and not _NOT_ASKED_AGAIN & set(asked.choices)
    if not open_ or asked.previous is not None:
        return outcome
    tried: dict[frozenset[tuple[str, str]], tuple[Outcome, Tagged]] = {}

    def attempt(more: Mapping[str, str]) -> tuple[Outcome, Tagged]:
        choices = {**asked.choices, **more}
        key = frozenset(choices.items())
        if key not in tried:
            tried[key] = _attempted(asked, choices)
        return tried[key]

    found = several(outcome, attempt, asked.about) or outcome
    return (foreign(asked.question, attempt) or found) if isinstance(found, Cannot) else found


def _divided(asked: _Asked) -> Outcome | None:
    """`the ratio of A to B`: A and B are read as questions of their own."""

    def read(question: str, times: Sequence[TimeSpan], choices: Mapping[str, str]) -> Outcome:
        answered = each_left_out(spelled_out(choices))
        return _clarified(replace(asked, question=question, times=times, choices=answered))

    return divided(asked.question, asked.about, asked.times, asked.choices, read)


def _beside(asked: _Asked) -> Outcome | None:
    """`accounts with their parent's name`: of both rows one is read as a question of its own."""

    def read(question: str, more: Mapping[str, str]) -> Outcome:
        times = placed(question, asked.times)
        choices = {**asked.choices, **more}
        return _first(replace(asked, question=question, times=times, choices=choices))

    return beside(asked.question, asked.about, asked.choices, read)


def _attempted(asked: _Asked, choices: Mapping[str, str]) -> tuple[Outcome, Tagged]:
    question, about, times = asked.question, asked.about, asked.times
    made, tags = _tried(question, about, times, choices)
    if isinstance(made, Cannot):
        made = _without_unknown(question, about, times, choices, tags) or made
    return made, tags


def _timed(asked: _Asked) -> Outcome | None:
    """`slowest`, where the rows keep two dates: asked by which, then read as the days between."""
    if asked.previous is not None or not tells_speed(asked.question):
        return None
    chosen = by_duration(asked.question, asked.about, asked.times, asked.choices)

    def read(worded: Worded) -> Outcome:
        return _first(replace(asked, question=worded.question, times=worded.times))

    if chosen is not None:
        return read(chosen)
    if TOOK in asked.choices or isinstance(_first(asked), Planned):
        return None
    return question_of_duration(asked.question, asked.about, asked.times, read)


def _undefined(asked: _Asked) -> str:
    tags = tagged(asked.question, asked.about, asked.times, asked.choices)
    unread = [tags.words[item.first] for item in tags.items if item.letter == "x"]
    return no_such_number(tags, asked.about, asked.choices) or nothing_due(unread, asked.about)


def _first(asked: _Asked) -> Outcome:
    if NONE in (asked.choices.get(READINGS), asked.choices.get(LANGUAGE)):
        return Cannot(reason=_NONE_OF_THESE)
    return _followed(asked) or _attempted(asked, asked.choices)[0]


def _tried(
    question: str, about: Known, times: Sequence[TimeSpan], choices: Mapping[str, str]
) -> tuple[Outcome, Tagged]:
    tags = tagged(question, about, times, choices)
    about = with_ways(about, tags, choices)
    sketch = sketched(reduced(tags.items, about), lists_behind(tags))
    made = Assembly(sketch, tags.items, about, choices, said=said_in(tags)).run()
    made.failed = list(dict.fromkeys((*sketch.unexplained, *made.failed)))
    if points_back(question, tags):
        made.risks.append("it points back to something")
    return decided(tags, made, about, choices), tags


def _followed(asked: _Asked) -> Outcome | None:
    """The last intent with what this question changes in it; None where it stands by itself."""
    about, choices = asked.about, asked.choices
    if asked.previous is None:
        return None
    question, times = with_whole_name(asked.question, asked.times, asked.previous, about)
    tags = as_edit(tagged(question, about, times, choices))
    about = with_ways(about, tags, choices)
    sketch = sketched(reduced(tags.items, about))
    if not follows(question, tags, sketch):
        return None
    made = FollowUp(asked.previous, tags, sketch, about, choices).run(question)
    made.failed = list(dict.fromkeys((*sketch.unexplained, *made.failed)))
    if made.intent is None:
        return None
    if loses_each(question, made.intent):
        made.failed.append("each")
    return decided(tags, made, about, choices)


def _without_unknown(
    question: str, about: Known, times: Sequence[TimeSpan], choices: Mapping[str, str], tags: Tagged
) -> Outcome | None:
    """Where all but a word or two can be read: what they mean, or whether to leave them out."""
    unknown = list(dict.fromkeys(item.text.lower() for item in tags.items if item.letter == "x"))
    known = [item for item in tags.items if item.letter in "TCVMFD"]
    if not 0 < len(unknown) <= _MOST_UNKNOWN or len(known) < 2 * len(unknown) - 1:
        return None
    left_out = {**choices, **{f"word:{word}": IGNORED for word in unknown}}
    outcome, _ = _tried(question, about, times, left_out)
    if isinstance(outcome, Cannot):
        return None
    if isinstance(outcome, Planned) and len(unknown) == 1:
        describes = tags.describes(unknown[0])
        head = is_asked_for(unknown[0], tags)
        asked = question_of_word(
            unknown[0], outcome.intent, about, describes=describes, asked_for=head
        )
        return as_ask(asked) if asked and asked.id not in choices else None
    asked = question_of_unknown(unknown)
    return as_ask(asked) if LEFT_OUT not in choices else outcome

"""The planner: a question in, SQL with its contract out, or a question back, or a plain no."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sqlglot.errors import SqlglotError

from pipeline.intent import Intent
from pipeline.rules.asking.each_of_them import loses_each
from pipeline.rules.asking.hints import without_remarks
from pipeline.rules.asking.limits import hours_of_days, part_of_a_row
from pipeline.rules.asking.missing_values import missing_value
from pipeline.rules.asking.no_such_number import no_such_number
from pipeline.rules.asking.on_hand import with_stock
from pipeline.rules.asking.readings import NONE, READINGS, foreign, several, spelled_out, straight
from pipeline.rules.asking.retired_words import (
    retired_word,
    unreplaced_metric,
)
from pipeline.rules.asking.searching import Attempt
from pipeline.rules.asking.sibling_metrics import with_whole_name
from pipeline.rules.asking.side_remarks import (
    REMARK,
    without_remarks_of,
)
from pipeline.rules.asking.slowness import (
    TOOK,
    Worded,
    by_duration,
    question_of_duration,
    tells_speed,
)
from pipeline.rules.asking.told_in_brackets import with_brackets_read
from pipeline.rules.asking.ways import with_ways
from pipeline.rules.attempts import Asked, assembled, attempted
from pipeline.rules.deciding import as_ask, decided
from pipeline.rules.defining.averages import with_averages
from pipeline.rules.defining.defined_here import with_definitions
from pipeline.rules.defining.reading import worded
from pipeline.rules.defining.telling import leaves_out, told, unread
from pipeline.rules.divisions.answering import QUOTIENT, divided, placed
from pipeline.rules.divisions.shares import SHARE, bounds_share, shared
from pipeline.rules.drafting.sketch import sketched
from pipeline.rules.followup import FollowUp, as_edit, follows
from pipeline.rules.grammar import reduced
from pipeline.rules.linking.earnings import with_earnings
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.relatives.answering import beside, set_against, with_both, with_kept
from pipeline.rules.remembered import remembering
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.lateness import nothing_due
from pipeline.rules.tagging.tag import Tagged, tagged
from pipeline.rules.tagging.translating import LANGUAGE
from pipeline.rules.text.share_forms import in_form
from pipeline.times.values import TimeSpan

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
    question = with_brackets_read(without_remarks(in_form(question)), about)
    question, about = with_definitions(question, about)
    about = with_averages(question, about)
    about = with_stock(question, with_earnings(question, about))
    try:
        answered = spelled_out(choices or {})
        asked = Asked(question, about, times, answered, previous)
        return _explained(asked, readings=readings)
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
    outcome = _timed(asked) or (_clarified(asked) if readings else _first(asked))
    without = hours_of_days(outcome.intent, asked.about) if isinstance(outcome, Planned) else ""
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
    found = None if asked.previous is not None else _beside(asked)
    if found is not None:
        return found
    undefined = asked.previous is None and _undefined(asked)
    if undefined:
        return Cannot(reason=undefined, at_once=True)
    return _picked(asked)


def _picked(asked: Asked) -> Outcome | None:
    """What was picked of the ways to read a share or a quotient."""
    for key, read in ((SHARE, _shared), (QUOTIENT, _divided)):
        if key in asked.choices:
            return read(asked) or Cannot(reason=_NONE_OF_THESE)
    return None


def _clarified(asked: Asked) -> Outcome:
    """The outcome; where it is open, one card with whole readings if that saves a second one."""
    settled = _at_once(asked)
    if settled is not None:
        return settled
    bounded = _shared(asked) if bounds_share(asked.question) else None
    if bounded is not None:
        return bounded
    outcome = _first(asked)
    read = isinstance(outcome, Planned)
    if read or asked.previous is not None:
        return _with_readings(asked, outcome, read=read)
    parted = _divided(asked)
    led = parted is None or not isinstance(parted, Ask) or _leads_on(asked, parted)
    whole = isinstance(outcome, Ask) and outcome.id == "reading"
    part = (parted if led else None) or (None if whole else _shared(asked)) or _parted(asked)
    return part or _with_readings(asked, outcome, read=read)


def _leads_on(asked: Asked, card: Ask) -> bool:
    """Whether every answer to what is open in one part of a quotient leads to its end."""
    picked = ({**asked.choices, card.id: option.id} for option in card.options)
    return card.id == QUOTIENT or all(
        isinstance(_divided(replace(asked, choices=choices)), Planned) for choices in picked
    )


def _with_readings(asked: Asked, outcome: Outcome, *, read: bool) -> Outcome:
    """The outcome, or one card with other readings where it is open."""
    tried: dict[frozenset[tuple[str, str]], tuple[Outcome, Tagged]] = {}

    def attempt(more: Mapping[str, str]) -> tuple[Outcome, Tagged]:
        choices = {**asked.choices, **spelled_out(more)}
        key = frozenset(choices.items())
        if key not in tried:
            tried[key] = attempted(asked, choices)
        return tried[key]

    follows_up = asked.previous is not None
    missing = missing_value(asked.question, asked.about, asked.times, asked.choices, read=read)
    if missing is not None:
        card = as_ask(missing)
        led = card if read or follows_up else straight(card, attempt, asked.about)
        if led is not None:
            return led
    if read or follows_up or _NOT_ASKED_AGAIN & set(asked.choices):
        return outcome
    remarks = list(without_remarks_of(asked.question, asked.times))
    found = several(outcome, attempt, asked.about, remarks) or outcome
    if isinstance(found, Ask) and found.id != READINGS:
        found = straight(found, attempt, asked.about) or _not_understood(found, attempt)
    if isinstance(found, Cannot):
        return foreign(asked.question, attempt) or found
    return found


def _not_understood(card: Ask, attempt: Attempt) -> Cannot:
    """A plain no, where no answer to a card would lead to the end: why the likeliest does not."""
    first = attempt({card.id: card.options[0].id})[0]
    return first if isinstance(first, Cannot) else Cannot(reason=card.prompt)


def _divided(asked: Asked) -> Outcome | None:
    """`the ratio of A to B`: A and B are read as questions of their own."""

    def read(question: str, times: Sequence[TimeSpan], choices: Mapping[str, str]) -> Outcome:
        answered = spelled_out(choices)
        return _clarified(replace(asked, question=question, times=times, choices=answered))

    return divided(asked.question, asked.about, asked.times, asked.choices, read)


def _beside(asked: Asked) -> Outcome | None:
    """`accounts with their parent's name`: of both rows one is read as a question of its own."""
    said, read = asked.question, _of_part(asked)
    found = beside(said, asked.about, asked.choices, read)
    found = found or set_against(said, asked.about, asked.choices, read)
    return found or with_kept(said, asked.about, read)


def _parted(asked: Asked) -> Outcome | None:
    """`made a purchase but had no session`, where the whole cannot be read at once."""
    read = _of_part(asked)
    return with_both(asked.question, asked.times, asked.about, asked.choices, read)


def _of_part(asked: Asked) -> Callable[[str, Mapping[str, str]], Outcome]:
    """How a part of the question is read, by itself and with more answers."""

    def read(question: str, more: Mapping[str, str]) -> Outcome:
        times = placed(question, asked.times)
        choices = {**asked.choices, **more}
        return _first(replace(asked, question=question, times=times, choices=choices))

    return read


def _shared(asked: Asked) -> Outcome | None:
    """`the highest share of A that are B`: the share is read as a number with a name."""

    def read(question: str, about: Known, times: Sequence[TimeSpan]) -> Outcome:
        return _first(replace(asked, question=question, about=about, times=times))

    return shared(asked.question, asked.about, asked.times, asked.choices, (_alone, read))


def _timed(asked: Asked) -> Outcome | None:
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


def _undefined(asked: Asked) -> str:
    tags = assembled(asked, asked.question, asked.times, asked.choices)[0]
    unread = [tags.words[item.first] for item in tags.items if item.letter == "x"]
    return no_such_number(tags, asked.about, asked.choices) or nothing_due(unread, asked.about)


def _first(asked: Asked) -> Outcome:
    if NONE in (asked.choices.get(READINGS), asked.choices.get(LANGUAGE)):
        return Cannot(reason=_NONE_OF_THESE)
    return _followed(asked) or attempted(asked, asked.choices)[0]


def _followed(asked: Asked) -> Outcome | None:
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

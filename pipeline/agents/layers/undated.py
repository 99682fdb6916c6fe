"""Words for a time that the calendar cannot resolve: a person says which days they mean."""

from collections.abc import Mapping
from dataclasses import replace

from pipeline.agents.layers.hearing import heard_of
from pipeline.agents.layers.literal import place_of
from pipeline.agents.layers.spotting import NAME as SPOTTED
from pipeline.agents.layers.spotting import Spotted
from pipeline.agents.layers.understanding import NAME as UNDERSTOOD
from pipeline.agents.layers.understanding import Meant
from pipeline.checkpoint import Input, InputKind, Option, Question
from pipeline.dates import describe
from pipeline.state import RunState
from pipeline.times.typed import typed_bounds
from pipeline.times.values import TimeSpan

NONE = "none"


def undated(state: RunState) -> tuple[str, ...]:
    """The words that models took for a time, that no period covers and nobody has settled."""
    spotted, meant = heard_of(state, SPOTTED, Spotted), heard_of(state, UNDERSTOOD, Meant)
    said = (*(spotted.times if spotted else ()), *(meant.times if meant else ()))
    return tuple(
        words for words in dict.fromkeys(each.strip() for each in said) if _is_open(words, state)
    )


def _is_open(words: str, state: RunState) -> bool:
    place = place_of(words, state.question)
    if place is None or state.choices.get(span_id(words)) == NONE:
        return False
    return not any(span.at < place[1] and place[0] < span.until for span in state.times)


def span_id(words: str) -> str:
    """The id under which a card asks for the days."""
    return f"span:{words.lower()}"


def question_of_days(words: str) -> Question:
    """Which days the words mean; no first answer, because nobody knows them but the person."""
    key = span_id(words)
    return Question(
        id=key,
        text=f"“{words}” sounds like a time that my calendar does not know. Which days is it?",
        options=(Option(id=NONE, label="No particular days"),),
        inputs=(
            Input(id=f"{key}-from", label="First day", kind=InputKind.DATE, optional=True),
            Input(id=f"{key}-to", label="Last day", kind=InputKind.DATE, optional=True),
        ),
    )


def with_days(state: RunState) -> RunState:
    """The state with the days that people typed. Raises ValueError for days that are no period."""
    found = [_span(words, state.values, state) for words in undated(state)]
    spans = [span for span in found if span is not None]
    if not spans:
        return state
    lines = tuple(f"“{span.words}” is {describe(span)}" for span in spans)
    times = tuple(sorted((*state.times, *spans), key=lambda span: span.at))
    confirmed, dated = (*state.confirmed, *lines), (*state.dated, *lines)
    return replace(state, times=times, confirmed=confirmed, dated=dated)


def _span(words: str, values: Mapping[str, str], state: RunState) -> TimeSpan | None:
    key, place = span_id(words), place_of(words, state.question)
    first, last = values.get(f"{key}-from"), values.get(f"{key}-to")
    if place is None or not (first or last):
        return None
    start, end = typed_bounds(first, last)
    return TimeSpan(
        at=place[0],
        until=place[1],
        words=state.question[place[0] : place[1]],
        start=start,
        end=end,
    )

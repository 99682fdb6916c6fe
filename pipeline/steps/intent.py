"""`intent`: what the question means in this catalog; every uncertain point is asked."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.agents.layers.when_asked import next_layer
from pipeline.askable import askable
from pipeline.certainty import TABLES, is_settled, stands_alone
from pipeline.clarifying.card import card_of, saved_answers, words_of
from pipeline.clarifying.points import (
    CHANGE_ASKS,
    assumption,
    goes_to_a_model,
    may_ask,
    may_be_assumed,
    uncertain,
)
from pipeline.flow import Finish, Go, Happened, Outcome, Pause
from pipeline.planning import planned, planned_with
from pipeline.result import Refusal
from pipeline.rules.outcomes import Ask as Unsure
from pipeline.rules.outcomes import Cannot, Planned
from pipeline.rules.tagging.translating import is_foreign, spoken
from pipeline.rules.telling.assumptions import left_out
from pipeline.rules.telling.wording import read_as
from pipeline.state import Draft, RunState
from pipeline.steps.beside import beside
from pipeline.steps.write_sql import NAME as WRITE
from pipeline.turns.changed import what_changed
from pipeline.unread import as_kept
from pipeline.workspace import Workspace

ADD_A_MODEL = (
    "Try other words, such as the names used in the data. Your administrator can add a "
    "language model, which understands more."
)
_LESS = (
    "I went on from the words “{}”; the approved query for them may hold to more than these words, "
    "and that is not in this answer."
)

_ENGLISH_ONLY = (
    "Please ask in English. Your administrator can add a language model, which "
    "understands other languages."
)


def not_in_english(question: str) -> Refusal | None:
    """Why a question that no rule can read is not read, where it is not in English."""
    language = spoken(question)
    if not language and not is_foreign(question):
        return None
    named = f"to be in {language}" if language else "not to be in English"
    reason = f"Your question seems {named}. I understand English only."
    return Refusal(code="cannot", reason=reason, next_step=_ENGLISH_ONLY)


async def intent(state: RunState, workspace: Workspace) -> Outcome:
    """Read the question with the rules; ask where they are unsure, hand over where they cannot."""
    models = workspace.models
    state = replace(state, other=None, compared=False, agreement="", samples=())
    if models is not None and models.order == "model" and state.previous is None:
        return Go(state=state, to=next_layer(state, workspace))
    state, noted = await _kept(state, workspace)
    state, assumed, reading = await workspace.compute(_assuming, state, workspace)
    state, reading, is_whole = await beside(state, workspace, reading)
    if is_whole and isinstance(reading, Unsure):
        return Pause(state=state, ask=card_of((reading,), workspace, state), noted=noted)
    if isinstance(reading, Unsure):
        return await _asked(state, workspace, noted)
    if isinstance(reading, Cannot) and models is not None and not reading.closed:
        return Go(state=state, to=next_layer(state, workspace), noted=noted)
    if isinstance(reading, Cannot):
        refusal = not_in_english(state.question) or await _cannot(state, workspace, reading)
        return Finish(state=state, outcome=refusal, noted=noted)
    read = await workspace.compute(_read, state, workspace, reading, assumed)
    if models is None or _stands(workspace, reading, read):
        return Go(state=read, to=TABLES, noted=noted)
    return Go(state=as_kept(state, read), to=WRITE, noted=noted)


def _stands(workspace: Workspace, reading: Planned, read: RunState) -> bool:
    """Whether the rules' reading is the answer, and no model is asked."""
    if workspace.models is not None and workspace.models.order == "check":
        return is_settled(read)
    return stands_alone(reading, read, workspace.known_to(read.asker))


async def _cannot(state: RunState, workspace: Workspace, reading: Cannot) -> Refusal:
    known = await askable(state, [workspace])
    # Some reasons end with what is known, which the next step tells anyway.
    reason = reading.reason.removesuffix(known).rstrip()
    if reading.closed:
        return Refusal(code="hidden", reason=reason, next_step=known)
    return Refusal(code="cannot", reason=reason, next_step=f"{known} {ADD_A_MODEL}".strip())


async def _asked(state: RunState, workspace: Workspace, noted: tuple[Happened, ...]) -> Outcome:
    """What is open goes to a model, or on one card to the person."""
    open_ = await workspace.compute(uncertain, state, workspace, state.times)
    if goes_to_a_model(open_.points, state, workspace):
        return Go(state=state, to=next_layer(state, workspace), noted=noted)
    return Pause(state=state, ask=card_of(open_.points, workspace, state), noted=noted)


def _read(
    state: RunState, workspace: Workspace, reading: Planned, assumed: Sequence[str]
) -> RunState:
    """The state with the rules' reading in it, and all that it takes for granted."""
    leans = _leans(state, workspace, reading)
    before = state.previous if leans else None
    changed = what_changed(before, reading.intent) if before is not None else ""
    return replace(
        state,
        intent=reading.intent,
        leans=leans,
        contract=reading.contract,
        reading=read_as(reading.intent),
        changed=changed,
        assumptions=(*_holds_less(state, leans=leans), *assumed, *reading.assumptions),
        taken=bool(assumed),
        confirmed=tuple(dict.fromkeys((*state.confirmed, *map(left_out, reading.left_out)))),
        left_out=tuple(dict.fromkeys((*state.left_out, *reading.left_out))),
        draft=Draft(sql=reading.sql, by="rules"),
    )


def _holds_less(state: RunState, *, leans: bool) -> tuple[str, ...]:
    """Where a follow-up may hold to less than what was approved."""
    less = leans and not state.previous_whole
    return (_LESS.format(state.previous_question),) if less else ()


async def _kept(state: RunState, workspace: Workspace) -> tuple[RunState, tuple[Happened, ...]]:
    """Keep for everybody what somebody who may do so wanted kept."""
    state, kept = saved_answers(state, workspace)
    for answer in kept:
        await workspace.standing.keep(answer)
    said = tuple(f"saved to the glossary: {answer.said}" for answer in kept)
    noted = tuple(
        Happened(action="saved to the glossary", details={"said": answer.said, "by": answer.by})
        for answer in kept
    )
    return replace(state, confirmed=(*state.confirmed, *said)), noted


def _assuming(
    state: RunState, workspace: Workspace
) -> tuple[RunState, tuple[str, ...], Planned | Unsure | Cannot]:
    """The reading, with first answers taken and said where enough cards were shown already."""
    assumed: list[str] = []
    reading, settled = planned_with(state, workspace, state.times)
    assumed += [_by_standing(point, state, workspace) for point in settled]
    asks = may_ask(state, workspace)
    while not asks and isinstance(reading, Unsure) and may_be_assumed(reading):
        assumed.append(assumption(reading, words_of(reading.id, state.question, workspace)))
        choices = {**state.choices, reading.id: reading.default}
        state = replace(state, choices=choices)
        reading, _ = planned_with(state, workspace, state.times)
    return state, tuple(assumed), reading


def _by_standing(point: Unsure, state: RunState, workspace: Workspace) -> str:
    answer = state.standing[point.id]
    label = next((each.label for each in point.options if each.id == answer), answer)
    words = words_of(point.id, state.question, workspace)
    return f"“{words}” means {label}: the glossary says so. {CHANGE_ASKS}"


def _leans(state: RunState, workspace: Workspace, reading: Planned) -> bool:
    """Whether the question means something else, or nothing, without the turn before."""
    if state.previous is None:
        return False
    alone = planned(replace(state, previous=None), workspace, state.times, readings=False)
    return not isinstance(alone, Planned) or alone.sql != reading.sql

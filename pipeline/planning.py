"""Asks the rules planner, with everything a run knows so far."""

from collections.abc import Sequence

from pipeline.checkpoint import CheckpointKind, Option, Question
from pipeline.geography import placed, regional_table
from pipeline.rules.plan import Ask as Unsure
from pipeline.rules.plan import Cannot, Planned, plan
from pipeline.state import RunState
from pipeline.times import TimeSpan
from pipeline.workspace import Workspace

_KINDS = {
    "tables": CheckpointKind.TABLES,
    "columns": CheckpointKind.COLUMNS,
    "geography": CheckpointKind.GEOGRAPHY,
}


def planned(
    state: RunState, workspace: Workspace, times: tuple[TimeSpan, ...]
) -> Planned | Unsure | Cannot:
    """What the rules make of the question with the answers given so far."""
    return planned_with(state, workspace, times)[0]


def planned_with(
    state: RunState, workspace: Workspace, times: Sequence[TimeSpan]
) -> tuple[Planned | Unsure | Cannot, tuple[Unsure, ...]]:
    """What the rules make of it, and the points that a standing answer settled on the way."""
    choices, settled = dict(state.choices), list[Unsure]()
    while True:
        known, place = placed(state.question, workspace.known_to(state.asker), choices)
        outcome = place or plan(
            state.question, known, times=times, choices=choices, previous=state.previous
        )
        if not isinstance(outcome, Unsure) or outcome.id in choices:
            return outcome, tuple(settled)
        offered = [option.id for option in outcome.options]
        regional = regional_table(state.question, known, offered)
        answer = state.standing.get(outcome.id, "")
        if regional:
            choices[outcome.id] = regional
        elif answer in offered:
            choices[outcome.id] = answer
            settled.append(outcome)
        else:
            return outcome, tuple(settled)


def kind_of_card(unsure: Unsure) -> CheckpointKind:
    """The checkpoint that a point of the planner belongs to."""
    return _KINDS.get(unsure.kind, CheckpointKind.CLARIFICATION)


def question_of(unsure: Unsure) -> Question:
    """The planner's point as a question on a card."""
    options = tuple(
        Option(id=option.id, label=option.label, detail=option.detail) for option in unsure.options
    )
    return Question(id=unsure.id, text=unsure.prompt, options=options, default=unsure.default)

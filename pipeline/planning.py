"""Asks the rules planner, with everything a run knows so far."""

from pipeline.checkpoint import Ask, CheckpointKind, Option, Question
from pipeline.rules.plan import Ask as Unsure
from pipeline.rules.plan import Cannot, Planned, plan
from pipeline.state import RunState
from pipeline.times import TimeSpan
from pipeline.workspace import Workspace

_TITLES = {
    CheckpointKind.CLARIFICATION: "One question before I answer",
    CheckpointKind.TABLES: "Which data do you mean?",
    CheckpointKind.COLUMNS: "Which one do you mean?",
}


def planned(
    state: RunState, workspace: Workspace, times: tuple[TimeSpan, ...]
) -> Planned | Unsure | Cannot:
    """What the rules make of the question with the answers given so far."""
    return plan(
        state.question,
        workspace.known_to(state.asker),
        times=times,
        choices=state.choices,
        previous=state.previous,
    )


def asked(unsure: Unsure) -> Ask:
    """The planner's question as a card's content."""
    kind = {
        "tables": CheckpointKind.TABLES,
        "columns": CheckpointKind.COLUMNS,
        "geography": CheckpointKind.GEOGRAPHY,
    }.get(unsure.kind, CheckpointKind.CLARIFICATION)
    options = tuple(
        Option(id=option.id, label=option.label, detail=option.detail) for option in unsure.options
    )
    question = Question(id=unsure.id, text=unsure.prompt, options=options, default=unsure.default)
    return Ask(
        kind=kind,
        title=_TITLES.get(kind, _TITLES[CheckpointKind.CLARIFICATION]),
        questions=(question,),
    )

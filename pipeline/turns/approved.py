"""What an approved answer meant, read when somebody goes on from it and not before."""

from dataclasses import replace

from pipeline.planning import planned
from pipeline.rules.plan import Planned
from pipeline.state import RunState
from pipeline.workspace import Workspace


def reads_the_turn_before(state: RunState) -> bool:
    """Whether the turn before was answered by an approved query, whose question nobody has read."""
    return state.previous_approved and state.previous is None and bool(state.previous_question)


def with_the_turn_before(state: RunState, workspace: Workspace) -> RunState:
    """With what the rules make of that question, where they can; within what this asker may see."""
    alone = replace(state, question=state.previous_question, choices={}, previous_approved=False)
    reading = planned(alone, workspace, state.previous_times, readings=False)
    return replace(state, previous=reading.intent) if isinstance(reading, Planned) else state

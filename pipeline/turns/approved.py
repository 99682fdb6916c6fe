"""What an approved answer meant, read when somebody goes on from it and not before."""

from dataclasses import replace

from pipeline.approved.meant_now import reads_the_same
from pipeline.planning import planned
from pipeline.rules.outcomes import Planned
from pipeline.state import RunState
from pipeline.workspace import Workspace


def reads_the_turn_before(state: RunState) -> bool:
    """Whether the turn before was answered by an approved query, whose question nobody has read."""
    return state.previous_approved and state.previous is None and bool(state.previous_question)


def with_the_turn_before(state: RunState, workspace: Workspace) -> RunState:
    """With what the rules make of that question, where they can; within what this asker may see.

    What only the approved query holds to is not in it, so whether there is such a thing is kept.
    """
    alone = replace(state, question=state.previous_question, choices={}, previous_approved=False)
    reading = planned(alone, workspace, state.previous_times, readings=False)
    if not isinstance(reading, Planned):
        return state
    dialect = workspace.known.catalog.dialect
    whole = bool(state.previous_sql) and reads_the_same(state.previous_sql, reading.sql, dialect)
    return replace(state, previous=reading.intent, previous_whole=whole)

"""`recall`: what this person, and everybody here, wants to be understood without being asked."""

from dataclasses import replace

from pipeline.flow import Go, Outcome
from pipeline.state import RunState
from pipeline.workspace import Workspace


async def recall(state: RunState, workspace: Workspace) -> Outcome:
    """Take the standing answers along; a person's own beat those of the workspace."""
    if state.ask_everything:
        return Go(state=replace(state, standing={}))
    kept = await workspace.standing.of(workspace.name, state.asker.id)
    return Go(state=replace(state, standing={each.question: each.answer for each in kept}))

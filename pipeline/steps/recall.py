"""`recall`: what this person, and everybody here, wants to be understood without being asked."""

from dataclasses import replace

from pipeline.flow import Go, Outcome
from pipeline.state import RunState
from pipeline.turns.approved import reads_the_turn_before, with_the_turn_before
from pipeline.workspace import Workspace


async def recall(state: RunState, workspace: Workspace) -> Outcome:
    """Take the standing answers along; a person's own beat those of the workspace."""
    standing = dict[str, str]()
    if not state.ask_everything:
        kept = await workspace.standing.of(workspace.name, state.asker.id)
        standing = {each.question: each.answer for each in kept}
    state = replace(state, standing=standing)
    if reads_the_turn_before(state):
        state = await workspace.compute(with_the_turn_before, state, workspace)
    return Go(state=state)

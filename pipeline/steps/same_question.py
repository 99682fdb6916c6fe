"""Approved questions that a model takes for the same: proposed, and left to the guards."""

from pipeline.agents.layers.hearing import heard_of, is_over, one_call
from pipeline.agents.layers.proposing import MOST, NAME, Proposed, match_layer
from pipeline.agents.layers.when_asked import joins_in
from pipeline.checking import Forbidden, checked
from pipeline.contract import Contract
from pipeline.planning import planned
from pipeline.rules.outcomes import Cannot
from pipeline.state import RunState
from pipeline.times.values import TimeSpan
from pipeline.workspace import Found, Workspace


async def asked_for_the_same(
    state: RunState, workspace: Workspace, times: tuple[TimeSpan, ...]
) -> RunState | None:
    """The state after one paid call; None where nobody is to be asked, or was asked already.

    The rules come first: what they can read needs no approved answer to a question like it.
    """
    models = workspace.models
    if models is None or is_over(state, NAME) or not joins_in(NAME, state, workspace):
        return None
    if await workspace.compute(can_be_read, state, workspace, times):
        return None
    near = await workspace.validated.examples(state.question, MOST)
    approved = [question for question, sql in near if may_run(sql, state, workspace)]
    if not approved:
        return None
    return await one_call(state, models, match_layer(state.question, approved))


async def vouched_same(
    state: RunState, workspace: Workspace, times: tuple[TimeSpan, ...]
) -> Found | None:
    """The proposed one, as far as the guards of matching let it stand."""
    said = heard_of(state, NAME, Proposed)
    if said is None or not said.same_as:
        return None
    return await workspace.validated.vouched(state.question, times, said.same_as)


def can_be_read(state: RunState, workspace: Workspace, times: tuple[TimeSpan, ...]) -> bool:
    """Whether the rules have an answer of their own, or a question."""
    return not isinstance(planned(state, workspace, times), Cannot)


def may_run(sql: str, state: RunState, workspace: Workspace) -> bool:
    """Whether the asker may run it."""
    return not isinstance(checked(sql, workspace, state.asker, Contract()), Forbidden)

"""`tell_apart`: rows of different things that are called the same are shown with their keys."""

import asyncio
from dataclasses import replace

from pipeline.checking import Passed, checked
from pipeline.flow import Go, Outcome
from pipeline.state import Draft, RunState
from pipeline.steps.execute import execute
from pipeline.telling.same_labels import Apart, told_apart
from pipeline.workspace import Workspace


async def tell_apart(state: RunState, workspace: Workspace) -> Outcome:
    """Run the rules' query once more with the keys it groups by, where its rows read alike."""
    if state.draft is None or state.fetched is None or state.draft.by != "rules":
        return Go(state=state)
    dialect, whole = workspace.warehouse.dialect, state.draft.whole or state.draft.sql
    found = await asyncio.to_thread(told_apart, whole, dialect, state.fetched.rows)
    if found is None:
        return Go(state=state)
    passed = await asyncio.to_thread(checked, found.sql, workspace, state.asker, state.contract)
    if not isinstance(passed, Passed):
        return Go(state=state)
    outcome = await execute(_with_keys(state, found, passed), workspace)
    # What was fetched first is an answer, too: it only reads less well.
    return outcome if isinstance(outcome, Go) else Go(state=state)


def _with_keys(state: RunState, found: Apart, passed: Passed) -> RunState:
    draft = Draft(sql=passed.sql, whole=passed.whole, by="rules", passed=True)
    return replace(state, draft=draft, assumptions=(*state.assumptions, found.said))

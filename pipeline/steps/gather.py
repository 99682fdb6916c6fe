"""`gather`: the next part of a report goes down the road of every question."""

from pipeline.flow import Go, Outcome
from pipeline.reports.parts import asking
from pipeline.state import RunState
from pipeline.workspace import Workspace

_DATES = "dates"
_COMPOSE = "compose"


async def gather(state: RunState, workspace: Workspace) -> Outcome:
    """One part after the other; each of their steps is kept, so that nothing is done twice."""
    del workspace
    report = state.report
    assert report is not None, "a report was wished"  # noqa: S101 - the flow's order
    if report.stopped or len(report.parts) == len(report.questions):
        return Go(state=state, to=_COMPOSE)
    return Go(state=asking(state, report), to=_DATES)

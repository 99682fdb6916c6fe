"""`redraw`: a message that only wishes for a chart reads the last answer again, and draws it."""

from dataclasses import replace

from pipeline.flow import Finish, Go, Outcome
from pipeline.result import Refusal
from pipeline.rules.telling.wording import read_as
from pipeline.state import Draft, RunState
from pipeline.workspace import Workspace

_NOTHING = Refusal(
    code="nothing_to_draw",
    reason="There is no answer in this thread yet that I can draw.",
    next_step="Ask for it in one sentence, for example: orders by month as a line chart.",
)


async def redraw(state: RunState, workspace: Workspace) -> Outcome:
    """The query of the turn before, through the same checks as ever; other questions go on."""
    del workspace
    if state.wish is None or not state.wish.alone:
        return Go(state=state)
    if not state.previous_sql:
        return Finish(state=state, outcome=_NOTHING)
    again = replace(
        state,
        intent=state.previous,
        times=state.previous_times,
        leans=True,
        reading=read_as(state.previous) if state.previous else "",
        draft=Draft(sql=state.previous_sql, by="rules"),
    )
    return Go(state=again, to="check")

"""`draw`: the chart that was wished, or one that a model chooses where the rules know none."""

from dataclasses import replace

from pipeline.agents.drawing import chart_from, drawing_task
from pipeline.agents.outputs import Drawing
from pipeline.chart import Choice
from pipeline.charts.shape import FEWEST, MOST_POINTS, chart_of, measures_of
from pipeline.charts.wished import chosen
from pipeline.flow import Go, Outcome
from pipeline.model_calls import Away
from pipeline.state import Fetched, RunState
from pipeline.workspace import Workspace


async def draw(state: RunState, workspace: Workspace) -> Outcome:
    """Rules first; a model's chart counts only where it shows the result and nothing else."""
    fetched = state.fetched
    assert fetched is not None, "execute comes before draw"  # noqa: S101 - the flow's order
    choice = chosen(fetched, state.wish) if state.wish else None
    state = replace(state, drawing=choice)
    met = chart_of(fetched) is not None if choice is None else not choice.note
    if met or not _could_be_drawn(fetched):
        return Go(state=state)
    return Go(state=await _by_a_model(state, fetched, workspace))


def _could_be_drawn(fetched: Fetched) -> bool:
    few = FEWEST <= len(fetched.rows) <= MOST_POINTS
    return few and not fetched.truncated and bool(measures_of(fetched))


async def _by_a_model(state: RunState, fetched: Fetched, workspace: Workspace) -> RunState:
    models = workspace.models
    if models is None or not models.charts or await models.objection(state.asker):
        return state
    task = drawing_task(state, fetched)
    filled = await models.writer.fill("draw", task, Drawing)
    if isinstance(filled, Away):
        return state
    state = replace(state, spent=(*state.spent, filled.spent))
    chart = chart_from(filled.output, fetched, state.wish) if filled.output else None
    return state if chart is None else replace(state, drawing=Choice(chart=chart))

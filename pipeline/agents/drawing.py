"""A chart by a model: what it is told of a result, and what of its answer counts."""

from collections.abc import Mapping
from typing import Any

from pipeline.agents.outputs import Channel, Drawing
from pipeline.chart import Chart, ChartWish, Kind
from pipeline.charts.shape import count_of, is_time, measures_of
from pipeline.charts.wished import fits
from pipeline.state import Fetched, RunState

_KINDS: Mapping[str, Kind] = {"line": "line", "area": "area", "point": "scatter"}


def drawing_task(state: RunState, fetched: Fetched) -> dict[str, Any]:
    """The question, the wish, and what kind of column each is: no value of any row."""
    measures = measures_of(fetched)

    def holds(at: int) -> str:
        if at in measures:
            return "numbers"
        return "times" if is_time(fetched, at) else "names"

    columns = [
        {"name": name, "holds": holds(at), "different": count_of(fetched, at)}
        for at, name in enumerate(fetched.columns)
    ]
    wished = state.wish.kind if state.wish and state.wish.kind else ""
    return {
        "question": state.question,
        "wished": wished,
        "columns": columns,
        "rows": len(fetched.rows),
    }


def chart_from(drawing: Drawing, fetched: Fetched, wish: ChartWish | None) -> Chart | None:
    """The chart that a model's Vega-Lite means; None where it does not show this result rightly."""
    if drawing.none:
        return None
    places = {name: at for at, name in enumerate(fetched.columns)}
    given = drawing.encoding
    if any(
        channel is not None and channel.field not in places
        for channel in (given.x, given.y, given.theta, given.color)
    ):
        return None

    def at(channel: Channel | None) -> int | None:
        return None if channel is None else places[channel.field]

    color = at(given.color)
    kind, by, measure = _main(drawing, at(given.x), at(given.y), at(given.theta), color)
    if kind == "column" and by in measures_of(fetched):
        # Bars lie where the numbers are on x, and stand where they are on y.
        kind, by, measure = "bar", measure, by
    if by is None or measure is None:
        return None
    series = color if color != by else None
    chart = Chart(
        kind=kind,
        by=by,
        measure=measure,
        series=series,
        stacked=drawing.stacked and series is not None,
        dark=wish.dark if wish else False,
    )
    return chart if fits(fetched, chart) else None


def _main(
    drawing: Drawing, x: int | None, y: int | None, theta: int | None, color: int | None
) -> tuple[Kind, int | None, int | None]:
    if drawing.mark == "arc":
        return "pie", color, theta
    return _KINDS.get(drawing.mark, "column"), x, y

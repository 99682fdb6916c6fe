"""A chart as labels and numbers, for surfaces that draw it themselves."""

import math

from bots.cards import Line, Plot
from bots.conversation.chart_spec import drawn_of, in_order, measure_title, points_of, title_of
from pipeline.chart import Chart
from pipeline.result import Answer


def plot_of(result: Answer, chart: Chart) -> Plot | None:
    """The chart's points; None where numbers stand along both axes."""
    if chart.kind == "scatter":
        return None
    answer = drawn_of(result, chart)
    lines: dict[str, list[tuple[str, float]]] = {}
    for point in points_of(answer, chart):
        number = point["m"]
        if isinstance(number, int | float) and math.isfinite(number):
            line = lines.setdefault(str(point.get("s", "")), [])
            line.append((str(point["d"]), float(number)))
    if chart.kind in ("line", "area"):
        places = {label: at for at, label in enumerate(in_order(answer, chart))}
        for line in lines.values():
            line.sort(key=lambda point: places[point[0]])
    return Plot(
        kind=chart.kind,
        by=title_of(answer, chart.by),
        measure=measure_title(answer, chart),
        lines=tuple(Line(name=name, points=tuple(each)) for name, each in lines.items()),
        stacked=chart.stacked,
    )

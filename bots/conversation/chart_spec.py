"""The Vega-Lite specification of a chart; its data are cells of the result and nothing else."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bots.conversation.cells import cell_text, heads_of, writing_of
from bots.wording import answers as say
from knowledge.sentences import capital
from pipeline.chart import Chart
from pipeline.charts.folding import Drawn, drawn_rows
from pipeline.charts.shape import Shape, values_of
from pipeline.result import Cell
from pipeline.telling.changes import compared
from pipeline.telling.labels import periods, whole_names
from pipeline.telling.shares import told_rows, told_units
from pipeline.telling.titles import title

Spec: TypeAlias = dict[str, object]

_SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
_FEW_LABELS = 6
_UNDRAWABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_FIRST = re.compile(r"\b(?:first|given) ?", re.IGNORECASE)
_ROUND = ("pie", "donut")
_RADIUS = 95
_WHOLE: Spec = {"labelLimit": 0, "titleLimit": 0}
# So few that their labels do not touch.
_TICKS: Spec = {"tickCount": 4, "labelOverlap": True}
# Names beside each other in the legend above a chart, and letters of them.
_MOST_IN_A_LINE, _LEGEND_LINE = 4, 64
# A thinner part has its share in the table only: next to others like it the words would touch.
_LEAST_SHARE = 0.03


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The colours of a picture."""

    ground: str
    ink: str
    faint: str
    marks: tuple[str, ...]


# On whatever ground the chat has, light or dark: each colour has a contrast of at least 3 to both,
# words at least 4.
EITHER = Theme(
    ground="transparent",
    ink="#787d86",
    faint="#787d8655",
    marks=(
        "#2f6fde", "#dd7224", "#3a9d6e", "#b0569c", "#8a8f99", "#ab8a21",
        "#3099bf", "#d0524c", "#7c6bd6", "#8c6d46", "#779738", "#c772ad", "#4f8f8b",
    ),
)  # fmt: skip
LIGHT = Theme(
    ground="#ffffff",
    ink="#2b2f36",
    faint="#d9dce1",
    marks=(
        "#2f6fde", "#e0803a", "#3a9d6e", "#b0569c", "#8a8f99", "#c9a227",
        "#5bb5d6", "#d0524c", "#7c6bd6", "#8c6d46", "#9fc25a", "#d79ac4", "#4f8f8b",
    ),
)  # fmt: skip
DARK = Theme(
    ground="#1a1d21",
    ink="#e8e9eb",
    faint="#3c4148",
    marks=(
        "#6b9cf2", "#f0a266", "#62c394", "#d384bf", "#a9aeb8", "#e3c455",
        "#86cfe8", "#ec7f79", "#a497ee", "#b8966c", "#bddc82", "#eab9db", "#7dbab6",
    ),
)  # fmt: skip


def spec_of(result: Shape, chart: Chart, theme: Theme | None = None) -> Spec:
    """The specification; rows carry plain keys so that no column name needs escaping."""
    theme = theme or (DARK if chart.dark else EITHER)
    result = drawn_of(result, chart)
    return {
        "$schema": _SCHEMA,
        "background": theme.ground,
        "width": 420,
        "height": {"step": 24} if chart.kind == "bar" else 240,
        "data": {"values": points_of(result, chart)},
        **_drawn(result, chart, theme),
        "config": _look(theme),
    }


def drawn_of(result: Shape, chart: Chart) -> Drawn:
    """The rows that the chart shows, the rest of many names as one."""
    return drawn_rows(result, chart, say.OTHERS)


def _drawn(result: Shape, chart: Chart, theme: Theme) -> Spec:
    """What is drawn; the parts of a whole have their shares beside them where there is room."""
    drawn: Spec = {"mark": _mark(chart, theme), "encoding": _encoding(result, chart, theme)}
    if chart.kind not in _ROUND:
        return drawn
    shares: Spec = {
        "mark": {"type": "text", "radius": _RADIUS + 22, "fontSize": 13, "fontWeight": 600},
        "encoding": {"text": {"field": "share"}, "color": {"value": theme.ink}},
    }
    return {"encoding": drawn["encoding"], "layer": [{"mark": drawn["mark"]}, shares]}


def _look(theme: Theme) -> Spec:
    text = {"labelColor": theme.ink, "titleColor": theme.ink}
    lines = {"gridColor": theme.faint, "domainColor": theme.faint, "tickColor": theme.faint}
    sizes = {"labelLimit": 260, "labelFontSize": 14, "titleFontSize": 14, "titlePadding": 8}
    heavy = {"labelFontWeight": 600, "titleFontWeight": 700}
    # A name in a legend is never cut: without it a colour means nothing.
    legend = {"labelFontSize": 14, "titleFontSize": 14, "symbolSize": 120} | _WHOLE
    return {
        "font": "sans-serif",
        "axis": text | lines | sizes | heavy,
        "legend": text | legend | heavy,
        "view": {"stroke": None},
    }


def _mark(chart: Chart, theme: Theme) -> Spec:
    match chart.kind:
        case "pie" | "donut":
            hole: Spec = {"innerRadius": 65} if chart.kind == "donut" else {}
            return {"type": "arc", "outerRadius": _RADIUS, "stroke": theme.ground} | hole
        case "scatter":
            return {"type": "point", "filled": True, "size": 70, "color": theme.marks[0]}
        case "line":
            return {"type": "line", "color": theme.marks[0], "point": True}
        case "area":
            return {"type": "area", "color": theme.marks[0], "opacity": 0.75}
        case _:
            return {"type": "bar", "color": theme.marks[0], "cornerRadiusEnd": 3}


def _encoding(result: Shape, chart: Chart, theme: Theme) -> Spec:
    named = _names(result, chart.by)
    if chart.kind in _ROUND:
        parts: Spec = {"range": list(theme.marks), "domain": list(dict.fromkeys(named))}
        colour: Spec = {"field": "d", "type": "nominal", "title": title_of(result, chart.by)}
        whole: Spec = {"field": "m", "type": "quantitative", "stack": True}
        return {"theta": whole, "color": colour | {"scale": parts}, "order": {"field": "at"}}
    coloured: Spec = {"color": _colours(result, chart, theme)} if chart.is_coloured else {}
    return _axes(result, chart, named) | coloured


def _colours(result: Shape, chart: Chart, theme: Theme) -> Spec:
    longest = max((len(str(point.get("s", ""))) for point in points_of(result, chart)), default=1)
    columns = max(1, min(_MOST_IN_A_LINE, _LEGEND_LINE // (longest + 3)))
    return {
        "field": "s",
        "type": "nominal",
        "title": None,
        "scale": {"range": list(theme.marks)},
        "legend": {"orient": "top", "columns": columns},
    }


def _axes(result: Shape, chart: Chart, named: Sequence[str]) -> Spec:
    measure = _measure(result, chart.measure) | {"title": measure_title(result, chart)}
    if chart.kind == "scatter":
        return {"x": _measure(result, chart.by, "d"), "y": measure}
    by: Spec = {"field": "d", "type": "ordinal", "title": title_of(result, chart.by), "sort": None}
    beside = chart.is_coloured and not chart.stacked
    if chart.kind == "bar":
        offset: Spec = {"yOffset": {"field": "s"}} if beside else {}
        return {"x": _piled(chart, measure), "y": by, **offset}
    labels = list(dict.fromkeys(named))
    crowded: Spec = {"labelAngle": 0 if len(labels) <= _FEW_LABELS else -40, "labelOverlap": True}
    offset = {"xOffset": {"field": "s"}} if beside and chart.kind == "column" else {}
    axis = by | {"sort": in_order(result, chart), "axis": crowded}
    return {"x": axis, "y": _piled(chart, measure), **offset}


def _piled(chart: Chart, measure: Spec) -> Spec:
    """Lines and bars of several colours stand on the same ground unless they are to be piled."""
    if not chart.is_coloured:
        return measure
    return measure | {"stack": "zero" if chart.stacked else None}


def _measure(result: Shape, at: int, field: str = "m") -> Spec:
    return {
        "field": field,
        "type": "quantitative",
        "title": title_of(result, at),
        "axis": {"format": ",~f", "gridOpacity": 0.4} | _TICKS,
    }


def in_order(result: Shape, chart: Chart) -> list[str]:
    """Along a line things stand in their own order; bars stand as the result has them."""
    named = dict(zip(values_of(result, chart.by), _names(result, chart.by), strict=True))
    if chart.kind == "column":
        return list(dict.fromkeys(named.values()))
    numbers = all(isinstance(value, int | float) for value in named)
    return [named[value] for value in (sorted(named) if numbers else sorted(named, key=str))]  # type: ignore[type-var]


def points_of(result: Shape, chart: Chart) -> list[Mapping[str, Cell]]:
    """For each row its label (d), its number (m), and its colour (s) where there are several."""
    named = _names(result, chart.by)
    whole = _whole(result, chart) if chart.kind in _ROUND else 0.0
    colours = [] if chart.series is None else values_of(result, chart.series)
    points: list[Mapping[str, Cell]] = []
    for at, row in enumerate(told_rows(result)):
        along: Cell = row[chart.by] if chart.kind == "scatter" else named[at]
        series: dict[str, Cell] = {"s": _label(colours[at])} if colours else {}
        part: dict[str, Cell] = {}
        if chart.kind in _ROUND:
            part = {"at": at, "share": _share(row[chart.measure], whole)}
        for place in (chart.measure, *chart.beside):
            told = series | ({"s": title_of(result, place)} if chart.beside else {})
            points.append({"d": along, "m": row[place]} | told | part)
    return points


def _whole(result: Shape, chart: Chart) -> float:
    values = (row[chart.measure] for row in result.rows)
    return float(sum(value for value in values if isinstance(value, int | float)))


def _share(value: Cell, whole: float) -> str:
    """A part in percent of the whole; empty where it is thin."""
    if not isinstance(value, int | float) or not whole or value / whole < _LEAST_SHARE:
        return ""
    return f"{value / whole:.1%}".replace(".0%", "%")


def _names(result: Shape, at: int) -> list[str]:
    """The words for each row's cell of a column: those of the table."""
    values = values_of(result, at)
    known = periods(result.columns[at], values)
    if known is not None:
        return [text or say.NOTHING for text in known]
    written = writing_of("", values)
    return [
        drawable(cell_text(value, written)) if isinstance(value, str) else _label(value)
        for value in values
    ]


def measure_title(result: Shape, chart: Chart) -> str:
    """What the numbers are called; of several periods, the words that their names share."""
    if change := compared(result):
        stem = result.columns[change.change].rpartition("_")[0]
        unit = told_units(result)[change.change]
        return drawable(f"{title(stem)} ({unit})" if unit else title(stem))
    titles = [title_of(result, at).split() for at in (chart.measure, *chart.beside)]
    shared = [words[0] for words in zip(*titles, strict=False) if len(set(words)) == 1]
    return " ".join(shared) or title_of(result, chart.measure)


def title_of(result: Shape, at: int) -> str:
    """A column's name for people: that of the table's head, or what a whole name is called."""
    head = drawable(heads_of(result)[at])
    return capital(_FIRST.sub("", head)) if at in whole_names(result.columns) else head


def _label(value: Cell) -> str:
    return say.NOTHING if value is None else drawable(str(value))


def drawable(text: str) -> str:
    """Text without what no picture can hold: the drawing engine dies of it, and we with it."""
    return _UNDRAWABLE.sub(" ", text)

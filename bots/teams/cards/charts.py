"""Charts that Teams draws itself, in its own colours; a client that cannot shows the picture."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from bots.cards import Image, Line, Plot
from bots.teams.cards.elements import cut, plain

Json: TypeAlias = dict[str, Any]

# A card has room for a chart, its table and its texts.
_MOST_POINTS: Final = 60
_LONGEST_LABEL: Final = 40
_LONGEST_TITLE: Final = 200
_ONE_COLOUR: Final = {"color": "categoricalBlue"}
_ROUND: Final = ("pie", "donut")


def chart_elements(image: Image, url: str, *, drawn: bool) -> list[Json]:
    """The chart; its picture at this address where Teams has no such chart or is not to draw it."""
    picture = {"type": "Image", "url": url, "altText": image.alt, "size": "Stretch"}
    instead = [picture] if url else []
    if image.plot is None or not drawn or not _is_drawn(image.plot):
        return instead
    look = _DRAWN[image.plot.kind](image.plot)
    title = _words(image.alt, _LONGEST_TITLE)
    return [{**look, "title": title, "fallback": picture if url else "drop"}]


def _is_drawn(plot: Plot) -> bool:
    """Whether Teams has such a chart, and shows each point of it as what it is."""
    points = [point for line in plot.lines for point in line.points]
    short = all(len(label) <= _LONGEST_LABEL for label, _ in points)
    if plot.kind not in _DRAWN or not short or not 0 < len(points) <= _MOST_POINTS:
        return False
    if plot.kind == "line":
        return not plot.stacked
    above = all(number >= 0 for _, number in points)
    return above and (plot.kind not in _ROUND or len(plot.lines) == 1)


def _round(plot: Plot) -> Json:
    (line,) = plot.lines
    parts = [{"legend": _words(label), "value": number} for label, number in line.points]
    kind = "Chart.Pie" if plot.kind == "pie" else "Chart.Donut"
    return {"type": kind, "colorSet": "categorical", "data": parts}


def _line(plot: Plot) -> Json:
    return {"type": "Chart.Line", **_axes(plot), "data": _series(plot)}


def _bars(plot: Plot) -> Json:
    if len(plot.lines) == 1:
        # Its numbers stand along the horizontal axis.
        along = _axes(replace(plot, by=plot.measure, measure=plot.by))
        return {"type": "Chart.HorizontalBar", **along, "data": _of_one(plot.lines[0])}
    return _piled(plot) if plot.stacked else _columns(plot)


def _columns(plot: Plot) -> Json:
    if len(plot.lines) == 1:
        return {"type": "Chart.VerticalBar", **_axes(plot), "data": _of_one(plot.lines[0])}
    grouped = {"type": "Chart.VerticalBar.Grouped", **_axes(plot), "data": _series(plot)}
    return grouped | {"stacked": plot.stacked}


def _piled(plot: Plot) -> Json:
    """A bar for each label, a part of it for each line."""
    bars: dict[str, list[Json]] = {}
    for line in plot.lines:
        for label, number in line.points:
            part = {"legend": _words(line.name), "value": number}
            bars.setdefault(_words(label), []).append(part)
    data = [{"title": label, "data": parts} for label, parts in bars.items()]
    return {"type": "Chart.HorizontalBar.Stacked", "colorSet": "categorical", "data": data}


def _series(plot: Plot) -> list[Json]:
    return [
        {"legend": _words(line.name or plot.measure), "values": _values(line)}
        for line in plot.lines
    ]


def _of_one(line: Line) -> list[Json]:
    return [value | _ONE_COLOUR for value in _values(line)]


def _values(line: Line) -> list[Json]:
    return [{"x": _words(label), "y": number} for label, number in line.points]


def _axes(plot: Plot) -> Json:
    titles = {"xAxisTitle": _words(plot.by), "yAxisTitle": _words(plot.measure)}
    return {"colorSet": "categorical", **titles}


def _words(text: str, most: int = _LONGEST_LABEL) -> str:
    return plain(cut(text, most))


_DRAWN: Final[Mapping[str, Callable[[Plot], Json]]] = {
    "pie": _round,
    "donut": _round,
    "line": _line,
    "bar": _bars,
    "column": _columns,
}

"""A picture of a result, where its shape says that one helps."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

import vl_convert

from bots.cards import Image
from bots.conversation.cells import cell_text, writing_of
from bots.wording import answers as say
from pipeline.labels import periods
from pipeline.result import Answer, Cell

Spec: TypeAlias = dict[str, object]

_MOST_BARS = 25
_MOST_POINTS = 400
_MOST_SERIES = 6
_FEWEST = 2
_FEWEST_ON_A_LINE = 3
_FEW_LABELS = 6
_TIME = re.compile(r"\d{4}(-(\d{2}|Q[1-4]|W\d{2})(-\d{2}([T ][\d:.]+(Z|[+-]\d{2}:?\d{2})?)?)?)?")
_YEARS = (1900, 2100)
_LOOK = {
    "font": "sans-serif",
    "axis": {"labelLimit": 200, "labelFontSize": 14, "titleFontSize": 14, "titlePadding": 8},
    "legend": {"labelFontSize": 14, "symbolSize": 120},
    "view": {"stroke": None},
}
_COLOURS = ["#2f6fde", "#e0803a", "#3a9d6e", "#b0569c", "#8a8f99", "#c9a227"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """What to draw: `measure` over `by`, one colour for each value of `series`."""

    kind: str
    by: int
    measure: int
    series: int | None = None


def chart_of(answer: Answer) -> Chart | None:
    """The chart of this answer, None where the table says it better."""
    dimensions = [at for at in range(len(answer.columns)) if _is_dimension(answer, at)]
    measures = [at for at in answer.numeric if at not in dimensions and _has_numbers(answer, at)]
    if not measures or not _FEWEST <= len(answer.rows) <= _MOST_POINTS or answer.truncated:
        return None
    if len(dimensions) == 1:
        return _of_one(answer, dimensions[0], measures[0])
    if len(dimensions) == 2:  # noqa: PLR2004 - one axis and one colour
        return _of_two(answer, dimensions, measures[0])
    return None


def _of_one(answer: Answer, by: int, measure: int) -> Chart | None:
    values = _values(answer, by)
    if len(set(values)) != len(values):
        return None
    if _is_time(answer, by) and len(values) >= _FEWEST_ON_A_LINE:
        return Chart(kind="line", by=by, measure=measure)
    return Chart(kind="bar", by=by, measure=measure) if len(values) <= _MOST_BARS else None


def _of_two(answer: Answer, dimensions: list[int], measure: int) -> Chart | None:
    times = [at for at in dimensions if _is_time(answer, at)]
    by = times[0] if times else max(dimensions, key=lambda at: len(set(_values(answer, at))))
    series = next(at for at in dimensions if at != by)
    groups, points = len(set(_values(answer, series))), len(set(_values(answer, by)))
    if not _FEWEST <= groups <= _MOST_SERIES or points < _FEWEST:
        return None
    if by in times and points >= _FEWEST_ON_A_LINE:
        return Chart(kind="line", by=by, measure=measure, series=series)
    return Chart(kind="bar", by=by, measure=measure, series=series) if points <= 12 else None  # noqa: PLR2004 - groups of bars in a picture's width


def picture(answer: Answer) -> Image | None:
    """The chart drawn; takes a moment, so call it in a thread."""
    chart = chart_of(answer)
    if chart is None:
        return None
    png = _drawn(json.dumps(spec_of(answer, chart)))
    measure, by = answer.columns[chart.measure], answer.columns[chart.by]
    kind = "Line" if chart.kind == "line" else "Bar"
    alt = say.chart_alt(kind, measure, by, len(answer.rows))
    return Image(name="chart.png", png=png, alt=alt)


@lru_cache(128)
def _drawn(spec: str) -> bytes:
    """Approved questions are asked again and again: an unchanged result is drawn once."""
    return vl_convert.vegalite_to_png(spec, scale=2)


@cache
def warm_up() -> None:
    """Start the drawing engine, which takes seconds the first time."""
    vl_convert.vegalite_to_png(json.dumps({"mark": "bar", "data": {"values": [{"d": 1}]}}))


def spec_of(answer: Answer, chart: Chart) -> Spec:
    """The Vega-Lite specification; rows carry plain keys so that no column name needs escaping."""
    encoding: dict[str, object] = _axes(answer, chart)
    if chart.series is not None:
        encoding["color"] = {
            "field": "s",
            "type": "nominal",
            "title": None,
            "scale": {"range": _COLOURS},
            "legend": {"orient": "top"},
        }
    mark: Spec = {"type": chart.kind, "color": _COLOURS[0]}
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "background": "white",
        "width": 420,
        "height": 240 if chart.kind == "line" else {"step": 24},
        "data": {"values": _points(answer, chart)},
        "mark": mark | ({"point": True} if chart.kind == "line" else {"cornerRadiusEnd": 3}),
        "encoding": encoding,
        "config": _LOOK,
    }


def _axes(answer: Answer, chart: Chart) -> dict[str, object]:
    by: Spec = {"field": "d", "type": "ordinal", "title": _title(answer, chart.by), "sort": None}
    measure: Spec = {
        "field": "m",
        "type": "quantitative",
        "title": _title(answer, chart.measure),
        "axis": {"format": "~s", "gridOpacity": 0.4},
    }
    if chart.kind == "line":
        named = _named(answer, chart.by)
        in_time = [named[value] for value in sorted(named, key=str)]
        crowded = {"labelAngle": 0 if len(in_time) <= _FEW_LABELS else -40, "labelOverlap": True}
        return {"x": by | {"sort": in_time, "axis": crowded}, "y": measure}
    offset: Spec = {} if chart.series is None else {"yOffset": {"field": "s"}}
    return {"x": measure, "y": by, **offset}


def _points(answer: Answer, chart: Chart) -> list[dict[str, Cell]]:
    named = _named(answer, chart.by)

    def point(row: tuple[Cell, ...]) -> dict[str, Cell]:
        series: dict[str, Cell] = {} if chart.series is None else {"s": _label(row[chart.series])}
        return {"d": named[row[chart.by]], "m": row[chart.measure]} | series

    return [point(row) for row in answer.rows]


def _named(answer: Answer, at: int) -> Mapping[Cell, str]:
    """The words for each value of a column: those of the table."""
    values = _values(answer, at)
    known = periods(answer.columns[at], values)
    if known is not None:
        return {value: text or say.NOTHING for value, text in zip(values, known, strict=True)}
    written = writing_of("", values)
    return {
        value: cell_text(value, written) if isinstance(value, str) else _label(value)
        for value in values
    }


def _title(answer: Answer, at: int) -> str:
    return answer.columns[at].replace("_", " ")


def _label(value: Cell) -> str:
    return say.NOTHING if value is None else str(value)


def _values(answer: Answer, at: int) -> list[Cell]:
    return [row[at] for row in answer.rows]


def _is_dimension(answer: Answer, at: int) -> bool:
    return at not in answer.numeric or _are_years(answer, at)


def _has_numbers(answer: Answer, at: int) -> bool:
    return any(isinstance(value, int | float) for value in _values(answer, at))


def _are_years(answer: Answer, at: int) -> bool:
    low, high = _YEARS
    years = all(isinstance(value, int) and low <= value <= high for value in _values(answer, at))
    return years and "year" in answer.columns[at].lower()


def _is_time(answer: Answer, at: int) -> bool:
    texts = [str(value) for value in _values(answer, at) if value is not None]
    return bool(texts) and all(_TIME.fullmatch(text) for text in texts)

"""A picture of a result, where its shape says that one helps or a person wished for one."""

import json
from collections.abc import Mapping
from functools import cache, lru_cache

import vl_convert

from bots.cards import Image
from bots.conversation.chart_spec import Theme, spec_of
from bots.wording import answers as say
from pipeline.chart import Chart, Kind
from pipeline.charts.shape import chart_of
from pipeline.result import Answer

_CALLED: Mapping[Kind, str] = {"bar": "Bar", "column": "Bar", "scatter": "Scatter"}


def picture(answer: Answer, name: str = "chart.png") -> Image | None:
    """The chart drawn; takes a moment, so call it in a thread."""
    chart = drawn_as(answer)
    if chart is None:
        return None
    return Image(name=name, png=png_of(answer, chart), alt=alt_of(answer, chart))


def drawn_as(answer: Answer) -> Chart | None:
    """The chart that was wished, or the one that the result's shape asks for by itself."""
    return answer.chart if answer.chart or answer.chart_note else chart_of(answer)


def alt_of(answer: Answer, chart: Chart) -> str:
    """The words that stand for the picture."""
    kind = _CALLED.get(chart.kind, chart.kind.capitalize())
    measure, by = answer.columns[chart.measure], answer.columns[chart.by]
    return say.chart_alt(kind, measure, by, len(answer.rows))


def png_of(answer: Answer, chart: Chart, theme: Theme | None = None) -> bytes:
    """The picture alone, in the colours of the theme or else of the chart."""
    return _drawn(json.dumps(spec_of(answer, chart, theme)))


@lru_cache(128)
def _drawn(spec: str) -> bytes:
    """Approved questions are asked again and again: an unchanged result is drawn once."""
    return vl_convert.vegalite_to_png(spec, scale=2)


@cache
def warm_up() -> None:
    """Start the drawing engine, which takes seconds the first time."""
    vl_convert.vegalite_to_png(json.dumps({"mark": "bar", "data": {"values": [{"d": 1}]}}))

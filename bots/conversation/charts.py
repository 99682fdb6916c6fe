"""A picture of a result, where its shape says that one helps or a person wished for one."""

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from bots.cards import Image
from bots.conversation.chart_spec import Theme, drawn_of, measure_title, spec_of, title_of
from bots.conversation.plots import plot_of
from bots.wording import answers as say
from knowledge.sentences import uncapital
from pipeline.chart import Chart, Kind
from pipeline.charts.folding import MOST_NAMES
from pipeline.charts.shape import chart_of
from pipeline.result import Answer

if TYPE_CHECKING:
    from types import ModuleType

_CALLED: Mapping[Kind, str] = {"bar": "Bar", "column": "Bar", "scatter": "Scatter"}


ONLY = "chart.png"


@cache
def can_draw() -> bool:
    """Whether the drawing engine is installed; an installation may be without it."""
    return find_spec("vl_convert") is not None


def _engine() -> "ModuleType":
    # Large, and not needed before the first picture.
    import vl_convert

    return vl_convert


def picture(answer: Answer, name: str = ONLY) -> Image | None:
    """The chart drawn; takes a moment, so call it in a thread."""
    chart = drawn_as(answer)
    if chart is None:
        return None
    alt, plot = alt_of(answer, chart), plot_of(answer, chart)
    return Image(name=name, png=png_of(answer, chart), alt=alt, plot=plot)


def pictures_of(answer: Answer) -> tuple[Image, ...]:
    """The chart of an answer, or those of its report's parts, under names of their own."""
    found = (picture(result, name) for name, result in _results(answer).items())
    return tuple(image for image in found if image is not None)


def are_drawn(answer: Answer) -> bool:
    """Whether there is nothing to draw any more, so that `pictures_of` takes no time."""
    charts = ((result, drawn_as(result)) for result in _results(answer).values())
    return all(chart is None or _spec(result, chart) in _PNGS for result, chart in charts)


def picture_named(answer: Answer, name: str) -> Image | None:
    """One of those pictures."""
    result = _results(answer).get(name)
    return picture(result, name) if result else None


def _results(answer: Answer) -> dict[str, Answer]:
    """What pictures are drawn of, by their names."""
    if answer.report is None:
        return {ONLY: answer}
    parts = enumerate(answer.report.parts)
    return {name_of(at): p.outcome for at, p in parts if isinstance(p.outcome, Answer)}


def name_of(part: int) -> str:
    """The name of the picture of a report's part."""
    return f"chart-{part + 1}.png"


def drawn_as(answer: Answer) -> Chart | None:
    """The chart that was wished, or the one that the result's shape asks for by itself."""
    if not can_draw():
        return None
    return answer.chart if answer.chart or answer.chart_note else chart_of(answer)


def alt_of(answer: Answer, chart: Chart) -> str:
    """The words that stand for the picture."""
    kind = _CALLED.get(chart.kind, chart.kind.capitalize())
    measure, by = map(uncapital, (measure_title(answer, chart), title_of(answer, chart.by)))
    told = say.chart_alt(kind, measure, by, len(answer.rows))
    return f"{told} {cut_of(answer, chart)}".strip()


def cut_of(answer: Answer, chart: Chart) -> str:
    """How many names the picture does not show, empty where it shows all or the rest as one."""
    drawn = drawn_of(answer, chart)
    return say.chart_cut(MOST_NAMES, drawn.left) if drawn.left and not drawn.rest else ""


def png_of(answer: Answer, chart: Chart, theme: Theme | None = None) -> bytes:
    """The picture alone, in the colours of the theme or else of the chart."""
    return _PNGS.of(_spec(answer, chart, theme))


def svg_of(answer: Answer, chart: Chart, theme: Theme) -> str:
    """The picture as lines instead of points: small, and sharp at any size."""
    svg: str = _engine().vegalite_to_svg(json.dumps(spec_of(answer, chart, theme)))
    return svg


def _spec(answer: Answer, chart: Chart, theme: Theme | None = None) -> str:
    return json.dumps(spec_of(answer, chart, theme))


class _Pngs:
    """Pictures by their specification; those that were wanted last are kept, at most so many.

    Approved questions are asked again and again: an unchanged result is drawn once.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def __contains__(self, spec: str) -> bool:
        return spec in self._kept

    def of(self, spec: str) -> bytes:
        with self._lock:
            png = self._kept.get(spec)
            if png is not None:
                self._kept.move_to_end(spec)
                return png
        drawn: bytes = _engine().vegalite_to_png(spec, scale=2)
        with self._lock:
            self._kept[spec] = drawn
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return drawn


_PNGS = _Pngs(128)

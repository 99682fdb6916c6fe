"""Charts that Teams draws itself: which chart becomes which, and when a picture is better."""

from typing import Any

import pytest
from inline_snapshot import external_file

from bots.cards import Card, Image, Text
from bots.conversation.plots import plot_of
from bots.teams.cards.adaptive import Room
from bots.teams.cards.charts import chart_elements
from bots.teams.cards.fitting import MOST_BYTES, fitted, size_of
from pipeline.chart import Chart
from pipeline.result import Answer
from tests.fakes import an_answer
from tests.surfaces.teams.fake_connector import Json

URL = "https://bot.example.com/teams/pictures/x"
MONTHS = an_answer(
    columns=("month", "region", "orders"),
    rows=(
        ("2026-02", "North", 4),
        ("2026-01", "North", 3),
        ("2026-01", "South", 2),
        ("2026-02", "South", None),
    ),
    numeric=(2,),
)


def drawn(answer: Answer, chart: Chart, *, url: str = URL, room: bool = True) -> list[Json]:
    image = Image(name="chart.png", png=b"", alt="A chart", plot=plot_of(answer, chart))
    return chart_elements(image, url, drawn=room)


def kinds(elements: list[Json]) -> list[str]:
    return [each["type"] for each in elements]


SHAPES: dict[str, tuple[Answer, Chart]] = {
    "bar": (an_answer(), Chart(kind="bar", by=0, measure=1)),
    "column": (an_answer(), Chart(kind="column", by=0, measure=1)),
    "pie": (an_answer(), Chart(kind="pie", by=0, measure=1)),
    "donut": (an_answer(), Chart(kind="donut", by=0, measure=1)),
    "line": (MONTHS, Chart(kind="line", by=0, measure=2)),
    "lines": (MONTHS, Chart(kind="line", by=0, measure=2, series=1)),
    "grouped bars": (MONTHS, Chart(kind="bar", by=0, measure=2, series=1)),
    "stacked bars": (MONTHS, Chart(kind="bar", by=0, measure=2, series=1, stacked=True)),
    "stacked columns": (MONTHS, Chart(kind="column", by=0, measure=2, series=1, stacked=True)),
}


def test_each_chart_becomes_one_of_teams_own() -> None:
    assert {name: drawn(*shape)[0] for name, shape in SHAPES.items()} == external_file(
        "charts.json"
    )


@pytest.mark.parametrize("kind", ["area", "scatter"])
def test_what_teams_cannot_draw_is_a_picture(kind: Any) -> None:
    numbers = an_answer(columns=("age", "height"), rows=((1, 2), (2, 3)), numeric=(0, 1))
    assert kinds(drawn(numbers, Chart(kind=kind, by=0, measure=1))) == ["Image"]


@pytest.mark.parametrize(
    "rows",
    [
        (("North", 5.0), ("South", -1.0)),
        (("North", None), ("South", None)),
        (("x" * 41, 1.0), ("South", 2.0)),
    ],
    ids=["below nought", "no numbers", "long labels"],
)
def test_what_teams_could_show_wrongly_is_a_picture(rows: Any) -> None:
    assert kinds(drawn(an_answer(rows=rows), Chart(kind="bar", by=0, measure=1))) == ["Image"]


def test_a_line_may_go_below_nought() -> None:
    losses = an_answer(rows=(("2026-01", -1.0), ("2026-02", 2.0)))
    assert kinds(drawn(losses, Chart(kind="line", by=0, measure=1))) == ["Chart.Line"]


def test_where_a_card_is_full_the_picture_stands_instead_of_the_numbers() -> None:
    assert kinds(drawn(*SHAPES["bar"], room=False)) == ["Image"]


def test_with_no_picture_either_there_is_nothing() -> None:
    numbers = an_answer(columns=("age", "height"), rows=((1, 2), (2, 3)), numeric=(0, 1))
    assert drawn(numbers, Chart(kind="scatter", by=0, measure=1), url="") == []


def test_a_label_from_the_database_is_no_template() -> None:
    dated = an_answer(rows=(("{{DATE(2026-01-01)}}", 1.0), ("South", 2.0)))
    (element,) = drawn(dated, Chart(kind="bar", by=0, measure=1))
    assert "{{" not in str(element["data"])


def test_a_line_of_too_many_points_is_a_picture() -> None:
    rows = tuple((f"Region {at}", 1.0) for at in range(61))
    assert kinds(drawn(an_answer(rows=rows), Chart(kind="line", by=0, measure=1))) == ["Image"]


def test_the_numbers_of_horizontal_bars_stand_along_the_horizontal_axis() -> None:
    (bars,) = drawn(an_answer(), Chart(kind="bar", by=0, measure=1))
    assert (bars["xAxisTitle"], bars["yAxisTitle"]) == ("Net revenue", "Region")


@pytest.mark.parametrize(("most", "shown"), [(MOST_BYTES, True), (4_500, False)])
def test_a_card_with_a_chart_keeps_within_the_limit(most: int, shown: bool) -> None:
    rows = tuple((f"Region {at}", float(at)) for at in range(60))
    plot = plot_of(an_answer(rows=rows), Chart(kind="line", by=0, measure=1))
    image = Image(name="chart.png", png=b"", alt="A chart", plot=plot)
    card = Card(plain="x", blocks=(Text(text="ö" * 3_000), image))
    content = fitted(card, Room(pictures={image.name: URL}), most).content
    assert size_of(content) <= most
    assert ("Chart.Line" in kinds(content["body"])) is shown
    assert ("Image" in kinds(content["body"])) is not shown

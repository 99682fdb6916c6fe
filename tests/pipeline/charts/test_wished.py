"""The chart of a result, where a person wished for one."""

import pytest

from pipeline.chart import Chart, ChartWish, Kind
from pipeline.charts.wished import chosen
from pipeline.result import Cell
from pipeline.state import Fetched

MONTHS = tuple((f"2026-{month:02}", month * 10.5) for month in range(1, 8))


def result(columns: str, *rows: tuple[Cell, ...], numeric: tuple[int, ...] = (1,)) -> Fetched:
    return Fetched(columns=tuple(columns.split()), rows=rows, numeric=numeric)


REGIONS = result("region n", ("N", 1), ("S", 2), ("E", 4))
BOTH = result(
    "region kind n", ("N", "x", 1), ("N", "y", 2), ("S", "x", 3), ("S", "y", 4), numeric=(2,)
)


@pytest.mark.parametrize("kind", ["bar", "column", "line", "area", "pie", "donut"])
def test_one_name_and_one_number_make_any_chart(kind: Kind) -> None:
    choice = chosen(REGIONS, ChartWish(kind=kind, dark=True))
    assert choice.chart == Chart(kind=kind, by=0, measure=1, dark=True)
    assert not choice.note


@pytest.mark.parametrize(
    ("shape", "wish", "chart"),
    [
        (result("month n", *MONTHS), ChartWish(), Chart(kind="line", by=0, measure=1)),
        (
            BOTH,
            ChartWish(kind="bar", stacked=True),
            Chart(kind="bar", by=0, measure=2, series=1, stacked=True),
        ),
        (
            result("name n", *((f"c{at}", at) for at in range(40))),
            ChartWish(),
            Chart(kind="bar", by=0, measure=1),
        ),
        (
            result("price sold", (1.5, 3), (2.5, 9), (4.0, 1), numeric=(0, 1)),
            ChartWish(),
            Chart(kind="scatter", by=0, measure=1),
        ),
        (
            result("item price sold", ("a", 1.5, 3), ("b", 2.5, 9), numeric=(1, 2)),
            ChartWish(kind="scatter"),
            Chart(kind="scatter", by=1, measure=2),
        ),
    ],
)
def test_the_result_says_what_is_on_which_axis(
    shape: Fetched, wish: ChartWish, chart: Chart
) -> None:
    assert chosen(shape, wish).chart == chart


@pytest.mark.parametrize(
    ("shape", "kind", "instead", "why"),
    [
        (result("region n", ("N", -1), ("S", 2)), "pie", "bar", "below zero"),
        (result("c n", *((f"c{at}", 1) for at in range(20))), "pie", "bar", "more than 12"),
        (BOTH, "donut", "bar", "one column of names"),
        (REGIONS, "scatter", "bar", "two columns of numbers"),
    ],
)
def test_a_chart_that_would_mislead_is_another_one_and_says_why(
    shape: Fetched, kind: Kind, instead: Kind, why: str
) -> None:
    choice = chosen(shape, ChartWish(kind=kind))
    assert choice.chart is not None
    assert choice.chart.kind == instead
    assert why in choice.note


@pytest.mark.parametrize(
    ("shape", "why"),
    [
        (result("n", (5,), numeric=(0,)), "two rows"),
        (result("a b", ("x", "y"), ("z", "w"), numeric=()), "no numbers"),
        (result("region n", ("N", 1), ("N", 2)), "cannot show this result"),
        (Fetched(columns=("a", "n"), rows=(("x", 1),), numeric=(1,), truncated=True), "cut off"),
        (result("a n", *((f"c{at}", at) for at in range(500))), "too many"),
    ],
)
def test_what_cannot_be_drawn_is_said(shape: Fetched, why: str) -> None:
    choice = chosen(shape, ChartWish(kind="bar"))
    assert choice.chart is None
    assert why in choice.note

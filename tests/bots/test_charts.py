"""Which results get a picture, and which do not."""

import pytest
from altair import Chart as Spec

from bots.conversation.cells import table_of
from bots.conversation.chart_spec import DARK, LIGHT, measure_title, points_of, spec_of
from bots.conversation.charts import (
    are_drawn,
    drawn_as,
    picture,
    pictures_of,
    png_of,
    svg_of,
)
from pipeline.chart import Chart, Kind
from pipeline.charts.shape import chart_of
from pipeline.result import Answer
from tests.fakes import an_answer


def result(columns: str, *rows: tuple[object, ...], numeric: tuple[int, ...] = (1,)) -> Answer:
    return an_answer(columns=tuple(columns.split()), rows=rows, numeric=numeric)


MONTHS = tuple((f"2026-{month:02}", month * 10.5) for month in range(1, 8))
TWO_LINES = tuple((month, who, 1.0) for month, _ in MONTHS for who in ("A", "B"))


@pytest.mark.parametrize(
    ("answer", "chart"),
    [
        (result("region n", ("N", 1), ("S", 2)), Chart(kind="bar", by=0, measure=1)),
        (result("month n", *MONTHS), Chart(kind="line", by=0, measure=1)),
        (result("month n", *MONTHS[:2]), Chart(kind="bar", by=0, measure=1)),
        (
            result("order_year n", (2023, 5), (2024, 6), (2025, 7), numeric=(0, 1)),
            Chart(kind="line", by=0, measure=1),
        ),
        (
            result("quarter n", ("2025-Q1", 1), ("2025-Q2", 2), ("2025-Q3", 2)),
            Chart(kind="line", by=0, measure=1),
        ),
        (
            result("month who n", *TWO_LINES, numeric=(2,)),
            Chart(kind="line", by=0, measure=2, series=1),
        ),
        (
            result(
                "region kind n",
                ("N", "x", 1), ("N", "y", 2), ("S", "x", 3), ("S", "y", 4), ("E", "x", 1),
                numeric=(2,),
            ),
            Chart(kind="bar", by=0, measure=2, series=1),
        ),
        (result("n", (5,), numeric=(0,)), None),
        (result("region n", ("N", 1)), None),
        (result("region n"), None),
        (result("a b", ("x", "y"), ("z", "w"), numeric=()), None),
        (result("region n", ("N", 1), ("N", 2)), None),
        (result("name n", *((f"c{at}", at) for at in range(26))), None),
        (result("region n", ("N", None), ("S", None)), None),
    ],
)  # fmt: skip
def test_the_shape_of_a_result_says_which_chart(answer: Answer, chart: Chart | None) -> None:
    assert chart_of(answer) == chart


def test_a_cut_result_is_not_drawn() -> None:
    assert chart_of(an_answer(truncated=True)) is None


def test_a_picture_is_a_png_with_words() -> None:
    image = picture(an_answer())
    assert image is not None
    assert image.png.startswith(b"\x89PNG")
    assert image.alt == ("Bar chart of net revenue by region, 2 points; the table has the numbers.")


def test_what_was_drawn_once_takes_no_time_the_next_time() -> None:
    answer = result("region kept_units", ("N", 41), ("S", 17))
    assert not are_drawn(answer)
    (drawn,) = pictures_of(answer)
    assert are_drawn(answer)
    assert pictures_of(answer) == (drawn,)
    assert are_drawn(an_answer(columns=("n",), rows=((1,),), numeric=(0,)))


def test_axes_and_heads_of_the_table_name_a_column_alike() -> None:
    answer = an_answer(units=("", "EUR"))
    image = picture(answer)
    assert image is not None
    assert image.plot is not None
    heads = table_of(answer).columns
    assert heads == ("Region", "Net revenue (EUR)") == (image.plot.by, image.plot.measure)
    chart = chart_of(answer)
    assert chart is not None
    assert all(f"'title': '{head}'" in str(spec_of(answer, chart)) for head in heads)


def test_names_of_columns_need_no_escaping() -> None:
    answer = result("a.b[0] sum(x)", ("N", 1), ("S", 2))
    chart = chart_of(answer)
    assert chart is not None
    assert picture(answer) is not None
    assert "A.b[0]" in str(spec_of(answer, chart))


def test_months_are_named_as_in_the_table_and_stand_in_their_order() -> None:
    days = ("2026-09-01 00:00:00", "2026-07-01 00:00:00", "2026-08-01 00:00:00")
    answer = result("month n", *((day, at) for at, day in enumerate(days)))
    chart = chart_of(answer)
    assert chart is not None
    drawn = str(spec_of(answer, chart))
    assert "['Jul 2026', 'Aug 2026', 'Sep 2026']" in drawn
    assert "'labelAngle': 0" in drawn
    assert "{'d': 'Sep 2026', 'm': 0}" in drawn


KINDS: tuple[Kind, ...] = ("bar", "column", "line", "area", "pie", "donut", "scatter")


@pytest.mark.parametrize("kind", KINDS)
def test_every_chart_is_valid_vega_lite_and_draws_in_light_and_dark(kind: Kind) -> None:
    answer = result("region n m", ("N", 1, 2), ("S", 2, 3), numeric=(1, 2))
    chart = Chart(kind=kind, by=1 if kind == "scatter" else 0, measure=2)
    for theme in (LIGHT, DARK):
        Spec.from_dict(spec_of(answer, chart, theme), validate=True)
        assert png_of(answer, chart, theme).startswith(b"\x89PNG")


@pytest.mark.parametrize("kind", KINDS[:4])
def test_two_names_become_an_axis_and_colours(kind: Kind) -> None:
    answer = result("month who n", *TWO_LINES, numeric=(2,))
    for stacked in (False, True):
        chart = Chart(kind=kind, by=0, measure=2, series=1, stacked=stacked)
        Spec.from_dict(spec_of(answer, chart), validate=True)
        assert png_of(answer, chart).startswith(b"\x89PNG")


def test_a_wish_in_words_is_on_the_picture() -> None:
    pie = Chart(kind="pie", by=0, measure=1, dark=True)
    image = picture(an_answer(chart=pie))
    assert image is not None
    assert image.alt.startswith("Pie chart of net revenue by region")
    assert spec_of(an_answer(), pie)["background"] == DARK.ground


def test_parts_of_a_whole_have_their_shares_beside_them_unless_they_are_thin() -> None:
    answer = an_answer(rows=(("North", 700.0), ("South", 290.0), ("West", 10.0)))
    points = points_of(answer, Chart(kind="pie", by=0, measure=1))

    assert [each["share"] for each in points] == ["70%", "29%", ""]


def test_what_cannot_be_drawn_as_wished_has_no_picture_of_its_own() -> None:
    assert picture(an_answer(chart_note="There are no numbers in the result to draw.")) is None


@pytest.mark.parametrize("odd", ["\x00", "\x1b[31m", "\ud800", "\uffff", "\x0c\x7f\x85"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_value_of_a_database_can_end_the_process_that_draws_it(odd: str, kind: Kind) -> None:
    rows = ((f"N{odd}", 1, 2), (f"S{odd}", 2, 3))
    answer = an_answer(columns=(f"a{odd}", f"n{odd}", "m"), rows=rows, numeric=(1, 2))
    by, series = (1, 0) if kind == "scatter" else (0, None)
    chart = Chart(kind=kind, by=by, measure=2, series=series)
    assert png_of(answer, chart).startswith(b"\x89PNG")
    assert svg_of(answer, chart, DARK).startswith("<svg")


def test_a_number_of_two_periods_is_drawn_in_two_colours_under_what_it_is_called() -> None:
    columns = ("month_of_year", "net_revenue_2024", "net_revenue_2025", "net_revenue_change")
    rows = ((1, 10, 14, 4), (2, 20, 19, -1), (3, 30, 31, 1))
    answer = an_answer(columns=columns, rows=rows, numeric=(1, 2, 3))
    chart = drawn_as(answer)
    assert chart is not None
    points = points_of(answer, chart)
    assert points[:2] == [
        {"d": "Jan", "m": 10, "s": "Net revenue 2024"},
        {"d": "Jan", "m": 14, "s": "Net revenue 2025"},
    ]
    assert measure_title(answer, chart) == "Net revenue"
    assert png_of(answer, chart).startswith(b"\x89PNG")

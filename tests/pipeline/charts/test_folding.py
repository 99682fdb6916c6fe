"""A chart of many names: twelve of them, and the rest as one where numbers add up."""

from pipeline.chart import Chart
from pipeline.charts.folding import MOST_NAMES, drawn_rows
from pipeline.result import Answer
from tests.fakes import an_answer

BAR = Chart(kind="bar", by=0, measure=1)


def ranking(*values: float, sums: tuple[int, ...] = (1,)) -> Answer:
    rows = tuple((f"c{at}", value) for at, value in enumerate(values))
    return an_answer(columns=("name", "n"), rows=rows, numeric=(1,), sums=sums)


def test_twelve_names_are_drawn_as_they_are() -> None:
    answer = ranking(*range(12))
    assert drawn_rows(answer, BAR, "Other ({})").rows == answer.rows


def test_the_rest_of_many_names_is_one_bar_with_their_sum() -> None:
    drawn = drawn_rows(ranking(*range(20, 0, -1)), BAR, "Other ({})")
    assert len(drawn.rows) == MOST_NAMES + 1
    assert drawn.rows[-1] == ("Other (8)", sum(range(1, 9)))


def test_rates_and_averages_are_never_added_up() -> None:
    drawn = drawn_rows(ranking(*range(20, 0, -1), sums=()), BAR, "Other ({})")
    assert (len(drawn.rows), drawn.left, drawn.rest) == (MOST_NAMES, 8, False)


def test_without_an_order_the_largest_are_named() -> None:
    drawn = drawn_rows(ranking(1, 50, *([2] * 18), 90), BAR, "Other ({})")
    assert {"c1", "c20"} <= {row[0] for row in drawn.rows}


def test_months_are_never_folded() -> None:
    rows = tuple((f"2025-{month:02}", month) for month in range(1, 13))
    rows = (*rows, *((f"2026-{month:02}", month) for month in range(1, 7)))
    answer = an_answer(columns=("month", "n"), rows=rows, numeric=(1,), sums=(1,))
    assert len(drawn_rows(answer, Chart(kind="column", by=0, measure=1), "Other").rows) == 18

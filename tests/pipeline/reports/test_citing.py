"""Every figure of a sentence leads to its cell, or the sentence does not hold."""

import pytest

from pipeline.reports.citing import cited
from pipeline.result import Answer, Cell
from pipeline.state import Fetched
from pipeline.telling.summary import summarise
from tests.fakes import an_answer


def result(columns: str, *rows: tuple[Cell, ...], numeric: tuple[int, ...] = (1,)) -> Answer:
    return an_answer(columns=tuple(columns.split()), rows=rows, numeric=numeric)


MONTHS = result("month net", ("2026-01-01", 100.0), ("2026-02-01", 1250.5), ("2026-03-01", -7.0))
ROOMS = result("room items", ("Room 12", 3), ("Hall", 40))
BOTH = {0: MONTHS, 2: ROOMS}


def places(text: str) -> list[tuple[str, int, int, int]]:
    finding = cited(text, BOTH)
    assert finding is not None
    return [
        (text[each.start : each.end], each.part, each.row, each.column) for each in finding.figures
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Net was 1,250.50 in Feb 2026.", [("1,250.50", 0, 1, 1), ("Feb 2026", 0, 1, 0)]),
        ("It fell to -7.", [("-7", 0, 2, 1)]),
        ("There are 3 items in Room 12.", [("3", 2, 0, 1), ("Room 12", 2, 0, 0)]),
        ("About 1250.5, and 40 in the hall.", [("1250.5", 0, 1, 1), ("40", 2, 1, 1)]),
        ("2 rows.", [("2", 2, -1, 0)]),
        ("Nothing to count here.", []),
    ],
)
def test_a_figure_leads_to_where_it_stands(
    text: str, found: list[tuple[str, int, int, int]]
) -> None:
    assert places(text) == found


@pytest.mark.parametrize(
    "text", ["Net was 1,251.", "Room 13 holds 3.", "In total 1,343.5.", "Up 25% in Feb 2026."]
)
def test_a_figure_from_nowhere_holds_nothing(text: str) -> None:
    assert cited(text, BOTH) is None


@pytest.mark.parametrize("answer", [MONTHS, ROOMS, result("a n", ("x", 1)), result("net", (5,))])
def test_the_rules_own_sentences_always_hold(answer: Answer) -> None:
    fetched = Fetched(columns=answer.columns, rows=answer.rows, numeric=(len(answer.columns) - 1,))
    assert cited(summarise(fetched), {0: answer}) is not None

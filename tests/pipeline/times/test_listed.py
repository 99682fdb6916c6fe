"""Periods that are listed: two stand side by side, neighbours become one, others are refused."""

import datetime as dt

import pytest

from pipeline.dates import Calendar, Comparison, resolve
from pipeline.flow import Finish
from pipeline.result import Refusal
from pipeline.steps.dates import dates
from pipeline.times.listed import together
from pipeline.times.reading import spans
from pipeline.workspace import Workspace
from tests.pipeline.shop import a_state

TODAY = dt.date(2026, 11, 21)


def read(question: str) -> list[tuple[dt.date | None, dt.date | None]] | None:
    found = together(question, spans(resolve(question, TODAY, Calendar())))
    return None if found is None else [(span.start, span.end) for span in found]


@pytest.mark.parametrize(
    "question", ["sales in March and April 2025", "this and last month", "today and yesterday"]
)
def test_two_listed_periods_are_looked_at_side_by_side(question: str) -> None:
    (found,) = resolve(question, TODAY, Calendar())
    assert isinstance(found, Comparison)


def test_three_neighbours_become_one_stretch() -> None:
    assert read("sales in January, February and March 2025") == [
        (dt.date(2025, 1, 1), dt.date(2025, 4, 1))
    ]


def test_one_or_the_other_neighbour_becomes_one_stretch() -> None:
    assert read("sales in Q1 2025 or Q2 2025") == [(dt.date(2025, 1, 1), dt.date(2025, 7, 1))]


@pytest.mark.parametrize(
    "question",
    ["sales in January, March and May 2025", "sales in 2021 or 2024", "the last two Saturdays"],
)
def test_periods_apart_are_no_one_period(question: str) -> None:
    assert read(question) is None


def test_periods_of_different_things_are_left_alone() -> None:
    found = read("customers who joined in Q1 2024 and ordered chairs in Q3 2025")
    assert found == [
        (dt.date(2024, 1, 1), dt.date(2024, 4, 1)),
        (dt.date(2025, 7, 1), dt.date(2025, 10, 1)),
    ]


async def test_periods_apart_are_refused_in_a_sentence(shop: Workspace) -> None:
    outcome = await dates(a_state("purchases in January, March and May 2025"), shop)
    assert isinstance(outcome, Finish)
    assert isinstance(outcome.outcome, Refusal)
    assert "separate periods" in outcome.outcome.reason

"""`data_edge`: a period beyond the rows is told with the day on which they end."""

from dataclasses import replace

import pytest

from pipeline.people import Person
from pipeline.steps.check import check
from pipeline.steps.data_edge import data_edge
from pipeline.steps.execute import execute
from pipeline.steps.intent import intent
from pipeline.steps.interpret import interpret
from pipeline.times.listed import default_times
from pipeline.warehouse import QueryTimedOut
from pipeline.workspace import Workspace
from tests.pipeline.shop import TODAY, FailingWarehouse, a_state, answered, went_on


async def told(question: str, shop: Workspace) -> str:
    state = a_state(question, times=default_times(question, TODAY, shop.calendar))
    for step in (intent, check, execute, data_edge):
        state = went_on(await step(state, shop))
    return state.edge


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many purchases in December 2026?", "The data of purchase ends on 1 November 2026."),
        (
            "How many purchases since 2 November 2026?",
            "The data of purchase ends on 1 November 2026.",
        ),
        ("How many purchases in 2024?", "The data of purchase begins on 5 September 2026."),
        ("How many purchases in October 2026?", ""),
        ("How many purchases are there?", ""),
    ],
)
async def test_the_answer_says_where_the_rows_end(
    shop: Workspace, question: str, said: str
) -> None:
    assert await told(question, shop) == said


async def test_a_period_after_the_rows_is_answered_with_their_end_and_not_with_0(
    shop: Workspace,
) -> None:
    question = "How many purchases in December 2026?"
    state = a_state(question, times=default_times(question, TODAY, shop.calendar))
    for step in (intent, check, execute, data_edge):
        state = went_on(await step(state, shop))
    summary = answered(await interpret(state, shop)).summary
    assert summary == "The data of purchase ends on 1 November 2026."


async def test_a_period_that_is_over_and_not_filled_is_told_beside_its_rows(
    shop: Workspace,
) -> None:
    question, later = "How many purchases in 2026?", TODAY.replace(year=2027)
    times = default_times(question, later, shop.calendar)
    state = a_state(question, times=times, today=later)
    for step in (intent, check, execute, data_edge):
        state = went_on(await step(state, shop))
    assert state.edge == "The data of purchase ends on 1 November 2026."
    assert state.edge in answered(await interpret(state, shop)).summary


async def test_a_database_that_does_not_say_leaves_the_answer_as_it_is(shop: Workspace) -> None:
    question = "How many purchases in December 2026?"
    state = a_state(question, times=default_times(question, TODAY, shop.calendar))
    for step in (intent, check, execute):
        state = went_on(await step(state, shop))
    slow = replace(shop, warehouse=FailingWarehouse(on_run=QueryTimedOut(5)))
    assert went_on(await data_edge(state, slow)).edge == ""


async def test_nothing_is_looked_up_of_a_table_that_a_person_may_not_read(shop: Workspace) -> None:
    question = "How many purchases in December 2026?"
    state = a_state(question, times=default_times(question, TODAY, shop.calendar))
    for step in (intent, check, execute):
        state = went_on(await step(state, shop))
    nobody = replace(state, asker=Person(id="x", name="X", roles=frozenset({"none"})))
    assert went_on(await data_edge(nobody, shop)).edge == ""

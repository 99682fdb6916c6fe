"""`next_questions`: only follow-ups that are read as meant and can be planned are offered."""

import datetime as dt
from dataclasses import replace

import pytest

from pipeline.people import Person
from pipeline.steps.check import check
from pipeline.steps.execute import execute
from pipeline.steps.intent import intent
from pipeline.steps.next_questions import before, next_questions
from pipeline.times.listed import default_times
from pipeline.warehouse import QueryTimedOut
from pipeline.workspace import Workspace
from tests.pipeline.shop import TODAY, FailingWarehouse, a_state, went_on


async def offered(question: str, shop: Workspace) -> tuple[str, ...]:
    state = a_state(question, times=default_times(question, TODAY, shop.calendar))
    for step in (intent, check, execute, next_questions):
        state = went_on(await step(state, shop))
    return state.next_questions


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many purchases in October 2026?", ("in September 2026",)),
        ("How many customers are there?", ("by country",)),
        ("How many customers are there by country?", ()),
    ],
)
async def test_what_people_ask_next_is_offered(
    shop: Workspace, question: str, said: tuple[str, ...]
) -> None:
    assert await offered(question, shop) == said


async def test_what_the_database_cannot_plan_is_not_offered(shop: Workspace) -> None:
    question = "How many customers are there?"
    state = a_state(question)
    for step in (intent, check, execute):
        state = went_on(await step(state, shop))
    away = replace(shop, warehouse=FailingWarehouse(on_explain=QueryTimedOut(5)))
    assert went_on(await next_questions(state, away)).next_questions == ()


async def test_nothing_is_offered_of_what_a_person_may_not_read(shop: Workspace) -> None:
    question = "How many customers are there?"
    state = a_state(question)
    for step in (intent, check, execute):
        state = went_on(await step(state, shop))
    nobody = replace(state, asker=Person(id="x", name="X", roles=frozenset({"none"})))
    assert went_on(await next_questions(nobody, shop)).next_questions == ()


@pytest.mark.parametrize(
    ("start", "end", "first"),
    [
        ((2026, 7, 1), (2026, 10, 1), (2026, 4, 1)),
        ((2026, 1, 1), (2026, 2, 1), (2025, 12, 1)),
        ((2026, 1, 1), (2027, 1, 1), (2025, 1, 1)),
        ((2026, 11, 3), (2026, 11, 10), (2026, 10, 27)),
    ],
)
def test_the_period_before_is_of_the_same_kind(
    start: tuple[int, int, int], end: tuple[int, int, int], first: tuple[int, int, int]
) -> None:
    assert before(dt.date(*start), dt.date(*end)) == (dt.date(*first), dt.date(*start))

"""Charts in the whole pipeline: wished, redrawn, and by a model that is held to the result."""

from pathlib import Path
from typing import Any

import pytest

from pipeline.chart import Chart
from pipeline.direct import Driven, drive, take_defaults
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from tests.pipeline.agents.loopback_replies import Answered, Failed, Reply
from tests.pipeline.agents.shop import TODAY, Shop, in_turn, open_shop, said_to

QUESTION = "net revenue by customer name and order status as a pie chart"
STACKED = {
    "mark": "bar",
    "encoding": {
        "x": {"field": "name"},
        "y": {"field": "net_revenue", "type": "quantitative"},
        "color": {"field": "status"},
    },
    "stacked": True,
}


async def answer_to(shop: Shop, question: str) -> Answer:
    driven = await shop.ask(question)
    assert isinstance(driven.outcome, Answer), driven.outcome
    return driven.outcome


async def after(shop: Shop, before: Driven, question: str) -> Answer | Refusal:
    reader = Person(id="terminal:local:you", name="You", roles=frozenset({"reader"}))
    state = RunState(
        question=question,
        asker=reader,
        today=TODAY,
        previous=before.state.intent,
        previous_sql=before.state.draft.sql if before.state.draft else "",
    )
    return (await drive(shop.pipeline, state, take_defaults)).outcome


async def test_the_chart_that_was_asked_for_is_drawn_and_the_question_is_the_rest(
    tmp_path: Path,
) -> None:
    async with open_shop(tmp_path, in_turn(Failed(500))) as shop:
        answer = await answer_to(shop, "net revenue by status as a pie chart")
        assert shop.model.requests == []
    assert answer.question == "net revenue by status"
    assert answer.chart == Chart(kind="pie", by=0, measure=1)


async def test_a_message_of_a_chart_alone_draws_the_last_answer_again(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(Failed(500))) as shop:
        first = await shop.ask("net revenue by status")
        again = await after(shop, first, "as a donut chart")
    assert isinstance(again, Answer)
    assert isinstance(first.outcome, Answer)
    assert again.rows == first.outcome.rows
    assert again.chart == Chart(kind="donut", by=0, measure=1)


async def test_without_an_answer_before_there_is_nothing_to_draw(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(Failed(500))) as shop:
        driven = await shop.ask("make it a pie chart")
    assert isinstance(driven.outcome, Refusal)
    assert driven.outcome.code == "nothing_to_draw"


async def test_a_model_is_asked_only_where_the_rules_cannot_and_sees_no_value(
    tmp_path: Path,
) -> None:
    async with open_shop(tmp_path, in_turn(Answered(STACKED)), models={"charts": True}) as shop:
        simple = await answer_to(shop, "net revenue by status as a pie chart")
        assert shop.model.requests == []
        answer = await answer_to(shop, QUESTION)
        told = said_to(shop.model)
    assert simple.chart is not None
    assert answer.chart is not None
    assert (answer.chart.kind, answer.chart.stacked) == ("column", True)
    assert not answer.chart_note
    assert "Spain" not in told
    assert "Ada" not in told


def mended(**changes: Any) -> dict[str, Any]:
    return STACKED | changes


@pytest.mark.parametrize(
    "reply",
    [
        Answered(mended(encoding={"x": {"field": "salary"}, "y": {"field": "net_revenue"}})),
        Answered(mended(data={"url": "https://example.com/rows.json"})),
        Answered(mended(transform=[{"calculate": "datum.net_revenue * 2", "as": "more"}])),
        Answered(mended(encoding={"x": {"field": "name", "aggregate": "count"}})),
        Answered(mended(mark="geoshape")),
        Answered(mended(mark="arc")),
        Answered(mended(encoding={"x": {"field": "name"}, "y": {"field": "status"}})),
        Failed(401),
    ],
)
async def test_a_models_chart_of_anything_but_the_result_does_not_count(
    reply: Reply, tmp_path: Path
) -> None:
    async with open_shop(tmp_path, in_turn(reply), models={"charts": True}) as shop:
        answer = await answer_to(shop, QUESTION)
    assert answer.chart is not None
    assert answer.chart.kind == "bar"
    assert "I did not draw a pie chart" in answer.chart_note

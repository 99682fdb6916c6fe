"""What is typed below an open card is part of its question, another question, or told as unused."""

from dataclasses import replace

import pytest

from pipeline.chart import ChartWish
from pipeline.flow import Pause
from pipeline.state import RunState
from pipeline.steps.read import read
from pipeline.steps.route import route
from pipeline.steps_in_order import Pipeline
from pipeline.turns.below import told_on_the_card
from pipeline.workspace import Workspace
from tests.fakes import an_ask
from tests.pipeline.shop import FakeWorkspaces, a_state, went_on

OPEN = "How many purchases were there last month?"


async def below(
    reply: str, shop: Workspace, *, open_question: str = OPEN, **before: ChartWish
) -> RunState:
    """The state of what was typed below the card of that question, on its way."""
    state = a_state(reply, open_question=open_question, open_in="shop", **before)
    everywhere = FakeWorkspaces((replace(shop, name="shop"),))
    return went_on(await route(went_on(await read(state, everywhere)), everywhere))


@pytest.mark.parametrize(
    "reply", ["as a pie chart", "As a pie chart, please!", "make it a pie chart"]
)
async def test_the_form_of_the_answer_is_kept_for_the_open_question(
    shop: Workspace, reply: str
) -> None:
    state = await below(reply, shop)
    assert state.question == OPEN
    assert state.wish == ChartWish(kind="pie")
    assert not state.unused_reply


@pytest.mark.parametrize("reply", ["by week please", "only Spain", "in Canada", "by country"])
async def test_what_completes_the_open_question_is_asked_with_it(
    shop: Workspace, reply: str
) -> None:
    state = await below(reply, shop)
    said = reply.removesuffix(" please")
    assert state.question.startswith(OPEN.rstrip("?"))
    assert state.question.endswith(said)
    assert state.message == said


async def test_other_groups_stand_in_place_of_those_of_the_open_question(shop: Workspace) -> None:
    asked = "Number of purchases by country last month"
    state = await below("by week", shop, open_question=asked)
    assert state.question == "Number of purchases last month by week"


async def test_a_chart_that_was_wished_before_is_not_lost_by_a_reply(shop: Workspace) -> None:
    wish = ChartWish(kind="line")
    assert (await below("by week", shop, open_wish=wish)).wish == wish


@pytest.mark.parametrize(
    "reply",
    [
        "How many customers are there?",
        "How many products cost 50.5?",
        "In Canada, how many customers are there?",
    ],
)
async def test_a_question_of_its_own_is_another_one(shop: Workspace, reply: str) -> None:
    state = await below(reply, shop)
    assert state.question == reply
    assert not state.message


async def test_what_says_nothing_here_leaves_the_question_open_and_is_told(shop: Workspace) -> None:
    state = await below("hm whatever zorp", shop)
    assert state.question == OPEN
    paused = told_on_the_card(Pause(state=state, ask=an_ask()))
    assert isinstance(paused, Pause)
    assert "“hm whatever zorp”" in paused.ask.warning
    assert not paused.state.unused_reply


async def test_the_card_that_comes_again_tells_what_was_not_taken_in(shop: Workspace) -> None:
    flow = Pipeline(FakeWorkspaces((replace(shop, name="shop"),)))
    state = await below("hm whatever zorp", shop)
    outcome = await flow.run("dates", state)
    assert isinstance(outcome, Pause)
    assert "nothing changed" in outcome.ask.warning

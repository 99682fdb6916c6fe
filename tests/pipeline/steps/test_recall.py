"""`recall` and `forget`: what people need not be asked again."""

import datetime as dt
from dataclasses import replace

import pytest

from pipeline.remembered.standing import QUARTER, KeptInMemory, StandingAnswer
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.steps.read import read
from pipeline.steps.recall import recall
from pipeline.workspace import Workspace
from tests.pipeline.shop import ANA, FakeWorkspaces, a_state, refused, went_on

FISCAL = StandingAnswer(
    question=QUARTER, answer="fiscal", said="“quarter” means the fiscal quarter", person=ANA.id
)
SHARED = StandingAnswer(
    question="table:sale", answer="purchase", said="“sale” means purchase", workspace="shop"
)


@pytest.fixture
def shop(shop: Workspace) -> Workspace:
    """The shop, where nothing is kept yet."""
    return replace(shop, standing=KeptInMemory())


async def told(text: str, shop: Workspace) -> Refusal:
    return refused(await read(a_state(text), FakeWorkspaces((shop,))))


async def test_a_persons_own_answer_beats_that_of_everybody(shop: Workspace) -> None:
    mine = StandingAnswer(question="table:sale", answer="line", said="", person=ANA.id)
    for answer in (mine, SHARED):
        await shop.standing.keep(answer)
    assert went_on(await recall(a_state(), shop)).standing == {"table:sale": "line"}


async def test_other_peoples_answers_are_not_taken(shop: Workspace) -> None:
    await shop.standing.keep(StandingAnswer(question="q", answer="a", said="", person="other"))
    assert went_on(await recall(a_state(), shop)).standing == {}


async def test_who_wants_everything_asked_is_asked_everything(shop: Workspace) -> None:
    await shop.standing.keep(FISCAL)
    assert went_on(await recall(a_state(ask_everything=True), shop)).standing == {}


async def test_what_is_forgotten_is_gone(shop: Workspace) -> None:
    await shop.standing.keep(FISCAL)
    assert "Forgotten" in (await told("forget quarter", shop)).reason
    assert await shop.standing.of("shop", ANA.id) == []


async def test_forget_alone_says_what_is_kept(shop: Workspace) -> None:
    assert "have no saved choices" in (await told("forget", shop)).reason
    await shop.standing.keep(FISCAL)
    assert FISCAL.said in (await told("please forget", shop)).reason


async def test_only_who_looks_after_the_glossary_forgets_for_everybody(shop: Workspace) -> None:
    await shop.standing.keep(SHARED)
    await told("forget sale", shop)
    assert await shop.standing.of("shop", ANA.id) == [SHARED]


async def test_a_long_sentence_about_forgetting_is_a_question(shop: Workspace) -> None:
    text = "forget the weather and show me how many customers bought a lamp in October please"
    state: RunState = went_on(await read(a_state(text), FakeWorkspaces((shop,))))
    assert state.today > dt.date(2020, 1, 1)

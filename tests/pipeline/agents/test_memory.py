"""What a conversation remembers, and how a person clears it."""

from pathlib import Path

import pytest

from pipeline.messages.anew import starts_anew
from review.adapters.open_ledger import open_ledger
from review.ledger.notices import Answered as Told
from review.ledger.notices import Refused
from tests.pipeline.agents.loopback_replies import Answered
from tests.pipeline.agents.shop import BOOMERANG, PUZZLE, in_turn, open_shop, said_to
from tests.pipeline.agents.test_durable import a_flow_over
from tests.review.office import World

GOOD = Answered({"sql": BOOMERANG, "reading": "customers with more than one order"})
BEFORE = "The question before this one"


async def test_a_cleared_conversation_is_not_told_to_the_next_question(tmp_path: Path) -> None:
    ledger = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    async with open_shop(tmp_path, in_turn(GOOD)) as shop:
        world = World(ledger=ledger, flow=a_flow_over(shop.pipeline))
        await world.office.open()
        await world.ask(PUZZLE)
        await world.ask(PUZZLE)
        assert world.shows(Told)
        assert BEFORE in said_to(shop.model)
        await world.ask("Start over.")
        assert "cleared" in world.last(Refused).refusal.reason
        await world.ask(PUZZLE)
        assert world.shows(Told)
        assert BEFORE not in said_to(shop.model)
    await ledger.close()


@pytest.mark.parametrize(
    "text",
    [
        "start over",
        "Please start again.",
        "new topic",
        "clear the conversation",
        "reset your memory!",
        "forget what we talked about",
        "Forget everything I asked so far",
        "let's start afresh",
    ],
)
def test_many_words_clear_a_conversation(text: str) -> None:
    assert starts_anew(text)


@pytest.mark.parametrize(
    "text",
    [
        "forget quarter",
        "forget everything",
        "When did the new conversation start?",
        "orders of the new topic page",
        "clear orders",
        "How many chats started over the weekend?",
        "start over 100 orders",
    ],
)
def test_other_messages_do_not(text: str) -> None:
    assert not starts_anew(text)

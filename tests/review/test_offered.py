"""What a card never offered decides nothing, and who may not decide is told so at the press."""

from typing import Final

import pytest

from pipeline.checkpoint import Action, Audience, Decision
from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import Answered
from review.ports.desk import AlreadyDecided, Closed, Counted, NotAllowed
from review.sentences import NOT_OFFERED, NOTHING_CHOSEN
from tests.review.fakes import ANA, BEN, REVIEWERS, RUI, a_flow, asks
from tests.review.office import World

# The card asks for "region": the options are "a" and "b", or a text under "region_typed".
FORGED: Final = {
    "an option that is not there": ({"region": "c"}, {}, NOT_OFFERED),
    "the option of another question": ({"dates": "a"}, {}, NOT_OFFERED),
    "one option and one that is not there": ({"region": "a", "dates": "a"}, {}, NOT_OFFERED),
    "two options where one is asked for": ({"region": "a,b"}, {}, NOT_OFFERED),
    "a value that nobody asked for": ({}, {"sql": "DROP TABLE orders"}, NOT_OFFERED),
    "nothing": ({}, {}, NOTHING_CHOSEN),
    "an empty text": ({}, {"region_typed": ""}, NOTHING_CHOSEN),
}


async def a_paused(ledger: SqlLedger, audience: Audience = Audience.ASKER) -> World:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region", audience))))
    await world.office.open()
    await world.ask()
    return world


async def denials(ledger: SqlLedger) -> int:
    async with ledger.read() as pages:
        return len([each async for each in pages.audit.entries() if each.action == "denied"])


@pytest.mark.parametrize("forged", FORGED)
async def test_a_choice_that_the_card_never_offered_leaves_it_open(
    ledger: SqlLedger, forged: str
) -> None:
    choices, values, reason = FORGED[forged]
    world = await a_paused(ledger)
    card, taken = world.card(), list(world.flow.taken)

    decision = Decision(action=Action.APPROVE, choices=choices, values=values)
    assert await world.say(card, decision, ANA) == NotAllowed(reason=reason)

    assert world.card() == card
    assert world.flow.taken == taken
    assert await denials(ledger) == 1
    assert await world.press("b") == Counted()
    assert world.shows(Answered)


async def test_what_the_card_offers_or_asks_for_counts(ledger: SqlLedger) -> None:
    world = await a_paused(ledger)
    typed = Decision(action=Action.EDIT, values={"region_typed": "North"})
    assert await world.say(world.card(), typed, ANA) == Counted()


async def test_before_a_dialog_opens_it_is_known_whose_words_count(ledger: SqlLedger) -> None:
    world = await a_paused(ledger, Audience.REVIEWERS)
    card, desk = world.card(REVIEWERS), world.desk

    by_ben = await desk.may_decide(card.checkpoint, card.nonce, BEN)
    assert by_ben == NotAllowed(reason="Only people with the role reviewer can approve this.")
    assert await denials(ledger) == 1
    assert await desk.may_decide(card.checkpoint, card.nonce, RUI) == Counted()
    assert await desk.may_decide(card.checkpoint, "guessed", RUI) == Closed(how="superseded")
    assert await desk.may_decide("nothing", card.nonce, RUI) == Closed(how="unknown")

    await world.press("a", by=RUI, thread=REVIEWERS)
    assert isinstance(await desk.may_decide(card.checkpoint, card.nonce, RUI), AlreadyDecided)

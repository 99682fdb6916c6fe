"""Questions and clicks that come at the same moment: each counts as if it had come alone."""

import asyncio
from dataclasses import replace

import pytest

from pipeline.checkpoint import Action, Decision
from review.adapters.sql_ledger import SqlLedger
from review.ports.desk import AlreadyDecided, Closed, Counted, CountedBefore, Incoming, Verdict
from tests.review.fakes import ANA, THREAD, a_flow, asks
from tests.review.office import QUICK, World

THREADS = [replace(THREAD, root=f"300.{number}") for number in range(12)]
ROOMY = replace(QUICK, per_person=0)
APPROVED = Decision(action=Action.APPROVE, choices={"region": "a"})
# What a chat's JSON can hold and a database's text cannot.
ODD = ("a \x00 b", "a \ud800 b")


async def asked_in_each(ledger: SqlLedger) -> World:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))), settings=ROOMY)
    await world.office.open()
    await asyncio.gather(*(world.ask(thread=thread) for thread in THREADS))
    return world


async def pressed(world: World, cards: list[tuple[str, str]]) -> list[Verdict]:
    clicks = (world.desk.decide(card, nonce, APPROVED, ANA) for card, nonce in cards)
    found = await asyncio.gather(*clicks)
    await world.settle()
    return found


async def test_clicks_on_many_cards_count_each_on_its_own(ledger: SqlLedger) -> None:
    world = await asked_in_each(ledger)
    cards = [(card.checkpoint, card.nonce) for card in map(world.card, THREADS)]
    found = await pressed(world, [*cards, ("nothing", "n"), (cards[0][0], "old")])

    assert found[: len(cards)] == [Counted()] * len(cards)
    assert found[-2] == Closed(how="unknown")
    assert isinstance(found[-1], AlreadyDecided | Closed)


async def test_of_several_clicks_on_one_card_the_first_counts(ledger: SqlLedger) -> None:
    world = await asked_in_each(ledger)
    one, other = world.card(THREADS[0]), world.card(THREADS[1])
    same = (one.checkpoint, one.nonce)
    found = await pressed(world, [same, same, (other.checkpoint, other.nonce), same])

    assert [type(each) for each in found] == [Counted, CountedBefore, Counted, CountedBefore]


@pytest.mark.parametrize("odd", ODD)
async def test_what_no_database_can_keep_takes_no_other_question_along(
    ledger: SqlLedger, odd: str
) -> None:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))), settings=ROOMY)
    await world.office.open()
    texts = ["How many orders?", odd, "How many items?"]
    asked = (
        Incoming(event=f"e{at}", text=text, thread=THREADS[at], asker=ANA)
        for at, text in enumerate(texts)
    )
    found = await asyncio.gather(*map(world.desk.ask, asked), return_exceptions=True)
    await world.settle()

    assert isinstance(found[0], str)
    assert isinstance(found[2], str)

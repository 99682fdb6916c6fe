"""What is owed arrives: in order, once, with patience, and where it belongs."""

import datetime as dt
from dataclasses import replace

import pytest
from typing_extensions import override

from pipeline.checkpoint import Action, Decision
from review.adapters.sql_ledger import SqlLedger
from review.ledger.dispatch import Job, JobKind
from review.ledger.notices import Answered, Asked, Refused, Said, Settled
from review.ledger.records import Lease, Owed, OwedStatus
from review.ports.desk import TryLater, Undeliverable
from review.settings import ReviewSettings
from tests.review.fakes import ANA, THREAD, FakeClock, a_flow, asks
from tests.review.office import QUICK, World


async def opened(ledger: SqlLedger, settings: ReviewSettings = QUICK) -> World:
    world = World(ledger=ledger, flow=a_flow(("region", asks("region"))), settings=settings)
    await world.office.open()
    return world


async def owing(world: World, *slots: str) -> None:
    """Owe a sentence in each slot, in this order."""
    async with world.ledger.begin() as pages:
        for number, slot in enumerate(slots):
            await pages.outbox.owe(
                Owed(
                    key=f"{slot}#{number}",
                    run="r",
                    thread=THREAD,
                    slot=slot,
                    notice=Said(text=f"{slot}#{number}"),
                    due=world.clock.now,
                )
            )


async def test_a_busy_chat_is_tried_again_after_the_time_it_asked_for(ledger: SqlLedger) -> None:
    world = await opened(ledger)
    world.chat.troubles.append(TryLater(30))
    await world.ask()
    assert world.chat.messages == {}
    await world.sweep(seconds=20)
    assert world.chat.messages == {}
    await world.sweep(seconds=11)
    assert world.shows(Asked)


async def test_one_that_waits_holds_back_the_ones_behind_it(ledger: SqlLedger) -> None:
    world = await opened(ledger)
    world.chat.troubles.append(TryLater(30))
    await owing(world, "a", "b", "c")
    await world.sweep()
    assert world.chat.messages == {}
    await world.sweep(seconds=31)
    assert [n.text for n in world.chat.in_thread() if isinstance(n, Said)] == ["a#0", "b#1", "c#2"]


async def test_of_several_notices_for_one_message_only_the_last_is_sent(
    ledger: SqlLedger,
) -> None:
    world = await opened(ledger)
    await owing(world, "a", "a", "a")
    await world.sweep()
    assert len(world.chat.deliveries) == 1
    assert world.last(Said).text == "a#2"


async def test_a_message_that_arrived_although_its_sender_died_is_not_sent_again(
    ledger: SqlLedger,
) -> None:
    world = await opened(ledger)
    world.chat.lost.append(ConnectionResetError("the answer was lost"))
    await world.ask()
    await world.sweep(minutes=1)
    assert len(world.chat.messages) == 1
    await world.press("a")
    assert [type(n) for n in world.chat.in_thread()] == [Settled, Answered]


async def test_a_refused_notice_is_put_aside_and_the_next_are_sent(ledger: SqlLedger) -> None:
    world = await opened(ledger)
    world.chat.troubles.append(Undeliverable("too long"))
    await owing(world, "a", "b")
    await world.sweep()
    assert world.last(Said).text == "b#1"
    async with ledger.read() as pages:
        (dead,) = await pages.outbox.listed(OwedStatus.DEAD, 10)
    assert "too long" in dead.trouble


@pytest.mark.corpus(examples=1)
@pytest.mark.slow
async def test_a_notice_that_never_arrives_is_put_aside_after_a_limit_and_can_be_resent(
    ledger: SqlLedger,
) -> None:
    world = await opened(ledger)
    world.chat.troubles += [RuntimeError("not ours")] * QUICK.send_attempts
    await owing(world, "a")
    for _ in range(QUICK.send_attempts):
        await world.sweep(minutes=10)
    async with ledger.begin() as pages:
        (dead,) = await pages.outbox.listed(OwedStatus.DEAD, 10)
        assert await pages.outbox.again(dead.id, world.clock.now)
    await world.sweep()
    assert world.last(Said).text == "a#0"


@pytest.mark.deep
async def test_a_card_arrives_after_hours_without_the_chat(ledger: SqlLedger) -> None:
    world = await opened(ledger)
    world.chat.troubles += [TryLater(30)] * 50
    await world.ask()
    for _ in range(50):
        await world.sweep(minutes=6)
    assert world.shows(Asked)


async def test_a_chat_that_never_comes_back_is_given_up(ledger: SqlLedger) -> None:
    world = await opened(ledger, replace(QUICK, busy_attempts=10))
    world.chat.troubles += [TryLater(30)] * 20
    await owing(world, "a")
    for _ in range(10):
        await world.sweep(minutes=6)
    async with ledger.read() as pages:
        assert await pages.outbox.listed(OwedStatus.DEAD, 10)


async def test_a_message_that_somebody_deleted_is_said_anew(ledger: SqlLedger) -> None:
    world = await opened(ledger)
    await world.ask()
    card = world.card()
    (message,) = world.chat.messages
    world.chat.delete(message)
    await world.say(card, Decision(action=Action.APPROVE, choices={"region": "a"}), ANA)
    assert [type(n) for n in world.chat.in_thread()] == [Settled, Answered]


async def test_a_sender_that_died_is_replaced_after_its_lease(ledger: SqlLedger) -> None:
    world = await opened(ledger)
    await owing(world, "a")
    async with ledger.begin() as pages:
        now = world.clock.now
        lease = Lease(owner="dead", until=now + QUICK.lease)
        assert await pages.outbox.take((THREAD.key,), lease, now)
    await world.sweep()
    assert world.chat.messages == {}
    await world.sweep(seconds=16)
    assert world.last(Said).text == "a#0"


async def test_no_two_deliveries_have_the_same_key(ledger: SqlLedger) -> None:
    world = await opened(ledger)
    await world.ask()
    await world.press("a")
    keys = [delivery.key for delivery in world.chat.deliveries]
    assert len(keys) == len(set(keys))
    assert not any(isinstance(delivery.notice, Refused) for delivery in world.chat.deliveries)


class StandsStill(FakeClock):
    """The process stands still for a minute after it has next looked at the clock."""

    soon = False

    @override
    def __call__(self) -> dt.datetime:
        now = super().__call__()
        if self.soon:
            self.soon = False
            self.pass_(minutes=1)
        return now


async def test_what_another_may_be_sending_by_now_is_not_sent_by_who_stood_still(
    ledger: SqlLedger,
) -> None:
    clock = StandsStill()
    world = World(ledger=ledger, flow=a_flow(), clock=clock)
    await owing(world, "a")
    await world.office.open()
    clock.soon = True
    await world.office.work(Job(kind=JobKind.POST, id=THREAD.key))
    assert world.chat.messages == {}
    await world.sweep()
    assert world.shows(Said)

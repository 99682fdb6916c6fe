"""A replica that died is replaced within its lease, however busy the others are."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from pipeline.flow import Go, Outcome
from pipeline.state import RunState
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import Answered
from tests.review.fakes import THREAD, FakeFlow, a_flow
from tests.review.office import QUICK, World

# Nobody gives a sign of life, and nobody looks unless something is due.
_LONG = dt.timedelta(hours=1)
SILENT = replace(QUICK, heartbeat=_LONG, sweep_every=_LONG, concurrency=1)


class Gate:
    """A step that stops until it is let go on; dying there leaves the lease behind."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.open = asyncio.Event()

    async def __call__(self, state: RunState) -> Outcome:
        self.reached.set()
        await self.open.wait()
        return Go(state=state)


async def passes(state: RunState) -> Outcome:
    return Go(state=state)


Replicas: TypeAlias = Callable[[World, FakeFlow], Awaitable[World]]


@pytest.fixture
async def replica() -> AsyncIterator[Replicas]:
    """Another replica with its own connections, over the same rows, chat and clock."""
    ledgers: list[SqlLedger] = []

    async def opened(world: World, flow: FakeFlow) -> World:
        assert isinstance(world.ledger, SqlLedger)
        url = world.ledger.writer.url.render_as_string(hide_password=False)
        ledgers.append(await open_ledger(url, serving=False))
        other = World(
            ledger=ledgers[-1],
            flow=flow,
            name="two",
            chat=world.chat,
            clock=world.clock,
            settings=SILENT,
        )
        await other.office.open()
        return other

    yield opened
    for ledger in ledgers:
        await ledger.close()


async def dying(ledger: SqlLedger) -> tuple[World, Gate]:
    """A replica that is in the middle of a step, and never heard of again."""
    gate = Gate()
    world = World(ledger=ledger, flow=a_flow(("gate", gate)), settings=SILENT)
    await world.office.open()
    asking = asyncio.ensure_future(world.ask())
    await gate.reached.wait()
    asking.cancel()
    return world, gate


async def test_the_others_look_again_when_its_hold_ends_and_go_on_before_its_lease_does(
    ledger: SqlLedger, replica: Replicas
) -> None:
    world, gate = await dying(ledger)
    other = await replica(world, a_flow(("gate", passes)))
    wait = await other.office.sweeper.tick()
    assert wait == SILENT.hold < SILENT.lease
    await other.sweep(seconds=wait.total_seconds())
    assert other.flow.taken[-1] == "answer"
    assert [type(notice) for notice in world.chat.in_thread()] == [Answered]
    gate.open.set()


async def test_a_replica_with_no_free_place_takes_over_as_well(
    ledger: SqlLedger, replica: Replicas
) -> None:
    world, gate = await dying(ledger)
    busy, took_over = Gate(), asyncio.Event()

    async def stops_at_its_own(state: RunState) -> Outcome:
        if state.question == "busy":
            return await busy(state)
        took_over.set()
        return Go(state=state)

    other = await replica(world, a_flow(("gate", stops_at_its_own)))
    elsewhere = replace(THREAD, root="9")
    asking = asyncio.ensure_future(other.ask("busy", thread=elsewhere))
    await busy.reached.wait()
    other.clock.pass_(seconds=SILENT.hold.total_seconds())
    await other.office.sweeper.tick()
    async with asyncio.timeout(20):
        await took_over.wait()
    assert not busy.open.is_set()
    gate.open.set()
    busy.open.set()
    await asking
    assert [type(notice) for notice in world.chat.in_thread()] == [Answered]

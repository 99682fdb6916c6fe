"""A replica in the middle of a step, and others over the same rows."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias

from pipeline.flow import Go, Outcome
from pipeline.state import RunState
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.settings import ReviewSettings
from tests.review.fakes import FakeFlow, a_flow
from tests.review.office import QUICK, World

Replicas: TypeAlias = Callable[[World, FakeFlow], Awaitable[World]]


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


async def a_run_at_the_gate(
    ledger: SqlLedger, settings: ReviewSettings = QUICK
) -> tuple[World, Gate]:
    """A replica that is in the middle of a step."""
    gate = Gate()
    world = World(ledger=ledger, flow=a_flow(("gate", gate)), settings=settings)
    await world.office.open()
    asking = asyncio.ensure_future(world.ask())
    await gate.reached.wait()
    asking.cancel()
    return world, gate


@asynccontextmanager
async def more_replicas(settings: ReviewSettings = QUICK) -> AsyncIterator[Replicas]:
    """Opens another replica with its own connections, over the same rows, chat and clock."""
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
            settings=settings,
        )
        await other.office.open()
        return other

    yield opened
    for ledger in ledgers:
        await ledger.close()

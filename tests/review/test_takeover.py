"""A replica that died is replaced within its lease, however busy the others are."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from pipeline.flow import Go, Outcome
from pipeline.state import RunState
from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import Answered
from tests.review.fakes import THREAD, a_flow
from tests.review.office import QUICK
from tests.review.replicas import Gate, Replicas, a_run_at_the_gate, more_replicas, passes

# Nobody gives a sign of life, and nobody looks unless something is due.
_LONG = dt.timedelta(hours=1)
SILENT = replace(QUICK, heartbeat=_LONG, sweep_every=_LONG, concurrency=1)


@pytest.fixture
async def replica() -> AsyncIterator[Replicas]:
    async with more_replicas(SILENT) as opened:
        yield opened


async def test_the_others_look_again_when_its_hold_ends_and_go_on_before_its_lease_does(
    ledger: SqlLedger, replica: Replicas
) -> None:
    world, gate = await a_run_at_the_gate(ledger, SILENT)
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
    world, gate = await a_run_at_the_gate(ledger, SILENT)
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

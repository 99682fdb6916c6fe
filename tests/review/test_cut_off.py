"""Runs whose process dies under them: that says nothing of the run, unless it never ends."""

import asyncio
import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

import pytest

from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import Answered, Refused
from review.ledger.records import RunStatus
from review.settings import ReviewSettings
from tests.review.fakes import a_flow
from tests.review.office import QUICK, World
from tests.review.replicas import Gate, a_run_at_the_gate, passes

# Nothing is said of a step while it lasts, and each is kept by itself.
SILENT = replace(QUICK, heartbeat=dt.timedelta(hours=1), quick=dt.timedelta(0))


async def the_next(before: World, gate: Gate | None, settings: ReviewSettings) -> World:
    """The next process over the same rows; the one before never says another word."""
    step = ("gate", gate or passes)
    after = World(
        ledger=before.ledger,
        flow=a_flow(step),
        name=f"{before.name}+",
        chat=before.chat,
        clock=before.clock,
        settings=settings,
    )
    await after.office.open()
    return after


async def died(
    world: World, gate: Gate, times: int, settings: ReviewSettings
) -> tuple[World, Sequence[Gate]]:
    """Processes that die in the middle of the step, one after the other, and the last of them."""
    gates = [gate]
    for _ in range(times - 1):
        gates.append(Gate())
        world = await the_next(world, gates[-1], settings)
        await taken_up(world, gates[-1])
    return world, gates


async def taken_up(world: World, gate: Gate) -> None:
    """Look until the step is at work: the first look may put the run back for a while."""
    reached = asyncio.ensure_future(gate.reached.wait())
    while not reached.done():
        world.clock.pass_(minutes=6)
        await world.office.sweeper.tick()
        idle = asyncio.ensure_future(world.settle())
        await asyncio.wait({reached, idle}, return_when=asyncio.FIRST_COMPLETED)
        idle.cancel()


async def over(gates: Sequence[Gate], *worlds: World) -> None:
    """Let the steps of the dead end; what they would keep is refused."""
    for gate in gates:
        gate.open.set()
    for world in worlds:
        await world.settle()


@pytest.mark.parametrize("times", [1, 3, 8])
async def test_a_run_is_not_given_up_for_the_deaths_of_its_processes(
    sqlite: SqlLedger, times: int
) -> None:
    first, gate = await a_run_at_the_gate(sqlite, SILENT)
    last, gates = await died(first, gate, times, SILENT)
    well = await the_next(last, None, SILENT)
    for _ in range(2):
        await well.sweep(minutes=6)

    assert well.shows(Answered)
    await over(gates, first, last)
    async with sqlite.read() as pages:
        (run,) = await pages.runs.latest(2)
    assert (run.status, run.cut_off) == (RunStatus.DONE, 0)


async def test_a_run_that_is_cut_off_again_and_again_leaves_the_others_time(
    sqlite: SqlLedger,
) -> None:
    first, gate = await a_run_at_the_gate(sqlite, SILENT)
    last, gates = await died(first, gate, 3, SILENT)
    well = await the_next(last, None, SILENT)
    await well.sweep()
    assert well.flow.taken == []
    await well.sweep(seconds=SILENT.retry_wait.total_seconds())
    assert well.flow.taken == ["gate", "answer"]
    await over(gates, first, last)


async def test_a_run_that_ends_its_process_each_time_is_ended_at_last_and_says_why(
    sqlite: SqlLedger,
) -> None:
    settings = replace(SILENT, cut_off_ends=5)
    first, gate = await a_run_at_the_gate(sqlite, settings)
    last, gates = await died(first, gate, 5, settings)
    well = await the_next(last, None, settings)
    await well.sweep(minutes=6)

    refusal = well.last(Refused).refusal
    assert (refusal.code, "stopped 5 times" in refusal.reason) == ("cut_off", True)
    assert well.flow.taken == []
    await over(gates, first, last)


async def test_a_step_that_was_kept_begins_the_count_anew(sqlite: SqlLedger) -> None:
    settings = replace(SILENT, cut_off_ends=4)
    first, gate = await a_run_at_the_gate(sqlite, settings)
    last, gates = await died(first, gate, 3, settings)
    second = Gate()
    after = World(
        ledger=sqlite,
        flow=a_flow(("gate", passes), ("further", second)),
        name="further",
        chat=last.chat,
        clock=last.clock,
        settings=settings,
    )
    await after.office.open()
    await taken_up(after, second)
    async with sqlite.read() as pages:
        (run,) = await pages.runs.latest(2)
    assert (run.node, run.cut_off) == ("further", 0)
    await over([*gates, second], first, last, after)

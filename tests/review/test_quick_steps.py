"""Steps that took no time are kept with the next one: with the state that they left."""

import asyncio
import datetime as dt
from dataclasses import replace

import pytest

from pipeline.flow import Go, Outcome
from pipeline.state import RunState
from review.adapters.sql_ledger import SqlLedger
from review.ledger.records import Run, RunStatus
from review.ledger.stored import load_state
from review.settings import ReviewSettings
from tests.review.fakes import Doing, a_flow
from tests.review.office import QUICK, World

_ALL_QUICK = replace(QUICK, quick=dt.timedelta(hours=1))


async def passes(state: RunState) -> Outcome:
    return Go(state=state)


async def breaks(_state: RunState) -> Outcome:
    raise ZeroDivisionError


async def fails_for_now(_state: RunState) -> Outcome:
    raise ConnectionError


async def ended(ledger: SqlLedger, last: Doing, settings: ReviewSettings) -> Run:
    """The row of a run whose last step says that."""
    world = World(ledger=ledger, flow=a_flow(("last", last)), settings=settings)
    await world.office.open()
    await world.ask()
    async with ledger.read() as pages:
        (run,) = await pages.runs.latest(5)
    return run


@pytest.mark.parametrize("last", [breaks, fails_for_now])
async def test_what_quick_steps_found_is_kept_with_the_run_that_stops_after_them(
    ledger: SqlLedger, last: Doing
) -> None:
    run = await ended(ledger, last, _ALL_QUICK)
    assert (run.node, run.taken, load_state(run.state).workspace) == ("last", 1, "sales")


async def test_a_run_of_too_many_steps_is_given_up_with_what_they_found(ledger: SqlLedger) -> None:
    run = await ended(ledger, passes, replace(_ALL_QUICK, most_steps=1))
    assert (run.status, load_state(run.state).workspace) == (RunStatus.FAILED, "sales")


async def test_quick_steps_are_taken_one_after_the_other_under_one_watch(
    ledger: SqlLedger,
) -> None:
    within: list[asyncio.Task[object] | None] = []

    async def tells(state: RunState) -> Outcome:
        within.append(asyncio.current_task())
        return Go(state=state)

    world = World(ledger=ledger, flow=a_flow(("one", tells), ("two", tells)), settings=_ALL_QUICK)
    await world.office.open()
    await world.ask()
    assert len(within) == 2
    assert within[0] is within[1]

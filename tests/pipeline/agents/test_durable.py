"""Paid calls and the ledger: no crash pays one twice, and stopping a run ends its call."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from pipeline.flow import Outcome
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import Answered, Refused
from review.ledger.spending import By
from review.policy.purse import Budget, Purse
from tests.pipeline.agents.loopback_replies import Answered as Wrote
from tests.pipeline.agents.loopback_replies import Slow
from tests.pipeline.agents.shop import BOOMERANG, PUZZLE, in_turn, open_shop
from tests.review.fakes import ANA, START, THREAD, Doing, FakeFlow
from tests.review.office import QUICK, World
from tests.waiting import until

GOOD = Wrote({"sql": BOOMERANG, "reading": "repeat customers"})
WRONG = Wrote({"sql": "SELECT nme FROM customers", "reading": "names"})


class Killed:
    """A step that is never left: where the process dies."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()

    async def __call__(self, state: RunState) -> Outcome:
        del state
        self.reached.set()
        await asyncio.Event().wait()
        raise AssertionError


def a_flow_over(pipeline: Pipeline, **instead: Doing) -> FakeFlow:
    steps: dict[str, Doing] = {name: partial(pipeline.run, name) for name in pipeline.names}
    steps.update(instead)
    return FakeFlow(**steps)


@asynccontextmanager
async def two_ledgers(folder: Path) -> AsyncIterator[tuple[SqlLedger, SqlLedger]]:
    url = f"sqlite:///{folder / 'ledger.db'}"
    one = await open_ledger(url)
    two = await open_ledger(url, serving=False)
    try:
        yield one, two
    finally:
        await two.close()
        await one.close()


async def taken_over(folder: Path, pipeline: Pipeline, dies_at: str) -> World:
    """A run whose process died at that step, finished by another replica."""
    killed = Killed()
    silent = replace(QUICK, heartbeat=dt.timedelta(hours=1))
    async with two_ledgers(folder) as (one, two):
        first = World(ledger=one, flow=a_flow_over(pipeline, **{dies_at: killed}), settings=silent)
        await first.office.open()
        asking = asyncio.ensure_future(first.ask(PUZZLE))
        async with asyncio.timeout(30):
            await killed.reached.wait()
        asking.cancel()
        second = World(
            ledger=two, flow=a_flow_over(pipeline), name="two", chat=first.chat, clock=first.clock
        )
        await second.office.open()
        await second.sweep(seconds=60)
        return second


async def test_killed_after_the_model_answered_it_is_not_paid_again(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(GOOD)) as shop:
        world = await taken_over(tmp_path, shop.pipeline, "tables")
        assert world.shows(Answered)
        assert len(shop.model.requests) == 1


async def test_killed_between_two_calls_only_the_second_is_made(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(WRONG, GOOD)) as shop:
        world = await taken_over(tmp_path, shop.pipeline, "check")
        assert world.shows(Answered)
        assert len(shop.model.requests) == 2


async def test_what_was_paid_is_kept_once_and_a_budget_ends_further_calls(tmp_path: Path) -> None:
    ledger = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    spent_up = Purse(ledger, Budget(day=0.000_001), lambda: START)
    async with open_shop(tmp_path, in_turn(WRONG, GOOD), purse=spent_up) as shop:
        world = World(ledger=ledger, flow=a_flow_over(shop.pipeline))
        await world.office.open()
        await world.ask(PUZZLE)
        assert "daily budget for models is used up" in world.last(Refused).refusal.reason
        async with ledger.read() as pages:
            (bill,) = await pages.spending.bills(START, By.MODEL)
        assert (bill.of, bill.calls, len(shop.model.requests)) == ("openai-chat:small", 1, 1)
        assert bill.cost > 0
    await ledger.close()


async def test_stopping_a_run_ends_the_call_to_the_model(tmp_path: Path) -> None:
    async with open_shop(tmp_path, lambda _: Slow()) as shop:
        ledger = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
        world = World(ledger=ledger, flow=a_flow_over(shop.pipeline))
        await world.office.open()
        asking = asyncio.ensure_future(world.ask(PUZZLE))
        await until(lambda: len(shop.model.requests) == 1)
        assert await world.desk.cancel(THREAD, ANA)
        await until(lambda: shop.model.hung_up == 1)
        await asking
        assert world.shows(Refused)
        await ledger.close()

"""A process that dies between two layers: whoever takes over pays none of them again."""

import asyncio
import datetime as dt
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.events import Paid, StepStarted
from pipeline.flow import Outcome
from pipeline.narrating import Narrated
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from review.adapters.open_ledger import open_ledger
from review.ledger.notices import Answered
from review.ledger.spending import By
from tests.pipeline.agents.layers.store import PUZZLE, open_store, usual
from tests.pipeline.agents.shop import asked
from tests.pipeline.agents.test_durable import a_flow_over, two_ledgers
from tests.pipeline.test_narrating import Heard
from tests.review.fakes import START
from tests.review.office import QUICK, World

ROAD = ("find_spans", "understand", "pick_tables", "pick_columns", "write_sql")


class DiesAt:
    """A step that is taken some times, and then never left: where the process dies."""

    def __init__(self, pipeline: Pipeline, name: str, after: int) -> None:
        self._pipeline, self._name, self._left = pipeline, name, after
        self.reached = asyncio.Event()

    async def __call__(self, state: RunState) -> Outcome:
        if self._left:
            self._left -= 1
            return await self._pipeline.run(self._name, state)
        self.reached.set()
        await asyncio.Event().wait()
        raise AssertionError


@pytest.mark.corpus(examples=4)
@pytest.mark.parametrize(
    ("name", "after"),
    [
        # One step asks the first two layers.
        ("find_spans", 1),
        ("understand", 0),
        *((name, after) for name in ROAD[2:4] for after in (0, 1)),
        ("write_sql", 0),
        ("check", 0),
    ],
)
async def test_no_layer_is_paid_twice(tmp_path: Path, name: str, after: int) -> None:
    silent = replace(QUICK, heartbeat=dt.timedelta(hours=1))
    async with open_store(tmp_path, usual()) as store, two_ledgers(tmp_path) as (one, two):
        dying = DiesAt(store.pipeline, name, after)
        flow = a_flow_over(store.pipeline, **{name: dying})
        first = World(ledger=one, flow=flow, settings=silent)
        await first.office.open()
        asking = asyncio.ensure_future(first.ask(PUZZLE))
        async with asyncio.timeout(40):
            await dying.reached.wait()
        asking.cancel()
        second = World(
            ledger=two,
            flow=a_flow_over(store.pipeline),
            name="two",
            chat=first.chat,
            clock=first.clock,
        )
        await second.office.open()
        await second.sweep(seconds=60)
        assert second.shows(Answered)
        assert Counter(store.script.asked) == Counter(ROAD)


async def test_what_each_layer_cost_is_kept_by_its_name(tmp_path: Path) -> None:
    ledger = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    async with open_store(tmp_path, usual()) as store:
        world = World(ledger=ledger, flow=a_flow_over(store.pipeline))
        await world.office.open()
        await world.ask(PUZZLE)
        async with ledger.read() as pages:
            bills = await pages.spending.bills(START, By.STEP)
    await ledger.close()
    assert {bill.of: bill.calls for bill in bills} == dict.fromkeys(ROAD, 1)
    assert all(bill.cost > 0 for bill in bills)


async def test_each_layer_is_told_of_while_it_works(tmp_path: Path) -> None:
    heard = Heard()
    async with open_store(tmp_path, usual()) as store:
        flow = Narrated(store.pipeline, heard)
        name = "understand"
        state = replace(asked(PUZZLE), run="r1", workspace="store")
        outcome = await flow.run(name, state)
    assert outcome.state.heard[name].over
    events = [event for _, event in heard.events]
    assert events[0] == StepStarted(step=name)
    assert [event.spent.step for event in events if isinstance(event, Paid)] == [name]

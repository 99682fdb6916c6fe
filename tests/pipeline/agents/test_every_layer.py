"""What holds for every layer that asks a model: people see it work, *Stop* ends it, paid once."""

import asyncio
import datetime as dt
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bots.wording.progress import step as said_of
from pipeline.agents.prompts import prompt_names
from pipeline.events import Event, Paid, StepFinished, StepStarted
from pipeline.flow import Outcome
from pipeline.narrating import Narrated
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from review.adapters.open_ledger import open_ledger
from review.ledger.notices import Answered, Asked, Refused
from tests.pipeline.agents.every_layer import SCENES
from tests.pipeline.agents.layers.store import LayeredModel, Replies
from tests.pipeline.agents.loopback_replies import Slow
from tests.pipeline.agents.test_durable import a_flow_over, two_ledgers
from tests.pipeline.test_narrating import Heard
from tests.review.fakes import ANA, THREAD, Doing, FakeFlow
from tests.review.office import QUICK, World
from tests.waiting import until


def test_every_prompt_has_a_scene() -> None:
    assert {*SCENES, "administer"} == {*prompt_names(), "repair"}


def hanging(layer: str) -> dict[str, Replies | list[Replies]]:
    """The layer never answers; what repairs fails at its second call."""
    if layer == "repair":
        first = SCENES[layer].replies["write_sql"]
        assert isinstance(first, list)
        return {"write_sql": [first[0], Slow()]}
    return {layer: Slow()}


def asks(layer: str, script: LayeredModel) -> bool:
    """Whether the layer has been asked."""
    return Counter(script.asked)["write_sql"] > 1 if layer == "repair" else layer in script.asked


def told_flow(pipeline: Pipeline, heard: Heard) -> FakeFlow:
    """The pipeline, whose steps are told while they are taken."""
    told = Narrated(pipeline, heard)

    def taking(name: str) -> Doing:
        async def take(state: RunState) -> Outcome:
            return await told.run(name, state)

        return take

    return a_flow_over(pipeline, **{name: taking(name) for name in pipeline.names})


@pytest.mark.corpus(examples=5)
@pytest.mark.parametrize("layer", SCENES)
async def test_people_see_each_layer_at_work_and_stop_ends_its_call(
    tmp_path: Path, layer: str
) -> None:
    scene, heard = SCENES[layer], Heard()
    ledger = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    async with scene.store(tmp_path, **hanging(layer)) as store:
        world = World(ledger=ledger, flow=told_flow(store.pipeline, heard))
        await world.office.open()
        await scene.begin(world)
        going = asyncio.ensure_future(scene.go(world))
        await until(lambda: asks(layer, store.script))
        assert said_of(at_work(heard.events[-1][1]))
        assert await world.desk.cancel(THREAD, ANA)
        await until(lambda: store.model.hung_up == 1)
        await going
        assert world.shows(Refused)
    await ledger.close()


def at_work(event: Event) -> str:
    """The step that has begun, and is not over."""
    assert isinstance(event, StepStarted), event
    return event.step


@pytest.mark.corpus(examples=5)
@pytest.mark.parametrize("layer", SCENES)
async def test_what_each_layer_was_paid_and_its_end_are_told(tmp_path: Path, layer: str) -> None:
    scene, heard = SCENES[layer], Heard()
    ledger = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    async with scene.store(tmp_path) as store:
        world = World(ledger=ledger, flow=told_flow(store.pipeline, heard))
        await world.office.open()
        await scene.begin(world)
        await scene.go(world)
        calls = len(store.model.requests)
    await ledger.close()
    events = [event for _, event in heard.events]
    paid = [at for at, event in enumerate(events) if isinstance(event, Paid)]
    assert len(paid) == calls
    # A step may ask several layers at once.
    last = [at for at in paid if at + 1 not in paid]
    assert all(isinstance(events[at + 1], StepFinished) for at in last)


class DiesAfter:
    """A flow's steps, none of which is left any more once the layer has answered."""

    def __init__(self, pipeline: Pipeline, layer: str, script: LayeredModel) -> None:
        self._pipeline, self._layer, self._script = pipeline, layer, script
        self.reached = asyncio.Event()

    def step(self, name: str) -> Doing:
        async def take(state: RunState) -> Outcome:
            if not asks(self._layer, self._script):
                return await self._pipeline.run(name, state)
            self.reached.set()
            await asyncio.Event().wait()
            raise AssertionError

        return take


@pytest.mark.corpus(examples=5)
# The opening of a report is its last word: what it cost is kept with the end, and nothing follows.
@pytest.mark.parametrize("layer", [layer for layer in SCENES if layer != "sum_up"])
async def test_killed_after_any_layer_none_is_paid_again(tmp_path: Path, layer: str) -> None:
    scene = SCENES[layer]
    silent = replace(QUICK, heartbeat=dt.timedelta(hours=1))
    async with scene.store(tmp_path) as store, two_ledgers(tmp_path) as (one, two):
        dying = DiesAfter(store.pipeline, layer, store.script)
        steps = {name: dying.step(name) for name in store.pipeline.names}
        first = World(ledger=one, flow=a_flow_over(store.pipeline, **steps), settings=silent)
        await first.office.open()
        await scene.begin(first)
        going = asyncio.ensure_future(scene.go(first))
        async with asyncio.timeout(40):
            await dying.reached.wait()
        going.cancel()
        paid = Counter(store.script.asked)
        flow = a_flow_over(store.pipeline)
        second = World(ledger=two, flow=flow, name="two", chat=first.chat, clock=first.clock)
        await second.office.open()
        await second.sweep(seconds=60)
        assert second.shows(Answered) or second.shows(Asked)
        again = Counter(store.script.asked)
    assert all(again[name] == paid[name] for name in paid), (paid, again)

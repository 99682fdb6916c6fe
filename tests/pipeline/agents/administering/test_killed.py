"""The process dies while a model works on the database: nothing is lost, paid or written twice."""

import asyncio
import datetime as dt
import sqlite3
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pydantic_ai.models
import pytest
from typing_extensions import override

from bots.bootstrap.environment import around
from bots.bootstrap.workspaces import LiveWorkspaces, NoAnswers
from bots.bootstrap.writes import WriteSide
from bots.settings import PersonSettings
from pipeline.approval import Signed
from pipeline.checkpoint import Action, Ask, Decision
from pipeline.flow import Outcome
from pipeline.people import Person
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from review.ledger.notices import Answered, Refused
from review.ledger.port import Ledger
from review.ledger.write_book import LedgerBook
from tests.pipeline.agents.loopback import LoopbackModel, loopback_model
from tests.pipeline.agents.loopback_replies import Answered as Said
from tests.pipeline.agents.loopback_replies import Called, CalledAtOnce, Slow
from tests.pipeline.agents.shop import a_rung, in_turn, shop_database, shop_settings
from tests.pipeline.agents.test_durable import Killed, two_ledgers
from tests.review.fakes import REVIEWERS, RUI, THREAD, FakeFlow
from tests.review.office import QUICK, World
from tests.waiting import until

ANA = Person(id="slack:T1:ANA", name="Ana", roles=frozenset({"analyst"}))
WISH = "Update whatever is needed so that Ada counts as important no more"
SQL = "UPDATE customers SET vip = 0 WHERE name = 'Ada'"
CALL = CalledAtOnce(
    (
        Called("list_tables", {}),
        Called(
            "run_write_query",
            {"sql": SQL, "explanation": "Sets vip to 0 in customers where name is Ada."},
        ),
    )
)
DONE = Said({"text": "Ada is no vip any more."})
YES = Decision(action=Action.APPROVE)


@asynccontextmanager
async def pipeline_over(
    ledger: Ledger, folder: Path, model: LoopbackModel
) -> AsyncIterator[Pipeline]:
    """A replica's own pipeline, which writes under that ledger's book."""
    path = folder / "shop.sqlite"
    writes = {"url": f"sqlite:///{path}", "askers": ["analyst"], "approvers": ["reviewer"]}
    settings = shop_settings(
        path, [a_rung(model)], writes=writes | {"tables": "all"}, models={"summaries": True}
    )
    people = {
        person.id: PersonSettings(name=person.name, roles=tuple(sorted(person.roles)))
        for person in (ANA, RUI)
    }
    settings = settings.model_copy(update={"people": people})
    world = around(settings)
    side = WriteSide(
        settings, folder, world, lambda: LedgerBook(ledger, world.clock, uuid.uuid4().hex)
    )
    workspaces = LiveWorkspaces(settings, folder, lambda *_: NoAnswers(), None, side)
    await workspaces.open()
    try:
        yield Pipeline(workspaces)
    finally:
        await workspaces.close()


def vip(folder: Path) -> int:
    connection = sqlite3.connect(folder / "shop.sqlite")
    try:
        return int(connection.execute("SELECT vip FROM customers WHERE name = 'Ada'").fetchone()[0])
    finally:
        connection.close()


class RealFlow(FakeFlow):
    """The pipeline as a flow, whose `step` is never left the time after `times` times."""

    def __init__(
        self, pipeline: Pipeline, step: str = "", killed: Killed | None = None, times: int = 0
    ) -> None:
        super().__init__(**{name: partial(self._run, name) for name in pipeline.names})
        self._pipeline = pipeline
        self._dies = {step: killed} if killed else {}
        self._left = times

    async def _run(self, name: str, state: RunState) -> Outcome:
        killed = self._dies.get(name)
        self._left -= killed is not None
        if killed is not None and self._left < 0:
            return await killed(state)
        return await self._pipeline.run(name, state)

    @override
    def decided(self, state: RunState, ask: Ask, decision: Decision, signed: Signed) -> RunState:
        return self._pipeline.decided(state, ask, decision, signed)


@pytest.mark.parametrize(
    ("step", "times", "approved"),
    [
        ("propose", 1, False),
        ("preview", 0, False),
        ("approve", 0, False),
        ("commit", 0, True),
        ("administer", 2, True),
    ],
)
async def test_killed_at_any_step_the_talk_goes_on_elsewhere(
    tmp_path: Path, step: str, times: int, approved: bool
) -> None:
    shop_database(tmp_path)
    killed = Killed()
    silent = replace(QUICK, heartbeat=dt.timedelta(hours=1))
    with pydantic_ai.models.override_allow_model_requests(True):
        async with (
            loopback_model(in_turn(CALL, DONE)) as model,
            two_ledgers(tmp_path) as (one, two),
            pipeline_over(one, tmp_path, model) as first_pipeline,
            pipeline_over(two, tmp_path, model) as second_pipeline,
        ):
            flow = RealFlow(first_pipeline, step, killed, times)
            first = World(ledger=one, flow=flow, settings=silent)
            await first.office.open()
            working: asyncio.Future[object] = asyncio.ensure_future(first.ask(WISH, by=ANA))
            if approved:
                await working
                working = asyncio.ensure_future(first.verdict(YES, RUI, REVIEWERS))
            async with asyncio.timeout(30):
                await killed.reached.wait()
            working.cancel()
            second = World(
                ledger=two,
                flow=RealFlow(second_pipeline),
                name="two",
                chat=first.chat,
                clock=first.clock,
            )
            await second.office.open()
            await second.sweep(seconds=60)
            if not approved:
                assert vip(tmp_path) == 1
                await second.verdict(YES, RUI, REVIEWERS)
                await second.sweep(seconds=60)
            told = second.last(Answered).answer.summary
            assert "Ada is no vip any more." in told
            assert told.count("Written: ") == 1
            assert (vip(tmp_path), len(model.requests)) == (0, 2)


async def test_stopping_the_talk_ends_the_call_to_the_model(tmp_path: Path) -> None:
    shop_database(tmp_path)
    with pydantic_ai.models.override_allow_model_requests(True):
        async with (
            loopback_model(lambda _: Slow()) as model,
            two_ledgers(tmp_path) as (ledger, _),
            pipeline_over(ledger, tmp_path, model) as pipeline,
        ):
            world = World(ledger=ledger, flow=RealFlow(pipeline))
            await world.office.open()
            asking = asyncio.ensure_future(world.ask(WISH, by=ANA))
            await until(lambda: len(model.requests) == 1)
            assert await world.desk.cancel(THREAD, ANA)
            await until(lambda: model.hung_up == 1)
            await asking
            assert world.shows(Refused)

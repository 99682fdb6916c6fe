"""*Change* begins at the layer that took something for granted: counted, step by step."""

import datetime as dt
from dataclasses import replace

import pytest
from typing_extensions import override

from knowledge.glossary import Glossary
from pipeline.approval import Signed
from pipeline.checkpoint import Ask, Decision
from pipeline.flow import Outcome
from pipeline.remembered.standing import KeptInMemory
from pipeline.rules.schema.known import Known
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from pipeline.workspace import Workspace
from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import Answered, Asked
from review.ports.desk import Counted
from tests.pipeline.clarifying.test_points import LINES, PIECES, SALES
from tests.pipeline.shop import ANA, FakeWorkspaces, a_workspace, write_shop
from tests.review.fakes import FakeClock, FakeFlow
from tests.review.office import World

NOW = dt.datetime(2026, 11, 3, 9, tzinfo=dt.UTC)


class CountedPipeline(FakeFlow):
    """The real pipeline, every step of it counted."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._pipeline = Pipeline(FakeWorkspaces((workspace,)))

    @property
    @override
    def names(self) -> tuple[str, ...]:
        return self._pipeline.names

    @override
    async def run(self, name: str, state: RunState) -> Outcome:
        self.taken.append(name)
        return await self._pipeline.run(name, state)

    @override
    def reopened(self, state: RunState) -> tuple[str, RunState]:
        return self._pipeline.reopened(state)

    @override
    def decided(self, state: RunState, ask: Ask, decision: Decision, signed: Signed) -> RunState:
        return self._pipeline.decided(state, ask, decision, signed)


@pytest.fixture
def assuming(tmp_path_factory: pytest.TempPathFactory) -> CountedPipeline:
    """A shop that asks nothing, where sales may be two numbers."""
    shop = a_workspace(write_shop(tmp_path_factory.mktemp("shop") / "shop.sqlite"))
    known = Known(shop.known.catalog, Glossary(metrics=(PIECES, LINES)), shop.known.values)
    habits = replace(shop.habits, most_cards=0)
    workspace = replace(shop, known=known, habits=habits, sights={}, standing=KeptInMemory())
    return CountedPipeline(workspace)


async def test_an_assumption_is_asked_and_nothing_above_it_runs_again(
    ledger: SqlLedger, assuming: CountedPipeline
) -> None:
    world = World(ledger=ledger, flow=assuming, clock=FakeClock(NOW))
    await world.office.open()
    await world.ask("sales in October 2026", by=ANA)
    first = world.last(Answered)
    assert any("to mean pieces, without asking" in line for line in first.answer.assumptions)
    above = assuming.taken[: assuming.taken.index("intent")]
    assert set(above) >= {"read", "route", "recall", "match", "dates"}
    assuming.taken.clear()
    assert await world.desk.change(first.run, ANA) == Counted()
    await world.settle()
    assert assuming.taken == ["intent"]
    card = world.last(Asked)
    assert [question.id for question in card.ask.questions] == [SALES]
    await world.press("lines sold", by=ANA)
    while world.shows(Asked):
        await world.press("yes", by=ANA)
    second = world.last(Answered)
    assert not set(above) & set(assuming.taken)
    assert "“October 2026”" not in str(second.answer.assumptions)
    assert second.answer.rows != first.answer.rows
    assert "2026-10-01" in second.answer.sql


async def test_where_nothing_was_assumed_the_dates_are_asked_first(
    ledger: SqlLedger, assuming: CountedPipeline
) -> None:
    world = World(ledger=ledger, flow=assuming, clock=FakeClock(NOW))
    await world.office.open()
    await world.ask("number of purchases in October 2026", by=ANA)
    assuming.taken.clear()
    assert await world.desk.change(world.last(Answered).run, ANA) == Counted()
    await world.settle()
    assert assuming.taken == ["dates"]
    assert world.last(Asked).ask.questions[0].id == "dates-0"

"""A reviewer's SQL runs under the asker's own permissions, or not at all."""

import datetime as dt
from dataclasses import replace

from pipeline.people import Person
from pipeline.rerun import Rerunner
from pipeline.result import Answer, Refusal, Trust
from pipeline.sql import Grants, TableGrant
from pipeline.warehouse import QueryFailed, WarehouseDown
from pipeline.workspace import Workspace
from tests.fakes import an_answer
from tests.pipeline.shop import ANA, TODAY, FailingWarehouse, FakeWorkspaces

OLD = an_answer(workspace="shop", trust=Trust.TRUSTED)


def today(_workspace: str, _person: Person) -> dt.date:
    return TODAY


async def rerun(sql: str, *open_: Workspace, **away: str) -> Answer | Refusal:
    return await Rerunner(FakeWorkspaces(open_, away), today).rerun(OLD, sql, ANA)


async def test_edited_sql_answers_the_same_question(shop: Workspace) -> None:
    outcome = await rerun("SELECT COUNT(*) AS n FROM product", shop)
    assert isinstance(outcome, Answer)
    assert (outcome.question, outcome.rows) == (OLD.question, ((3,),))
    assert outcome.trust is Trust.GENERATED


async def test_sql_that_writes_is_not_run(shop: Workspace) -> None:
    outcome = await rerun("DELETE FROM product", shop)
    assert isinstance(outcome, Refusal)
    assert (outcome.code, outcome.next_step) == ("unchecked", "Edit it and try again.")


async def test_a_reviewer_cannot_widen_what_the_asker_may_read(shop: Workspace) -> None:
    narrow = replace(shop, grants={"reader": Grants(tables=(TableGrant(table="product"),))})
    outcome = await rerun("SELECT name FROM customer", narrow)
    assert isinstance(outcome, Refusal)
    assert outcome.code == "not_permitted"


async def test_trouble_while_it_runs_is_said(shop: Workspace) -> None:
    warehouse = FailingWarehouse(on_run=QueryFailed("A number was divided by zero."))
    outcome = await rerun("SELECT 1 FROM product", replace(shop, warehouse=warehouse))
    assert isinstance(outcome, Refusal)
    assert outcome.code == "query_failed"


async def test_trouble_while_it_is_planned_is_said(shop: Workspace) -> None:
    warehouse = FailingWarehouse(on_explain=WarehouseDown("shop", "it is off"))
    outcome = await rerun("SELECT 1 FROM product", replace(shop, warehouse=warehouse))
    assert isinstance(outcome, Refusal)
    assert outcome.code == "database_down"


async def test_a_workspace_that_is_away_gives_its_reason() -> None:
    outcome = await rerun("SELECT 1", shop="Shop is being repaired.")
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "Shop is being repaired."

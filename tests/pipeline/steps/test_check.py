"""`check`: only what passes every wall goes on; a person mends what does not."""

from dataclasses import replace

import pytest

from pipeline.checkpoint import CheckpointKind
from pipeline.contract import Contract, Filter
from pipeline.result import Trust
from pipeline.sql import Grants, TableGrant
from pipeline.state import Matched
from pipeline.steps.check import REPAIR, SQL, check
from pipeline.warehouse import QueryFailed, QueryTimedOut, WarehouseDown
from pipeline.workspace import Workspace
from tests.pipeline.shop import FailingWarehouse, a_draft, a_state, asked, refused, went_on

APPROVED = Matched(
    id="q1", question="How many?", sql="SELECT 1", trust=Trust.TRUSTED, reason="Approved."
)


async def test_a_good_draft_passes_as_it_will_be_shown(shop: Workspace) -> None:
    state = went_on(await check(a_state(draft=a_draft("SELECT name FROM customer")), shop))
    assert state.draft is not None
    assert state.draft.passed
    assert "LIMIT" not in state.draft.sql


async def test_a_limit_that_was_asked_for_stays(shop: Workspace) -> None:
    sql = "SELECT name FROM customer ORDER BY name LIMIT 2"
    state = went_on(await check(a_state(draft=a_draft(sql)), shop))
    assert state.draft is not None
    assert state.draft.sql.endswith("LIMIT 2")


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM customer",
        "DROP TABLE customer",
        "SELECT load_extension('x')",
        "SELECT 1; DELETE FROM customer",
        "this is no SQL",
        "SELECT nothing FROM customer WHERE ghost = 1",
    ],
)
async def test_what_may_not_run_is_shown_and_not_run(shop: Workspace, sql: str) -> None:
    state = a_state(draft=a_draft(sql))
    outcome = await check(state, shop)
    assert not (outcome.state.draft and outcome.state.draft.passed)


async def test_a_failed_draft_is_shown_with_all_that_a_person_needs(shop: Workspace) -> None:
    contract = Contract(tables=("customer",))
    state = a_state(draft=a_draft("DELETE FROM customer"), contract=contract, reading="customers")
    ask = asked(await check(state, shop))
    assert ask.kind is CheckpointKind.REPAIR
    assert ask.sql == "DELETE FROM customer"
    assert ask.warning
    assert [fact.text for fact in ask.facts] == ["customers", "Shop", "customer"]


async def test_a_draft_that_forgets_a_confirmed_filter_does_not_pass(shop: Workspace) -> None:
    confirmed = Filter(column="customer.country", operator="=", values=("Spain",))
    state = a_state(draft=a_draft(), contract=Contract(filters=(confirmed,)))
    assert asked(await check(state, shop)).kind is CheckpointKind.REPAIR


async def test_a_person_mends_the_sql(shop: Workspace) -> None:
    state = a_state(
        draft=a_draft("DELETE FROM customer"), values={SQL: "SELECT COUNT(*) FROM product"}
    )
    draft = went_on(await check(state, shop)).draft
    assert draft is not None
    assert (draft.by, draft.passed) == ("person", True)


async def test_mended_sql_is_held_to_the_same_walls(shop: Workspace) -> None:
    state = a_state(draft=a_draft(), values={SQL: "DELETE FROM customer"})
    assert asked(await check(state, shop)).sql == "DELETE FROM customer"


async def test_a_mended_approved_query_is_not_approved_any_more(shop: Workspace) -> None:
    state = a_state(
        draft=a_draft("SELECT ghost FROM gone", by="validated"),
        matched=APPROVED,
        confirmed=("the approved answer to “How many?”",),
        values={SQL: "SELECT COUNT(*) FROM product"},
    )
    mended = went_on(await check(state, shop))
    assert mended.matched is None
    assert mended.confirmed == ()


async def test_a_person_may_stop_at_the_repair_card(shop: Workspace) -> None:
    state = a_state(draft=a_draft("DELETE FROM customer"), choices={REPAIR: "stop"})
    assert refused(await check(state, shop)).code == "unchecked"


async def test_what_the_asker_may_not_read_is_refused(shop: Workspace) -> None:
    only_products = Grants(tables=(TableGrant(table="product"),))
    closed = replace(shop, grants={"reader": only_products})
    refusal = refused(await check(a_state(draft=a_draft()), closed))
    assert refusal.code == "not_permitted"
    assert "admin" in refusal.next_step


async def test_a_person_without_any_grant_reads_nothing(shop: Workspace) -> None:
    refusal = refused(await check(a_state(draft=a_draft()), replace(shop, grants={})))
    assert refusal.code == "not_permitted"


async def test_row_filters_are_part_of_what_runs(shop: Workspace) -> None:
    spain = TableGrant(table="customer", row_filter="country = 'Spain'")
    filtered = replace(shop, grants={"reader": Grants(tables=(spain,))})
    state = went_on(await check(a_state(draft=a_draft()), filtered))
    assert state.draft is not None
    assert "Spain" in state.draft.sql
    assert state.assumptions[-1] == "Only those rows of customer count that you may see."


@pytest.mark.parametrize(
    ("error", "code"),
    [(QueryTimedOut(10), "timeout"), (WarehouseDown("shop", "it is off"), "database_down")],
)
async def test_a_database_that_does_not_plan_is_said(
    shop: Workspace, error: QueryTimedOut | WarehouseDown, code: str
) -> None:
    broken = replace(shop, warehouse=FailingWarehouse(on_explain=error))
    refusal = refused(await check(a_state(draft=a_draft()), broken))
    assert refusal.code == code
    assert refusal.next_step


async def test_what_the_database_cannot_plan_goes_to_a_person(shop: Workspace) -> None:
    error = QueryFailed("There is no such column.")
    broken = replace(shop, warehouse=FailingWarehouse(on_explain=error))
    ask = asked(await check(a_state(draft=a_draft()), broken))
    assert ask.warning == "There is no such column."

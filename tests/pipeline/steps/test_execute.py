"""`execute`: within the limits, and every failure is a sentence with a next step."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.contract import Contract, DateBound
from pipeline.state import Draft
from pipeline.steps.execute import execute
from pipeline.warehouse import QueryFailed, QueryTimedOut, WarehouseDown, WarehouseError
from pipeline.workspace import Habits, Workspace
from tests.pipeline.shop import (
    FailingWarehouse,
    a_draft,
    a_state,
    a_workspace,
    refused,
    went_on,
    write_shop,
)

_ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n"


def passed(sql: str) -> Draft:
    return a_draft(sql, passed=True)


async def test_rows_come_with_their_number_columns(shop: Workspace) -> None:
    state = a_state(draft=passed("SELECT country, COUNT(*) AS n FROM customer GROUP BY country"))
    fetched = went_on(await execute(state, shop)).fetched
    assert fetched is not None
    assert set(fetched.rows) == {("Canada", 2), ("Spain", 1)}
    assert fetched.numeric == (1,)


async def test_a_column_of_nothing_is_no_number_column(shop: Workspace) -> None:
    fetched = went_on(await execute(a_state(draft=passed("SELECT NULL AS n")), shop)).fetched
    assert fetched is not None
    assert fetched.numeric == ()


async def test_a_result_larger_than_the_cap_is_cut_and_known_to_be(shop: Workspace) -> None:
    small = replace(shop, habits=Habits(row_cap=2))
    fetched = went_on(
        await execute(a_state(draft=passed("SELECT name FROM customer")), small)
    ).fetched
    assert fetched is not None
    assert (len(fetched.rows), fetched.truncated) == (2, True)


async def test_a_result_as_large_as_the_cap_is_whole(shop: Workspace) -> None:
    exact = replace(shop, habits=Habits(row_cap=3))
    fetched = went_on(
        await execute(a_state(draft=passed("SELECT name FROM customer")), exact)
    ).fetched
    assert fetched is not None
    assert (len(fetched.rows), fetched.truncated) == (3, False)


async def test_the_database_is_told_where_it_may_stop(shop: Workspace) -> None:
    warehouse = FailingWarehouse()
    capped = replace(shop, warehouse=warehouse, habits=Habits(row_cap=2))
    state = went_on(await execute(a_state(draft=passed("SELECT name FROM customer")), capped))
    assert warehouse.ran == ["SELECT name FROM customer LIMIT 3"]
    assert state.draft is not None
    assert state.draft.sql == "SELECT name FROM customer"


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT name FROM customer LIMIT 1",
        "SELECT COUNT(*) FROM customer",
        "EXPLAIN SELECT 1",
        "no SQL at all",
    ],
)
async def test_a_query_that_ends_by_itself_runs_as_it_is(shop: Workspace, sql: str) -> None:
    warehouse = FailingWarehouse()
    await execute(a_state(draft=passed(sql)), replace(shop, warehouse=warehouse))
    assert warehouse.ran == [sql]


@pytest.mark.parametrize("draft", [None, a_draft()])
async def test_what_was_not_checked_is_not_run(shop: Workspace, draft: Draft | None) -> None:
    assert refused(await execute(a_state(draft=draft), shop)).code == "unchecked"


async def test_a_slow_query_is_stopped_at_its_limit(shop: Workspace) -> None:
    hasty = replace(shop, habits=Habits(timeout=dt.timedelta(seconds=0.2)))
    refusal = refused(await execute(a_state(draft=passed(_ENDLESS)), hasty))
    assert refusal.code == "timeout"
    assert "0.2 seconds" in refusal.reason


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (QueryTimedOut(30), "timeout"),
        (WarehouseDown("shop", "it is off"), "database_down"),
        (QueryFailed("A number was divided by zero."), "query_failed"),
    ],
)
async def test_what_goes_wrong_is_said_with_a_next_step(
    shop: Workspace, error: WarehouseError, code: str
) -> None:
    broken = replace(shop, warehouse=FailingWarehouse(on_run=error))
    refusal = refused(await execute(a_state(draft=passed("SELECT 1")), broken))
    assert refusal.code == code
    assert refusal.next_step


async def test_a_database_that_comes_back_answers_again(tmp_path: Path) -> None:
    path = write_shop(tmp_path / "shop.sqlite")
    workspace, state = a_workspace(path), a_state(draft=passed("SELECT COUNT(*) FROM customer"))
    path.rename(tmp_path / "away")
    assert refused(await execute(state, workspace)).code == "database_down"
    (tmp_path / "away").rename(path)
    assert went_on(await execute(state, workspace)).fetched is not None


async def test_the_confirmed_range_is_sent_as_values_and_not_as_text(shop: Workspace) -> None:
    watched = FailingWarehouse()
    first, last = dt.date(2026, 10, 1), dt.date(2026, 11, 1)
    october = DateBound(column="purchase.bought_on", start=first, end=last)
    sql = "SELECT * FROM purchase WHERE bought_on >= '2026-10-01' AND bought_on < '2026-11-01'"
    state = a_state(draft=passed(sql), contract=Contract(dates=(october,)))
    went_on(await execute(state, replace(shop, warehouse=watched)))
    assert watched.ran[0].count("?") == 2
    assert "2026" not in watched.ran[0]
    assert len(went_on(await execute(state, shop)).fetched.rows) == 2  # type: ignore[union-attr]

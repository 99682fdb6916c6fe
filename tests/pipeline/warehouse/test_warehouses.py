"""What every warehouse does, held against each real engine."""

import asyncio
from pathlib import Path

import pytest

from knowledge.catalog import Kind
from pipeline.adapters.warehouses import open_warehouse
from pipeline.warehouse import QueryFailed, QueryTimedOut, Warehouse, WarehouseDown
from tests.pipeline.warehouse.conftest import contents, make_shop

ENDLESS = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
    "SELECT count(*) FROM n",
    "duckdb": "SELECT count(*) FROM range(1000000000) a, range(1000000) b WHERE hash(a.range) = 3",
    "postgres": "SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 1000000) b",
    "mysql": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) "
    "SELECT count(*) FROM n a, n b, n c, n d",
}
PLACES = {"postgres": ("$1", "$2")}


async def test_rows_come_with_names_kinds_and_plain_cells(warehouse: Warehouse) -> None:
    found = await warehouse.run("SELECT id, amount, ordered_on, notes FROM orders ORDER BY id")
    assert [column.name for column in found.columns] == ["id", "amount", "ordered_on", "notes"]
    assert [column.kind for column in found.columns] == [
        Kind.INTEGER,
        Kind.NUMBER,
        Kind.DATE,
        Kind.TEXT,
    ]
    assert found.rows[0] == (1, 10.5, "2026-01-05", "a % b")
    assert found.rows[1] == (2, 20, "2026-02-05", None)
    assert not found.truncated


async def test_text_that_looks_like_a_placeholder_stays_text(warehouse: Warehouse) -> None:
    found = await warehouse.run("SELECT id FROM orders WHERE notes IN (':x', 'a % b', '%s', '?')")
    assert sorted(found.rows) == [(1,), (3,)]


async def test_parameters_are_values_and_never_text(warehouse: Warehouse) -> None:
    one, two = PLACES.get(warehouse.dialect, ("?", "?"))
    sql = f"SELECT id FROM orders WHERE status = {one} AND amount > {two} AND notes <> '?'"
    assert (await warehouse.run(sql, parameters=("paid", 20))).rows == ((3,),)
    injected = await warehouse.run(sql, parameters=("x' OR '1'='1", 0))
    assert injected.rows == ()


async def test_a_result_without_rows_keeps_its_columns(warehouse: Warehouse) -> None:
    found = await warehouse.run("SELECT id, status FROM orders WHERE id < 0")
    assert [column.name for column in found.columns] == ["id", "status"]
    assert found.rows == ()


async def test_the_row_cap_cuts_and_says_so(warehouse: Warehouse) -> None:
    assert (await warehouse.run("SELECT id FROM orders", row_cap=3)).truncated is False
    cut = await warehouse.run("SELECT id FROM orders ORDER BY id", row_cap=2)
    assert (cut.rows, cut.truncated) == (((1,), (2,)), True)


async def test_the_byte_cap_cuts_and_says_so(warehouse: Warehouse) -> None:
    cut = await warehouse.run("SELECT a.email FROM customers a, orders b", byte_cap=40)
    assert cut.truncated
    assert 1 <= len(cut.rows) < 6


async def test_a_query_that_takes_too_long_is_stopped(warehouse: Warehouse) -> None:
    # It would not end by itself.
    with pytest.raises(QueryTimedOut, match=r"stopped after 0\.3 seconds"):
        await warehouse.run(ENDLESS[warehouse.dialect], timeout=0.3)
    assert (await warehouse.run("SELECT 1")).rows == ((1,),)


@pytest.mark.corpus(examples=2)
@pytest.mark.slow
async def test_a_cancelled_question_stops_its_query(warehouse: Warehouse) -> None:
    running = asyncio.ensure_future(warehouse.run(ENDLESS[warehouse.dialect], timeout=20))
    done, _ = await asyncio.wait({running}, timeout=0.5)
    assert not done
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    # All threads are free again only when the query ended.
    together = [warehouse.run("SELECT 1", timeout=5) for _ in range(8)]
    found = await asyncio.wait_for(asyncio.gather(*together), 10)
    assert all(rows.rows == ((1,),) for rows in found)


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("SELECT * FROM nowhere", r"There is no table .*nowhere"),
        ("SELECT colour FROM orders", r"There is no column .*colour"),
        ("SELECT FROM WHERE", r"cannot read this SQL"),
        ("SELECT nonsense_of_ours(1)", r"There is no function"),
        ("", r"no read|no SELECT|one statement|cannot read"),
        ("-- nothing", r"no read|no SELECT|one statement|cannot read"),
    ],
)
async def test_a_refusal_is_said_in_plain_words(warehouse: Warehouse, sql: str, says: str) -> None:
    with pytest.raises(QueryFailed, match=says):
        await warehouse.run(sql)


async def test_a_dry_run_plans_and_does_not_run(warehouse: Warehouse) -> None:
    plan = await warehouse.explain("SELECT status, sum(amount) FROM orders GROUP BY status")
    assert "orders" in plan.text.lower()
    with pytest.raises(QueryFailed, match="There is no column"):
        await warehouse.explain("SELECT colour FROM orders")
    # It would not end if it ran.
    await warehouse.explain(ENDLESS[warehouse.dialect])


async def test_an_explain_is_answered_with_the_plan(warehouse: Warehouse) -> None:
    found = await warehouse.run("EXPLAIN SELECT status FROM orders WHERE id = 1")
    assert [column.name for column in found.columns] == ["plan"]
    assert found.rows
    for sql in ("EXPLAIN (SELECT 1); DELETE FROM orders", "EXPLAIN ANALYZE SELECT 1"):
        with pytest.raises(QueryFailed):
            await warehouse.run(sql)


async def test_a_dry_run_of_a_write_is_refused(engine: str, url: str, warehouse: Warehouse) -> None:
    before = contents(engine, url)
    for sql in ("DELETE FROM orders", "ANALYZE DELETE FROM orders", "SELECT 1; DELETE FROM orders"):
        with pytest.raises(QueryFailed):
            await warehouse.explain(sql)
    assert contents(engine, url) == before


async def test_no_session_remembers_the_one_before(warehouse: Warehouse) -> None:
    for sql in ("SET @x = 5", "SET search_path = x", "CREATE TEMPORARY TABLE t (x INTEGER)"):
        with pytest.raises(QueryFailed):
            await warehouse.run(sql)
    with pytest.raises(QueryFailed, match="no table"):
        await warehouse.run("SELECT * FROM t")


async def test_the_check_proves_that_writes_are_refused(
    engine: str, url: str, warehouse: Warehouse
) -> None:
    before = contents(engine, url)
    problems = await warehouse.check()
    # The servers' owners may do too much, and the check says so; files have no owners.
    assert len(problems) == (1 if engine in ("postgres", "mysql") else 0)
    assert contents(engine, url) == before


@pytest.mark.parametrize(
    "url_of_nothing",
    [
        "sqlite:///{folder}/none.db",
        "duckdb:///{folder}/none.duckdb",
        "postgresql://reader:secret@127.0.0.1:1/shop",
        "mysql://reader:secret@127.0.0.1:1/shop",
    ],
)
async def test_a_database_that_is_down_says_so_without_the_password(
    url_of_nothing: str, tmp_path: Path
) -> None:
    warehouse = open_warehouse(url_of_nothing.format(folder=tmp_path))
    with pytest.raises(WarehouseDown, match="cannot be reached") as caught:
        await warehouse.run("SELECT 1")
    assert "secret" not in str(caught.value)
    assert len(await warehouse.check()) == 1
    await warehouse.close()


async def test_writers_get_the_file_between_two_questions(
    engine: str, url: str, warehouse: Warehouse
) -> None:
    await warehouse.run("SELECT 1")
    assert contents(engine, url)["secret"] == contents(engine, url)["secret"]
    assert (await warehouse.run("SELECT x FROM secret")).rows == ((42,),)


async def test_times_with_a_zone_and_nested_values_become_text(tmp_path: Path) -> None:
    make_shop("duckdb", f"duckdb:///{tmp_path}/shop.duckdb")
    warehouse = open_warehouse(f"duckdb:///{tmp_path}/shop.duckdb")
    found = await warehouse.run(
        "SELECT TIMESTAMPTZ '2026-01-01 10:00:00+00' AT TIME ZONE 'UTC' AS a, [1, 2] AS b, "
        "{'k': 'v'} AS c, 'x'::BLOB AS d, 'nan'::DOUBLE AS e, now() AS f, INTERVAL 2 DAY AS g"
    )
    await warehouse.close()
    assert found.rows[0][:5] == (
        "2026-01-01 10:00:00",
        "[1, 2]",
        '{"k": "v"}',
        "0x78",
        "not a number",
    )
    assert [column.kind for column in found.columns[-2:]] == [Kind.TIMESTAMP, Kind.OTHER]
    assert isinstance(found.rows[0][6], str)

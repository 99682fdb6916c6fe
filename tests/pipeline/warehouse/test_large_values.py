"""Values that would fill the memory: refused by the engine, or cut and said to be."""

import asyncio
import tracemalloc
from collections.abc import Sequence

import psycopg
import pytest

from pipeline.adapters.warehouse_rows import CELL_CAP, capped_rows
from pipeline.warehouse import BYTE_CAP, ROW_CAP, QueryTimedOut, Rows, Warehouse, WarehouseError
from tests.pipeline.warehouse.conftest import in_mysql

MEBIBYTE = 1024 * 1024
BOMBS = {
    "sqlite": [
        "SELECT printf('%.*c', 9000000, 65) FROM customers a, customers b, orders c, orders d",
        "SELECT printf('%.*c', 30000000, 65)",
        "SELECT zeroblob(900000000)",
        "SELECT hex(zeroblob(9000000)), hex(zeroblob(4000000))",
        "SELECT replace(printf('%.*c', 900000, 65), 'A', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')",
        "SELECT group_concat(printf('%.*c', 9000000, 65)) FROM orders a, orders b, orders c",
        "WITH RECURSIVE n(x, t) AS (SELECT 1, 'aaaaaaaa' UNION ALL SELECT x + 1, t || t FROM n "
        "WHERE x < 60) SELECT t FROM n",
    ],
    "duckdb": [
        "SELECT repeat('x', 30000000) FROM customers a, customers b, orders c, orders d",
        "SELECT repeat(repeat('x', 1000000), 1000000)",
        "SELECT lpad('x', 30000000, 'y')",
        "SELECT string_agg(repeat('x', 1000000), '') FROM range(3000)",
        "SELECT list(range) FROM range(300000)",
    ],
    "postgres": [
        "SELECT repeat('x', 20000000) FROM customers a, customers b, orders c, orders d",
        "SELECT lpad('x', 30000000, 'y')",
        "SELECT repeat(repeat('x', 1000000), 1000000)",
        "SELECT array_agg(g) FROM generate_series(1, 300000) g",
        "SELECT 10 ^ 400::numeric, 10 ^ 4000::numeric",
    ],
    "mysql": [
        "SELECT REPEAT('x', 9000000) FROM customers a, customers b, orders c, orders d",
        "SELECT REPEAT(REPEAT('x', 1000000), 1000000)",
        "SELECT LPAD('x', 9000000, 'y'), SPACE(9000000)",
    ],
}


async def result_of(warehouse: Warehouse, sql: str) -> Rows | None:
    try:
        return await warehouse.run(sql, timeout=1)
    except WarehouseError:
        return None


@pytest.mark.corpus(examples=2)
async def test_no_value_fills_the_memory(engine: str, warehouse: Warehouse) -> None:
    for sql in BOMBS[engine]:
        tracemalloc.start()
        rows = await result_of(warehouse, sql)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()

        assert peak < 400 * MEBIBYTE, sql
        kept = sum(len(str(cell)) for row in rows.rows for cell in row) if rows else 0
        assert kept < BYTE_CAP + 2 * CELL_CAP, sql


async def test_a_number_beyond_all_numbers_is_text(engine: str, warehouse: Warehouse) -> None:
    if engine == "postgres":
        rows = await warehouse.run("SELECT 10 ^ 400::numeric AS n, -(10 ^ 20::numeric) AS m")

        assert isinstance(rows.rows[0][0], str)
        assert rows.rows[0][1] == -(10**20)


class Growing:
    """A result whose rows get larger and larger."""

    names = ("text",)

    def __init__(self, lengths: Sequence[int]) -> None:
        self.lengths = list(lengths)
        self.fetched: list[int] = []

    def fetch(self, count: int) -> Sequence[Sequence[object]]:
        taken, self.lengths = self.lengths[:count], self.lengths[count:]
        self.fetched.append(len(taken))
        return [("x" * length,) for length in taken]


@pytest.mark.parametrize(
    ("lengths", "kept", "cut"),
    [([1] * 500, 500, False), ([CELL_CAP + 1], 1, True), ([BYTE_CAP // 4] * 9, 9, True)],
)
def test_what_is_cut_is_said_to_be(lengths: list[int], kept: int, cut: bool) -> None:
    rows, truncated = capped_rows(Growing(lengths), ROW_CAP, BYTE_CAP)

    assert (len(rows), truncated) == (kept, cut)
    assert all(len(str(row[0])) <= CELL_CAP + 1 for row in rows)


def test_large_rows_come_a_few_at_a_time() -> None:
    result = Growing([900_000] * 500)
    capped_rows(result, ROW_CAP, BYTE_CAP)

    assert sum(result.fetched) * 900_000 < 2 * BYTE_CAP


UNSTOPPABLE = {
    "sqlite": "SELECT instr(printf('%.*c', 9000000, 97), printf('%.*c', 4000000, 97) || 'b')",
    "duckdb": "SELECT len(list_distinct(range(20000000)))",
}


# A server ends its own queries.
@pytest.mark.parametrize("engine", sorted(UNSTOPPABLE))
@pytest.mark.slow
async def test_what_no_driver_can_stop_ends_all_the_same(engine: str, warehouse: Warehouse) -> None:
    with pytest.raises(QueryTimedOut):
        await warehouse.run(UNSTOPPABLE[engine], timeout=0.3)

    assert (await warehouse.run("SELECT 1")).rows == ((1,),)


@pytest.mark.parametrize("engine", sorted(UNSTOPPABLE))
@pytest.mark.slow
async def test_a_cancelled_question_ends_what_no_driver_can_stop(
    engine: str, warehouse: Warehouse
) -> None:
    running = asyncio.ensure_future(warehouse.run(UNSTOPPABLE[engine], timeout=100))
    await asyncio.wait({running}, timeout=0.5)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    together = [warehouse.run("SELECT 1", timeout=5) for _ in range(8)]
    assert all(rows.rows == ((1,),) for rows in await asyncio.gather(*together))


LARGE = {
    "text": ("repeat('é', 3000000)", "é"),
    "array": ("array_fill(7, ARRAY[3000000])", "7"),
    "bytes": ("decode(repeat('ff', 5000000), 'hex')", "0x"),
    "json": ("to_json(repeat('x', 6000000))", "x"),
}


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("engine", ["postgres"])
@pytest.mark.parametrize("kind", sorted(LARGE))
async def test_a_value_beyond_the_cap_is_cut_and_its_neighbours_are_whole(
    kind: str, warehouse: Warehouse
) -> None:
    expression, begins = LARGE[kind]
    rows = await warehouse.run(
        f"SELECT 1 AS a, {expression} AS b, NULL AS c, DATE '2026-01-05' AS d "
        "FROM generate_series(1, 3)"
    )

    assert rows.truncated
    assert all((row[0], row[2], row[3]) == (1, None, "2026-01-05") for row in rows.rows)
    assert all(begins in str(row[1])[:5] and len(str(row[1])) <= CELL_CAP + 1 for row in rows.rows)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("engine", ["postgres"])
async def test_a_text_within_the_cap_is_whole_however_many_bytes_it_has(
    warehouse: Warehouse,
) -> None:
    rows = await warehouse.run("SELECT repeat('語', 900000) AS a")

    assert (len(str(rows.rows[0][0])), rows.truncated) == (900_000, False)


def busy(engine: str, url: str, listed: str) -> bool:
    """Whether the server's owner still sees the query at work."""
    if engine == "mysql":
        return in_mysql(url, listed)[0][0] != 0
    with psycopg.connect(url) as postgres:
        row = postgres.execute(listed.encode()).fetchone()
    return row is not None and row[0] != 0


# The server would go on; whoever ends the process has it told to stop.
@pytest.mark.parametrize("engine", ["postgres", "mysql"])
async def test_a_cancelled_question_ends_what_the_server_does(
    engine: str, url: str, warehouse: Warehouse
) -> None:
    endless = {
        "postgres": "SELECT pg_sleep(77)",
        "mysql": "SELECT COUNT(*) FROM information_schema.collations a, "
        "information_schema.collations b, information_schema.collations c, "
        "information_schema.collations d",
    }[engine]
    listed = {
        "postgres": "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' "
        "AND application_name = 'countersign' AND pid <> pg_backend_pid()",
        "mysql": "SELECT count(*) FROM information_schema.processlist "
        "WHERE info LIKE 'SELECT COUNT(*) FROM information_schema.collations a%'",
    }[engine]
    running = asyncio.ensure_future(warehouse.run(endless, timeout=100))
    while not await asyncio.to_thread(busy, engine, url, listed):
        assert not running.done()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    for _ in range(200):
        if not await asyncio.to_thread(busy, engine, url, listed):
            return
    pytest.fail("the server still runs it")

"""What may go wrong between the approval and the commit, on every engine."""

import asyncio
import contextlib
import datetime as dt
import sqlite3
from collections.abc import Iterator
from typing import Any

import psycopg
import pymysql
import pytest

from pipeline.adapters.warehouses import open_warehouse
from pipeline.adapters.writes import open_writable
from pipeline.adapters.writes_threads import ThreadedWrites
from pipeline.writes.values import (
    Changed,
    Committed,
    Impossible,
    Landed,
    NotWritten,
    Preview,
    Uncertain,
)
from tests.pipeline.writes.conftest import (
    PRICE,
    SECONDS,
    Book,
    Shop,
    a_proposal,
    approved,
    impossible,
    previewed,
    written,
)

CHANGES_BY_OTHERS = {
    "a value": "UPDATE products SET notes = 'mine' WHERE id = 1",
    "one row more": "UPDATE products SET price = 15 WHERE id = 3",
    "one row less": "DELETE FROM products WHERE id = 2",
    "the schema": "ALTER TABLE products ADD COLUMN extra INTEGER",
}


@pytest.mark.corpus(examples=8)
@pytest.mark.parametrize("change", CHANGES_BY_OTHERS)
async def test_what_others_changed_since_the_preview_stops_the_write(
    shop: Shop, writes: ThreadedWrites, change: str
) -> None:
    proposal = a_proposal(shop, PRICE)
    preview = await previewed(writes, proposal)
    shop.run(CHANGES_BY_OTHERS[change])
    before, book = shop.dump(), Book()
    done = await writes.execute(proposal, approved(proposal, preview), book.before_commit)
    assert isinstance(done, Changed), done
    assert book.marks == []
    assert shop.dump() == before


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO loose (a, b) SELECT id, status FROM orders WHERE customer_id = 2",
        "INSERT INTO loose SELECT id, status FROM orders WHERE customer_id = 2",
        "INSERT INTO loose (a, b) SELECT SIGN(id), status FROM orders WHERE customer_id = 2",
        "UPDATE products SET notes = (SELECT MAX(status) FROM orders WHERE SIGN(id) = 1 "
        "AND id = 2) WHERE id = 1",
    ],
)
async def test_a_change_of_what_a_write_reads_stops_it(
    shop: Shop, writes: ThreadedWrites, sql: str
) -> None:
    proposal = a_proposal(shop, sql)
    preview = await previewed(writes, proposal)
    assert not any("worked out again" in note for note in preview.notes)
    shop.run("UPDATE orders SET status = 'gone' WHERE id = 2")
    done = await writes.execute(proposal, approved(proposal, preview), Book().before_commit)
    assert isinstance(done, Changed), done


async def test_values_that_differ_by_the_moment_are_said_to_be_worked_out_again(
    shop: Shop, writes: ThreadedWrites
) -> None:
    proposal = a_proposal(shop, "UPDATE products SET seen_at = CURRENT_TIMESTAMP WHERE id = 1")
    preview = await previewed(writes, proposal)
    assert any("worked out again" in note for note in preview.notes)


async def test_other_text_than_what_was_approved_is_not_run(
    shop: Shop, writes: ThreadedWrites
) -> None:
    proposal = a_proposal(shop, PRICE)
    preview = await previewed(writes, proposal)
    other = a_proposal(shop, "UPDATE products SET price = 1 WHERE price > 10")
    done = await writes.execute(other, approved(proposal, preview), Book().before_commit)
    assert isinstance(done, Changed)


async def test_who_keeps_the_book_can_stop_the_commit(shop: Shop, writes: ThreadedWrites) -> None:
    proposal, before = a_proposal(shop, PRICE), shop.dump()
    preview = await previewed(writes, proposal)
    book = Book(refuses=LookupError("the claim is not ours"))
    with pytest.raises(LookupError):
        await writes.execute(proposal, approved(proposal, preview), book.before_commit)
    assert shop.dump() == before


async def test_a_cancelled_write_is_rolled_back(shop: Shop, writes: ThreadedWrites) -> None:
    proposal, before = a_proposal(shop, PRICE), shop.dump()
    preview = await previewed(writes, proposal)
    reached, go_on = asyncio.Event(), asyncio.Event()

    async def wait(_mark: str) -> None:
        reached.set()
        await go_on.wait()

    task = asyncio.create_task(writes.execute(proposal, approved(proposal, preview), wait))
    await reached.wait()
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    go_on.set()
    # The next write waits for the one that is being rolled back.
    assert isinstance(await writes.preview(proposal, SECONDS), Preview)
    assert shop.dump() == before


BROKEN = {
    "UPDATE products SET name = NULL WHERE id = 1": "may not be empty",
    "UPDATE products SET price = -1 WHERE id = 1": "breaks a rule of the table",
    "INSERT INTO customers (id, email) VALUES (1, 'new@example.org')": "Another row already has",
    "INSERT INTO customers (id, email) VALUES (9, 'bo@example.org')": "Another row already has",
    "INSERT INTO orders (id, customer_id) VALUES (9, 99)": "refer",
    "UPDATE products SET nope = 1 WHERE id = 1": "no column",
    "DELETE FROM products WHERE id = 99": "nothing would be changed",
    "CREATE UNIQUE INDEX u ON loose (a)": "row",
}


@pytest.mark.corpus(examples=12)
@pytest.mark.parametrize("sql", BROKEN)
async def test_what_a_constraint_forbids_is_said_in_plain_words(
    shop: Shop, writes: ThreadedWrites, sql: str
) -> None:
    before = shop.dump()
    found = await impossible(writes, a_proposal(shop, sql))
    wanted = BROKEN[sql]
    if shop.engine == "postgres" and "99)" in sql:
        wanted = "has no row with"
    assert wanted in found.reason, found
    assert "Traceback" not in found.reason
    assert shop.dump() == before


@contextlib.contextmanager
def _held(shop: Shop, sql: str) -> Iterator[None]:
    """Another client's open transaction on the rows."""
    connection: Any
    if shop.engine == "sqlite":
        connection = sqlite3.connect(shop.url.partition(":///")[2], isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
    elif shop.engine == "postgres":
        connection = psycopg.connect(shop.url)
    else:
        connection = pymysql.connect(
            host="127.0.0.1", user="root", database=shop.url.rpartition("/")[2]
        )
    cursor = connection.cursor()
    cursor.execute(sql)
    try:
        yield
    finally:
        connection.rollback()
        connection.close()


@pytest.mark.parametrize("engine", ["sqlite", "postgres", "mysql"], indirect=True)
async def test_rows_that_others_have_locked_are_waited_for_only_so_long(
    shop: Shop, writes: ThreadedWrites
) -> None:
    proposal, before = a_proposal(shop, PRICE), shop.dump()
    preview = await previewed(writes, proposal)
    with _held(shop, "UPDATE products SET notes = 'x' WHERE id = 1"):
        again = await writes.preview(proposal, dt.timedelta(seconds=2))
        done = await writes.execute(proposal, approved(proposal, preview), Book().before_commit)
    assert isinstance(again, Impossible)
    assert "lock" in again.reason
    assert isinstance(done, NotWritten)
    assert "lock" in done.reason
    assert shop.dump() == before


@pytest.mark.parametrize("engine", ["sqlite", "postgres", "mysql"], indirect=True)
@pytest.mark.parametrize(
    "meanwhile",
    [
        (
            "UPDATE orders SET customer_id = 1 WHERE id = 2",
            "UPDATE orders SET customer_id = 2 WHERE id = 1",
        ),
        ("UPDATE orders SET status = 'kept' WHERE id = 2",),
    ],
)
async def test_other_rows_than_those_previewed_never_go_along(
    shop: Shop, writes: ThreadedWrites, meanwhile: tuple[str, ...]
) -> None:
    proposal = a_proposal(shop, "DELETE FROM customers WHERE id = 2")
    preview = await previewed(writes, proposal)
    for sql in meanwhile:
        shop.run(sql)
    done = await writes.execute(proposal, approved(proposal, preview), Book().before_commit)
    assert isinstance(done, Changed), done
    assert len(shop.rows("SELECT id FROM orders")) == 3


@pytest.mark.parametrize("engine", ["postgres"], indirect=True)
async def test_a_connection_killed_before_the_commit_leaves_nothing(
    shop: Shop, writes: ThreadedWrites
) -> None:
    proposal, before, marks = a_proposal(shop, PRICE), shop.dump(), list[str]()
    preview = await previewed(writes, proposal)

    async def kill(mark: str) -> None:
        marks.append(mark)
        shop.rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = 'countersign-write' AND datname = current_database()"
        )

    done = await writes.execute(proposal, approved(proposal, preview), kill)
    assert isinstance(done, NotWritten), done
    assert await writes.landed(marks[0]) is Landed.ABORTED
    assert shop.dump() == before


@pytest.mark.parametrize("engine", ["mysql"], indirect=True)
async def test_where_nobody_can_be_asked_a_lost_connection_stays_uncertain(
    shop: Shop, writes: ThreadedWrites
) -> None:
    proposal = a_proposal(shop, PRICE)
    preview = await previewed(writes, proposal)

    async def kill(_mark: str) -> None:
        for (thread,) in shop.rows(
            "SELECT id FROM information_schema.processlist "
            "WHERE db = database() AND id <> connection_id()"
        ):
            shop.run(f"KILL {thread}")

    done = await writes.execute(proposal, approved(proposal, preview), kill)
    assert isinstance(done, Uncertain), done
    assert done.check_sql.startswith("SELECT")


@pytest.mark.parametrize("engine", ["postgres"], indirect=True)
async def test_postgres_says_later_that_a_write_landed(shop: Shop, writes: ThreadedWrites) -> None:
    proposal, book = a_proposal(shop, PRICE), Book()
    preview = await previewed(writes, proposal)
    done = await writes.execute(proposal, approved(proposal, preview), book.before_commit)
    assert isinstance(done, Committed)
    assert await writes.landed(book.marks[0]) is Landed.COMMITTED
    assert await writes.landed("nonsense") is Landed.UNDECIDED


@pytest.mark.parametrize("engine", ["duckdb"], indirect=True)
async def test_questions_and_a_write_take_turns_on_a_duckdb_file(shop: Shop) -> None:
    warehouse, writes = open_warehouse(shop.url), open_writable(shop.url)
    proposal = a_proposal(shop, PRICE)

    async def ask() -> int:
        rows = await warehouse.run("SELECT count(*) FROM products")
        return int(str(rows.rows[0][0]))

    try:
        answers, done = await asyncio.gather(
            asyncio.gather(*(ask() for _ in range(12))), written(writes, proposal)
        )
        more = await ask()
    finally:
        await writes.close()
        await warehouse.close()
    assert set(answers) == {more} == {4}
    assert done.rows == 2


async def test_a_check_query_shows_what_is_there(shop: Shop, writes: ThreadedWrites) -> None:
    proposal = a_proposal(shop, "UPDATE products SET price = 7 WHERE name = 'Lamp'")
    await written(writes, proposal)
    rows = shop.rows(await writes.check_sql(proposal))
    assert [float(row[2]) for row in rows] == [7.0]
    gone = a_proposal(shop, "DELETE FROM products WHERE id = 1")
    await written(writes, gone)
    assert [tuple(row) for row in shop.rows(await writes.check_sql(gone))] == [(0,)]

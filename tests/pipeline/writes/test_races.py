"""Another client comes between what is looked at and the statement, in the very transaction."""

import contextlib
from collections.abc import Callable
from typing import Any

import psycopg
import pymysql
import pytest

from knowledge.database_url import read_url
from pipeline.adapters.writes_mysql import MysqlWrites
from pipeline.adapters.writes_postgres import PostgresWrites
from pipeline.adapters.writes_threads import Problem, ThreadedWrites, WriteEngine
from pipeline.writes.session import WriteSession
from pipeline.writes.values import Changed, Committed, Landed
from tests.pipeline.writes.conftest import Book, Shop, a_proposal, approved, previewed

DELETE = "DELETE FROM orders WHERE status = 'paid'"
CASCADE = "DELETE FROM customers WHERE id = 2"


class Interrupted:
    """A session that lets somebody else act right before the change runs, once."""

    def __init__(self, session: WriteSession, act: Callable[[], None]) -> None:
        self._session = session
        self._act = act

    def run(self, sql: str) -> int:
        if sql.startswith("DELETE"):
            self._act()
        return self._session.run(sql)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)


class WithAnother:
    """An engine whose sessions are interrupted by `act`, when there is one."""

    def __init__(self, engine: WriteEngine) -> None:
        self.engine = engine
        self.act: Callable[[], None] | None = None
        self.dialect = engine.dialect
        self.shown = engine.shown

    def open(self, seconds: float) -> WriteSession:
        session = self.engine.open(seconds)
        return Interrupted(session, self.act) if self.act else session

    def problem(self, error: Exception) -> Problem | None:
        return self.engine.problem(error)

    def landed(self, mark: str) -> Landed:
        return self.engine.landed(mark)


def engine_of(shop: Shop) -> WithAnother:
    kind = MysqlWrites if shop.engine == "mysql" else PostgresWrites
    return WithAnother(kind(read_url(shop.url)))


class Another:
    """Another client, who does not wait for locks, and remembers whether it was let."""

    def __init__(self, shop: Shop, sql: str) -> None:
        self._shop = shop
        self._sql = sql
        self.let: bool | None = None

    def __call__(self) -> None:
        if self.let is None:
            self.let = False
            with contextlib.suppress(psycopg.errors.LockNotAvailable, pymysql.Error):
                self._run()
                self.let = True

    def _run(self) -> None:
        if self._shop.engine == "mysql":
            self._shop.run(f"SET SESSION innodb_lock_wait_timeout = 1; {self._sql}")
        else:
            self._shop.run(f"SET lock_timeout = '500ms'; {self._sql}")


both = pytest.mark.parametrize("engine", ["postgres", "mysql"], indirect=True)


async def tried(shop: Shop, sql: str, other: Another) -> Committed | Changed | object:
    engine, proposal = engine_of(shop), a_proposal(shop, sql)
    writes = ThreadedWrites(engine)
    preview = await previewed(writes, proposal)
    engine.act = other
    try:
        return await writes.execute(proposal, approved(proposal, preview), Book().before_commit)
    finally:
        await writes.close()


@both
async def test_a_row_that_comes_in_between_is_never_deleted_unapproved(shop: Shop) -> None:
    """MariaDB would delete it too, and is stopped by the count; PostgreSQL does not see it."""
    other = Another(shop, "INSERT INTO orders VALUES (9, 1, 'paid', NULL)")
    done = await tried(shop, DELETE, other)
    assert other.let
    kept = sorted(row[0] for row in shop.rows("SELECT id FROM orders"))
    if isinstance(done, Changed):
        assert kept == [1, 2, 3, 9]
        assert "3 rows now, and 2 rows were approved" in done.reason
    else:
        assert isinstance(done, Committed), done
        assert (done.rows, kept) == (2, [2, 9])


@both
@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM orders WHERE id = 1",
        "UPDATE orders SET status = 'open' WHERE id = 1",
        "UPDATE orders SET order_date = '2020-01-01' WHERE id = 1",
    ],
)
async def test_nobody_changes_the_rows_that_were_looked_at(shop: Shop, sql: str) -> None:
    other = Another(shop, sql)
    done = await tried(shop, DELETE, other)
    assert other.let is False
    assert isinstance(done, Committed), done
    assert len(shop.rows("SELECT id FROM orders")) == 1


@both
async def test_nobody_adds_rows_that_would_go_along(shop: Shop) -> None:
    """The cascade was counted when the rows that they refer to were locked already."""
    other = Another(shop, "INSERT INTO orders VALUES (9, 2, 'late', NULL)")
    done = await tried(shop, CASCADE, other)
    assert other.let is False
    assert isinstance(done, Committed), done
    assert sorted(row[0] for row in shop.rows("SELECT id FROM orders")) == [1]


@both
async def test_nobody_changes_the_rows_that_go_along(shop: Shop) -> None:
    """A row that is taken along is locked with its values, as those that are named are."""
    other = Another(shop, "UPDATE orders SET status = 'kept' WHERE id = 2")
    done = await tried(shop, CASCADE, other)
    assert other.let is False
    assert isinstance(done, Committed), done

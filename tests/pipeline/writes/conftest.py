"""A shop's database in every engine, the identity that writes to it, and what an owner sees."""

import datetime as dt
import sqlite3
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import psycopg
import pytest

from pipeline.adapters.writes import open_writable
from pipeline.adapters.writes_threads import ThreadedWrites
from pipeline.sql import Tier, inspect
from pipeline.writes.undo.undoing import taking_back
from pipeline.writes.values import (
    Approved,
    Committed,
    Impossible,
    Preview,
    Proposal,
)
from tests.pipeline.warehouse.conftest import in_mysql

ENGINES = ("sqlite", "duckdb", "postgres", "mysql")
# A change of two rows of the shop.
PRICE = "UPDATE products SET price = 12.5 WHERE price > 10"
SECONDS = dt.timedelta(seconds=20)
EXPIRES = dt.datetime(2030, 1, 1, tzinfo=dt.UTC)

_SCHEMA = """
CREATE TABLE products (id INTEGER PRIMARY KEY, name VARCHAR(50) NOT NULL, price DECIMAL(10, 2),
                       rating {double}, seen_at {timestamp}, made_on DATE, photo {blob},
                       active BOOLEAN, notes VARCHAR(200), CHECK (price >= 0));
CREATE TABLE customers (id INTEGER PRIMARY KEY, email VARCHAR(60) NOT NULL UNIQUE,
                        test BOOLEAN);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL, status VARCHAR(20),
                     order_date DATE,
                     FOREIGN KEY (customer_id) REFERENCES customers (id) {cascade});
CREATE TABLE loose (a INTEGER, b VARCHAR(20));
CREATE TABLE pairs (a INTEGER, b VARCHAR(20), c INTEGER, PRIMARY KEY (a, b));
INSERT INTO customers VALUES (1, 'ana@example.org', FALSE), (2, 'bo@example.org', TRUE),
                             (3, 'cy@example.org', TRUE);
INSERT INTO orders VALUES (1, 1, 'paid', '2026-01-05'), (2, 2, 'open', '2026-02-05'),
                          (3, 2, 'paid', '2026-03-05');
INSERT INTO loose VALUES (1, 'x'), (2, 'y'), (2, 'y');
INSERT INTO pairs VALUES (1, 'x', 10), (1, 'y', 20), (2, 'x', 30);
"""
_WORDS = {
    "sqlite": {"double": "REAL", "timestamp": "TIMESTAMP", "blob": "BLOB"},
    "duckdb": {"double": "DOUBLE", "timestamp": "TIMESTAMP", "blob": "BLOB"},
    "postgres": {"double": "DOUBLE PRECISION", "timestamp": "TIMESTAMPTZ", "blob": "BYTEA"},
    "mysql": {"double": "DOUBLE", "timestamp": "DATETIME(6)", "blob": "BLOB"},
}
_BLOBS = {
    "sqlite": "X'00ff27'",
    "duckdb": "'\\x00\\xFF\\x27'::BLOB",
    "postgres": "'\\x00ff27'::bytea",
    "mysql": "X'00ff27'",
}
_PRODUCTS = """
INSERT INTO products VALUES
  (1, 'Lamp', 20.00, 0.1, '2026-01-05 10:11:12.123456', '2026-01-05', {blob}, TRUE,
   'it''s {slash} %s :x'),
  (2, 'Chair', 50.50, 1e300, NULL, NULL, NULL, FALSE, NULL),
  (3, 'Desk', 0.30, 0.30000000000000004, '1969-12-31 23:59:59', '0999-01-01', {blob}, NULL, ''),
  (4, 'Ünïcode 🪑', NULL, -0.5, NULL, NULL, NULL, TRUE, 'two
lines');
"""


@dataclass
class Shop:
    """One database, seen by its owner."""

    engine: str
    url: str

    def run(self, script: str) -> None:
        """Runs statements as the owner."""
        if self.engine == "sqlite":
            with sqlite3.connect(self._path) as connection:
                connection.executescript(script)
            connection.close()
        elif self.engine == "duckdb":
            with duckdb.connect(self._path) as opened:
                opened.execute(script)
        elif self.engine == "postgres":
            with psycopg.connect(self.url, autocommit=True) as postgres:
                postgres.execute(script.encode())
        else:
            in_mysql(self.url, script)

    def rows(self, sql: str) -> Sequence[tuple[Any, ...]]:
        """The rows of a query, read as the owner."""
        if self.engine == "sqlite":
            connection = sqlite3.connect(self._path)
            rows = connection.execute(sql).fetchall()
            connection.close()
            return rows
        if self.engine == "duckdb":
            with duckdb.connect(self._path) as opened:
                return opened.execute(sql).fetchall()
        if self.engine == "postgres":
            with psycopg.connect(self.url) as postgres:
                return postgres.execute(sql.encode()).fetchall()
        return in_mysql(self.url, sql)

    def dump(self) -> dict[str, object]:
        """Everything in it: rows (with row numbers where they are seen), and the schema."""
        tables = ("products", "customers", "orders", "loose", "pairs")
        number = "rowid, " if self.engine == "sqlite" else ""
        queries = {table: f"SELECT {number}* FROM {table}" for table in tables}
        queries["schema"] = _SCHEMA_OF[self.engine]
        if self.engine != "duckdb":
            return {name: sorted(map(repr, self.rows(sql))) for name, sql in queries.items()}
        with duckdb.connect(self._path) as opened:
            return {
                name: sorted(map(repr, opened.execute(sql).fetchall()))
                for name, sql in queries.items()
            }

    @property
    def _path(self) -> str:
        return self.url.partition(":///")[2]


_SCHEMA_OF = {
    "sqlite": "SELECT type, name, sql FROM sqlite_schema",
    "duckdb": "SELECT table_name, sql FROM duckdb_tables() UNION ALL "
    "SELECT index_name, sql FROM duckdb_indexes()",
    "postgres": "SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull "
    "FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE a.attnum > 0 "
    "AND NOT a.attisdropped AND c.relnamespace = 'public'::regnamespace",
    "mysql": "SELECT table_name, column_name, column_type, is_nullable, column_key, "
    "ordinal_position FROM information_schema.columns WHERE table_schema = database() UNION ALL "
    "SELECT table_name, index_name, column_name, non_unique, '', seq_in_index "
    "FROM information_schema.statistics WHERE table_schema = database()",
}


@dataclass
class Book:
    """Remembers the marks that it was asked about, and may refuse."""

    marks: list[str] = field(default_factory=list)
    refuses: Exception | None = None

    async def before_commit(self, mark: str) -> None:
        self.marks.append(mark)
        if self.refuses:
            raise self.refuses


def a_proposal(shop: Shop, sql: str) -> Proposal:
    found = inspect(sql, shop.engine)
    return Proposal(
        sql=found.regenerated or sql,
        dialect=shop.engine,
        tier=found.tier,
        kind=found.kind,
        tables=found.tables,
        explanation="",
    )


def approved(proposal: Proposal, preview: Preview) -> Approved:
    return Approved(
        sql=proposal.sql,
        rows=preview.rows,
        fingerprint=preview.fingerprint,
        image=preview.image,
        undoable=bool(preview.undo),
        approvers=("rui",),
        expires=EXPIRES,
    )


async def previewed(writes: ThreadedWrites, proposal: Proposal) -> Preview:
    found = await writes.preview(proposal, SECONDS)
    assert isinstance(found, Preview), found
    return found


async def impossible(writes: ThreadedWrites, proposal: Proposal) -> Impossible:
    found = await writes.preview(proposal, SECONDS)
    assert isinstance(found, Impossible), found
    return found


async def written(writes: ThreadedWrites, proposal: Proposal) -> Committed:
    """Previewed, approved and executed."""
    preview = await previewed(writes, proposal)
    done = await writes.execute(proposal, approved(proposal, preview), Book().before_commit)
    assert isinstance(done, Committed), done
    return done


async def taken_back(writes: ThreadedWrites, proposal: Proposal, done: Committed) -> Committed:
    """The undo of a write, previewed, approved and executed in its turn."""
    assert done.undo, done
    undo = taking_back(done.undo[0], proposal, "w1")
    assert undo is not None
    assert undo.tier in (Tier.T1, Tier.T2)
    return await written(writes, undo)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def shop(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> Shop:
    fixture = {"postgres": "postgres_url", "mysql": "mariadb_url"}.get(engine)
    url = (
        str(request.getfixturevalue(fixture))
        if fixture
        else f"{engine}:///{tmp_path}/shop.{engine}"
    )
    made = Shop(engine, url)
    cascade = "" if engine == "duckdb" else "ON DELETE CASCADE"
    made.run(_SCHEMA.format(cascade=cascade, **_WORDS[engine]))
    slash = "\\\\" if engine == "mysql" else "\\"
    made.run(_PRODUCTS.format(blob=_BLOBS[engine], slash=slash))
    return made


@pytest.fixture
async def writes(shop: Shop) -> AsyncIterator[ThreadedWrites]:
    opened = open_writable(shop.url)
    yield opened
    await opened.close()

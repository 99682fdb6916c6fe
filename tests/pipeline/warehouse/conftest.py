"""A shop's database in every engine, and the warehouse over it."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import duckdb
import psycopg
import pymysql
import pytest
from pymysql.constants import CLIENT

from pipeline.adapters.warehouses import open_warehouse
from pipeline.warehouse import Warehouse

SHOP = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(50), email VARCHAR(50));
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, status VARCHAR(20),
                     amount DECIMAL(10, 2), ordered_on DATE, notes VARCHAR(100));
CREATE TABLE secret (x INTEGER);
INSERT INTO customers VALUES (1, 'Ana', 'ana@example.org'), (2, 'Ben', 'ben@example.org');
INSERT INTO orders VALUES (1, 1, 'paid', 10.50, '2026-01-05', 'a % b'),
  (2, 1, 'open', 20, '2026-02-05', NULL), (3, 2, 'paid', 30, '2026-03-05', ':x');
INSERT INTO secret VALUES (42);
"""
ENGINES = ("sqlite", "duckdb", "postgres", "mysql")
TABLES = ("customers", "orders", "secret")


def make_shop(engine: str, url: str) -> None:
    """Fills the database at the URL."""
    if engine == "sqlite":
        with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
            connection.executescript(SHOP)
        connection.close()
    elif engine == "duckdb":
        with duckdb.connect(url.removeprefix("duckdb:///")) as opened:
            opened.execute(SHOP)
    elif engine == "postgres":
        with psycopg.connect(url, autocommit=True) as postgres:
            postgres.execute(SHOP.encode())
    else:
        in_mysql(url, SHOP)


def in_mysql(url: str, script: str) -> list[tuple[object, ...]]:
    """Runs a script as the server's owner."""
    connection = pymysql.connect(
        host="127.0.0.1",
        user="root",
        database=url.rpartition("/")[2],
        client_flag=CLIENT.MULTI_STATEMENTS,
        autocommit=True,
    )
    with connection, connection.cursor() as cursor:
        cursor.execute(script)
        rows = list(cursor.fetchall())
        while cursor.nextset():
            rows = list(cursor.fetchall())
        return rows


def contents(engine: str, url: str) -> dict[str, object]:
    """Every row of the shop and the names of all tables, read as the owner."""
    listing = {
        "sqlite": "SELECT name FROM sqlite_schema ORDER BY 1",
        "duckdb": "SELECT table_name FROM duckdb_tables() ORDER BY 1",
        "postgres": "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace "
        "ORDER BY 1",
        "mysql": "SELECT table_name FROM information_schema.tables "
        "WHERE table_schema = database() ORDER BY 1",
    }[engine]
    queries = {"tables": listing} | {t: f"SELECT * FROM {t} ORDER BY 1" for t in TABLES}
    return {name: _owner_rows(engine, url, sql) for name, sql in queries.items()}


def _owner_rows(engine: str, url: str, sql: str) -> object:
    if engine == "sqlite":
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        rows = connection.execute(sql).fetchall()
        connection.close()
        return rows
    if engine == "duckdb":
        with duckdb.connect(url.removeprefix("duckdb:///")) as opened:
            return opened.execute(sql).fetchall()
    if engine == "postgres":
        with psycopg.connect(url) as postgres:
            return postgres.execute(sql.encode()).fetchall()
    return in_mysql(url, sql)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def url(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    fixture = {"postgres": "postgres_url", "mysql": "mariadb_url"}.get(engine)
    found = (
        str(request.getfixturevalue(fixture))
        if fixture
        else f"{engine}:///{tmp_path}/shop.{engine}"
    )
    make_shop(engine, found)
    return found


@pytest.fixture
async def warehouse(url: str) -> AsyncIterator[Warehouse]:
    opened = open_warehouse(url)
    yield opened
    await opened.close()

"""An error tells nothing of rows that a filter keeps from a person."""

import sqlite3

import psycopg
import pytest

from knowledge.catalog import Catalog, Column, Kind, Table
from pipeline.sql import Denial, Grants, TableGrant, apply_permissions

ROWS = """
CREATE TABLE notes (id INT, owner TEXT, said TEXT);
CREATE TABLE mine (id INT);
INSERT INTO notes VALUES (1, 'ana', '1'), (2, 'rui', 'canary'), (3, 'ana', '3');
INSERT INTO mine VALUES (1), (3);
"""
NOTES = Table(
    name="notes",
    columns=tuple(
        Column(name=each, type="TEXT", kind=Kind.TEXT) for each in ("id", "owner", "said")
    ),
)
FILTERS = ("EXISTS (SELECT 1 FROM mine AS m WHERE m.id = notes.id)", "id IN (SELECT id FROM mine)")
ASKED = {
    "postgres": (
        "SELECT count(*) FROM notes WHERE CAST(said AS INT) > 0",
        "SELECT count(*) FROM (SELECT CAST(said AS INT) AS n FROM notes) AS x WHERE n > 0",
        "SELECT count(*) FROM notes WHERE 1 / (CASE WHEN said LIKE 'c%' THEN 0 ELSE 1 END) > 0",
    ),
    "sqlite": (
        "SELECT count(*) FROM notes WHERE"
        " abs(CASE WHEN said = 'canary' THEN -9223372036854775807 - 1 ELSE 1 END) > 0",
    ),
}


def readable(sql: str, dialect: str, row_filter: str) -> str:
    catalog = Catalog(workspace="w", dialect=dialect, tables=(NOTES,))
    grants = Grants(tables=(TableGrant(table="notes", row_filter=row_filter),))
    found = apply_permissions(sql, dialect, catalog, grants)
    assert not isinstance(found, Denial), found
    return found


@pytest.mark.parametrize("row_filter", FILTERS)
@pytest.mark.parametrize("sql", ASKED["postgres"])
def test_on_postgresql(postgres_url: str, sql: str, row_filter: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(ROWS.encode())
        found = connection.execute(readable(sql, "postgres", row_filter).encode()).fetchone()
    assert found == (2,)


@pytest.mark.parametrize("row_filter", FILTERS)
@pytest.mark.parametrize("sql", ASKED["sqlite"])
def test_on_sqlite(sql: str, row_filter: str) -> None:
    connection = sqlite3.connect(":memory:")
    connection.executescript(ROWS)
    assert connection.execute(readable(sql, "sqlite", row_filter)).fetchone() == (2,)


@pytest.mark.parametrize("dialect", ["postgres", "sqlite"])
def test_what_cannot_fail_stays_as_quick_as_it_was(dialect: str) -> None:
    plain = "SELECT owner, count(*) / 2 AS n FROM notes WHERE lower(said) = 'a' GROUP BY owner"
    assert "OFFSET" not in readable(plain, dialect, FILTERS[0])

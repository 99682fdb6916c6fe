"""What is read of a DuckDB file: structure, comments, statistics, views."""

from pathlib import Path

import duckdb
import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.catalog import Kind
from knowledge.errors import DatabaseUnreachableError
from knowledge.fingerprints import ChangeKind, changes

SCRIPT = """
CREATE SCHEMA emea;
CREATE TABLE customers (id INTEGER PRIMARY KEY, country VARCHAR, born DATE, tags VARCHAR[]);
CREATE TABLE orders (id BIGINT PRIMARY KEY, customer_id INTEGER REFERENCES customers (id),
                     amount DECIMAL(10, 2), paid BOOLEAN, paid_at TIMESTAMP);
CREATE TABLE emea.targets (store_id INTEGER, target DECIMAL(18, 0));
CREATE VIEW paid_orders AS SELECT * FROM orders WHERE paid;
COMMENT ON TABLE orders IS 'one row per order';
COMMENT ON COLUMN orders.amount IS 'net, in euro';
INSERT INTO customers VALUES (1, 'Spain', '1980-01-01', ['a']), (2, 'Italy', NULL, NULL);
INSERT INTO orders SELECT i, 1 + i % 2, i * 1.5, i % 3 = 0,
  '2024-01-01'::TIMESTAMP + to_days(i::INT) FROM range(100) t(i);
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "shop.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(SCRIPT)
    return path


def test_structure_comments_and_statistics_are_read(path: Path) -> None:
    catalog = read_catalog(f"duckdb:///{path}", workspace="shop")
    orders = catalog.table("orders")
    assert orders is not None
    assert {column.name: column.kind for column in orders.columns} == {
        "id": Kind.INTEGER,
        "customer_id": Kind.INTEGER,
        "amount": Kind.NUMBER,
        "paid": Kind.BOOLEAN,
        "paid_at": Kind.TIMESTAMP,
    }
    assert (orders.rows, orders.rows_exact, orders.comment) == (100, True, "one row per order")
    assert [key.to_table for key in orders.foreign_keys if key.declared] == ["customers"]
    amount, at = orders.column("amount"), orders.column("paid_at")
    assert amount is not None
    assert at is not None
    assert (amount.comment, amount.low, amount.high) == ("net, in euro", "0.00", "148.50")
    assert (at.low, at.high) == ("2024-01-01T00:00:00", "2024-04-09T00:00:00")


def test_other_schemas_are_part_of_the_key_and_views_keep_their_definition(path: Path) -> None:
    catalog = read_catalog(f"duckdb:///{path}", workspace="shop")
    assert {table.key for table in catalog.tables} == {
        "customers",
        "orders",
        "paid_orders",
        "emea.targets",
    }
    view = catalog.table("paid_orders")
    assert view is not None
    assert "FROM orders" in (view.view_sql or "")
    assert len(view.columns) == 5


def test_a_changed_column_is_seen_as_drift(path: Path) -> None:
    old = read_catalog(f"duckdb:///{path}", workspace="shop")
    with duckdb.connect(str(path)) as connection:
        connection.execute("ALTER TABLE emea.targets ALTER target TYPE VARCHAR")
        connection.execute("ALTER TABLE emea.targets RENAME store_id TO shop_id")
    new = read_catalog(f"duckdb:///{path}", workspace="shop")
    assert [(change.kind, change.column) for change in changes(old, new)] == [
        (ChangeKind.COLUMN_ADDED, "shop_id"),
        (ChangeKind.COLUMN_REMOVED, "store_id"),
        (ChangeKind.TYPE_CHANGED, "target"),
    ]
    assert old.version != new.version
    assert changes(old, old) == ()


def test_a_file_that_is_no_database_says_so(tmp_path: Path) -> None:
    path = tmp_path / "notes.duckdb"
    path.write_text("hello " * 1000)
    with pytest.raises(DatabaseUnreachableError, match="cannot open"):
        read_catalog(f"duckdb:///{path}", workspace="w")

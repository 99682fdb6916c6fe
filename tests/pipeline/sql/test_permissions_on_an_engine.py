"""Whatever may run is run: nothing that is kept from the person is in any answer."""

from collections.abc import Iterator
from dataclasses import replace

import duckdb
import pytest

from knowledge.catalog import Catalog
from knowledge.database_url import DUCKDB_SETTINGS
from pipeline.sql import Denial, Grants, TableGrant, apply_permissions
from tests.pipeline.sql.case_files import cases
from tests.pipeline.sql.test_permissions import a_catalog

HIDDEN = "canary"
MOST_ROWS = 200
DATABASE = f"""
CREATE TABLE orders (id INT, customer_id INT, amount INT, status TEXT, created_at DATE,
                     region TEXT, is_test BOOL, update INT, notes TEXT, tax TEXT);
INSERT INTO orders VALUES
  (1, 1, 10, '{HIDDEN}', '2024-01-01', 'EU', true, 1, '{HIDDEN}', '{HIDDEN}'),
  (2, 2, 900, '{HIDDEN}', '2024-01-02', '{HIDDEN}', true, 1, '{HIDDEN}', '{HIDDEN}'),
  (3, 3, 20, '{HIDDEN}', '2024-02-01', 'US', false, 7, '{HIDDEN}', '{HIDDEN}');
CREATE TABLE customers (id INT, name TEXT, email TEXT, phone TEXT, region TEXT, signup_date DATE);
INSERT INTO customers VALUES
  (1, 'Ana', '{HIDDEN}@x', '{HIDDEN}', 'EU', '2020-01-01'),
  (2, 'Ben', '{HIDDEN}@y', '{HIDDEN}', 'US', '2020-01-01'),
  (3, '{HIDDEN}', '{HIDDEN}@z', '{HIDDEN}', 'XX', '2020-01-01');
CREATE TABLE order_items (id INT, order_id INT, product_id INT, qty INT, unit_price INT);
INSERT INTO order_items VALUES (1, 1, 1, 2, 3), (2, 2, 1, 1, 1);
"""
READER = Grants(
    tables=(
        TableGrant(
            table="orders",
            columns=frozenset({"id", "customer_id", "amount", "created_at", "region"}),
            row_filter="amount < 500",
        ),
        TableGrant(
            table="customers",
            columns=frozenset({"id", "name", "email", "region"}),
            masks={"email": "'***'"},
            row_filter="region <> 'XX'",
        ),
        TableGrant(table="order_items"),
    )
)


@pytest.fixture
def database() -> Iterator[duckdb.DuckDBPyConnection]:
    # Two threads would wait for each other where the machine has much else to do.
    with duckdb.connect(config={**DUCKDB_SETTINGS, "threads": "1"}) as connection:
        connection.execute(DATABASE)
        yield connection


def the_catalog() -> Catalog:
    catalog = a_catalog("duckdb")
    return replace(catalog, tables=tuple(one for one in catalog.tables if not one.view_sql))


@pytest.mark.slow
def test_no_answer_shows_what_is_kept_from_its_asker(database: duckdb.DuckDBPyConnection) -> None:
    shown = []
    ran = 0
    for _, _, sql in cases("permissions.txt", 3):
        outcome = apply_permissions(sql, "duckdb", the_catalog(), READER)
        if isinstance(outcome, Denial):
            continue
        try:
            rows = database.execute(outcome).fetchmany(MOST_ROWS)
        except duckdb.Error:
            # A query of another dialect; what cannot run shows nothing.
            continue
        ran += 1
        if HIDDEN in str(rows):
            shown.append(outcome)

    assert shown == []
    assert ran > 100

"""Permissions: nobody sees a column, a row or a value that their roles do not show."""

import duckdb
import pytest

from knowledge.catalog import Catalog, Column, Kind, Table
from pipeline.sql import Denial, Grants, TableGrant, apply_permissions, check_permissions
from tests.pipeline.sql.case_files import cases
from tests.tables import each_of

TABLES = {
    "orders": "id customer_id amount status created_at region is_test update notes tax",
    "customers": "id name email phone region signup_date",
    "order_items": "id order_id product_id qty unit_price",
    "payroll.salaries": "employee_id salary",
    "v_contacts": "name email",
    "v_order_totals": "id amount",
}
VIEWS = {
    "v_contacts": "SELECT name, email FROM customers",
    "v_order_totals": "SELECT id, amount FROM orders",
}
ALLOWED = {
    "orders": "id amount created_at",
    "customers": "id name region",
    "order_items": "id order_id product_id qty unit_price",
    "v_order_totals": "id amount",
}
GRANTS = Grants(
    tables=tuple(
        TableGrant(table=key, columns=frozenset(names.split())) for key, names in ALLOWED.items()
    )
)
FILTERED = Grants(
    tables=(
        TableGrant(table="orders", row_filter="amount < 100"),
        TableGrant(
            table="customers",
            row_filter="region = 'EU' OR region = 'UK'",
            masks={"email": "'***'"},
        ),
        TableGrant(table="v_order_totals"),
    )
)


def a_catalog(dialect: str = "duckdb") -> Catalog:
    return Catalog(workspace="w", dialect=dialect, tables=tuple(map(a_table, TABLES)))


def a_table(key: str) -> Table:
    schema, _, name = key.rpartition(".")
    columns = tuple(Column(name=one, type="", kind=Kind.OTHER) for one in TABLES[key].split())
    return Table(name=name, schema=schema, columns=columns, view_sql=VIEWS.get(key))


def applied(sql: str, grants: Grants = FILTERED) -> str:
    outcome = apply_permissions(sql, "duckdb", a_catalog(), grants)
    assert isinstance(outcome, str), outcome
    return outcome


@pytest.fixture
def database() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    connection.execute(
        "CREATE TABLE orders (id INT, customer_id INT, amount INT, status TEXT, created_at DATE, "
        "region TEXT, is_test BOOL, update INT, notes TEXT, tax INT);"
        "INSERT INTO orders (id, customer_id, amount) VALUES (1, 1, 10), (2, 1, 500), (3, 2, 20);"
        "CREATE TABLE customers (id INT, name TEXT, email TEXT, phone TEXT, region TEXT, "
        "signup_date DATE);"
        "INSERT INTO customers (id, name, email, region) VALUES (1, 'a', 'a@x', 'EU'), "
        "(2, 'b', 'b@x', 'US'), (3, 'c', 'c@x', 'UK')"
    )
    return connection


@each_of(("verdict", "dialect", "sql"), cases("permissions.txt", 3))
def test_a_statement_is_allowed_exactly_when_all_it_uses_is_granted(
    verdict: str, dialect: str, sql: str
) -> None:
    denial = check_permissions(sql, dialect, a_catalog(dialect), GRANTS)

    assert (denial is None) == (verdict == "allow"), denial


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT id FROM orders ORDER BY id", [(1,), (3,)]),
        ("SELECT count(*) FROM customers", [(2,)]),
        ("SELECT max(email) FROM customers", [("***",)]),
        ("SELECT orders.id FROM main.orders WHERE main.orders.id > 1", [(3,)]),
        ("SELECT o.id, c.name FROM orders o LEFT JOIN customers c ON c.id = o.customer_id "
         "ORDER BY 1", [(1, "a"), (3, None)]),
        ("SELECT a.id FROM orders a JOIN orders b ON a.id <> b.id ORDER BY 1", [(1,), (3,)]),
        ("WITH x AS (SELECT email FROM customers) SELECT DISTINCT * FROM x", [("***",)]),
        ("SELECT (SELECT sum(amount) FROM orders o WHERE o.customer_id = c.id) FROM customers c "
         "ORDER BY c.id", [(10,), (None,)]),
        ("WITH orders AS (SELECT * FROM orders) SELECT count(*) FROM orders", [(2,)]),
    ],
)  # fmt: skip
def test_filters_and_masks_hold_in_every_reference(
    sql: str, rows: list[tuple[object, ...]], database: duckdb.DuckDBPyConnection
) -> None:
    assert database.execute(applied(sql)).fetchall() == rows


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT name FROM customers WHERE email LIKE 'a%'",
        "SELECT name FROM customers ORDER BY email || 'x'",
        "SELECT count(*) FROM customers GROUP BY email",
        "SELECT a.id FROM customers a JOIN customers b USING (email)",
        "SELECT id FROM v_order_totals",
    ],
)
def test_a_mask_or_a_view_is_no_way_around_what_is_kept(sql: str) -> None:
    assert isinstance(apply_permissions(sql, "duckdb", a_catalog(), FILTERED), Denial)


def test_a_name_cannot_stand_in_for_a_table_that_a_filter_asks() -> None:
    grants = Grants(
        tables=(TableGrant(table="orders", row_filter="region IN (SELECT region FROM customers)"),)
    )
    sql = "WITH customers AS (SELECT 'US' AS region) SELECT id FROM orders"

    assert isinstance(apply_permissions(sql, "duckdb", a_catalog(), grants), Denial)


def test_a_person_without_grants_reads_nothing() -> None:
    assert check_permissions("SELECT id FROM orders", "duckdb", a_catalog(), Grants()) is not None


def test_an_administrator_reads_everything_but_what_never_runs() -> None:
    everything = Grants(everything=True)

    assert check_permissions("SELECT * FROM customers", "duckdb", a_catalog(), everything) is None
    assert check_permissions("DROP TABLE customers", "duckdb", a_catalog(), everything) is not None


def test_the_row_type_of_a_table_called_like_an_extensions_type_is_denied() -> None:
    """Without the extension, PostgreSQL takes the table's: it names its hidden columns."""
    columns = tuple(Column(name=name, type="", kind=Kind.TEXT) for name in ("id", "secret"))
    vector = Table(name="vector", columns=columns)
    grants = Grants(tables=(TableGrant(table=vector.key, columns=frozenset({"id"})),))
    here = Catalog(workspace="w", dialect="postgres", tables=(vector,))
    sql = "SELECT to_json(ROW(1, 'a')::vector), to_json(ARRAY[ROW(1, 'a')]::vector[])"
    denial = check_permissions(sql, "postgres", here, grants)
    assert denial is not None
    assert denial.table == "vector"
    there = Catalog(workspace="w", dialect="postgres", tables=())
    assert check_permissions("SELECT '[1,2]'::vector", "postgres", there, grants) is None


@pytest.mark.parametrize("table", ["orders", "customers"])
def test_what_is_filtered_or_masked_is_not_searched_by_a_text_that_names_columns(
    table: str,
) -> None:
    """A full-text table reads the column that the searched text names: `email:ana*`."""
    sql = f"SELECT id FROM {table} WHERE region MATCH 'email:ana*'"
    outcome = apply_permissions(sql, "sqlite", a_catalog("sqlite"), FILTERED)
    assert isinstance(outcome, Denial)

"""A table that evidently got another name is named so in the SQL; any doubt leaves it alone."""

from dataclasses import replace

from knowledge.catalog import Catalog
from knowledge.validated.repair import repaired
from tests.knowledge.validated.builders import a_catalog, a_query

BEFORE = a_catalog()
QUERY = a_query(
    sql="SELECT COUNT(*) FROM orders WHERE orders.country = 'Germany'",
    tables=("orders",),
    columns=("orders.country",),
    fingerprints={"orders.country": "text"},
)


def renamed(*names: str) -> Catalog:
    (orders,) = BEFORE.tables
    return replace(BEFORE, tables=tuple(replace(orders, name=name) for name in names))


def test_a_renamed_table_is_named_anew_with_its_columns() -> None:
    expected = "SELECT COUNT(*) FROM sales_orders WHERE sales_orders.country = 'Germany'"
    assert repaired(QUERY, renamed("sales_orders"), BEFORE) == expected


def test_without_the_catalog_before_only_a_near_name_is_evident() -> None:
    assert "FROM orders_2" in repaired(QUERY, renamed("orders_2"))
    assert repaired(QUERY, renamed("purchases")) == ""


def test_two_tables_that_could_be_it_leave_the_choice_to_people() -> None:
    assert repaired(QUERY, renamed("orders_a", "orders_b"), BEFORE) == ""


def test_an_alias_of_the_old_name_stays() -> None:
    query = replace(QUERY, sql="SELECT COUNT(*) FROM orders AS o WHERE o.country = 'Germany'")
    expected = "SELECT COUNT(*) FROM sales_orders AS o WHERE o.country = 'Germany'"
    assert repaired(query, renamed("sales_orders"), BEFORE) == expected


def test_a_table_without_the_columns_is_not_it() -> None:
    other = a_catalog(columns=("id", "nation"))
    (orders,) = other.tables
    assert repaired(QUERY, replace(other, tables=(replace(orders, name="t"),)), BEFORE) == ""

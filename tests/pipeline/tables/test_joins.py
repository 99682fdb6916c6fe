"""Joins of a statement: compared by their tables, told in plain words."""

from pipeline.tables.joins import is_joined_so, join_conditions, joins_said

SHORT = 'SELECT 1 FROM "orders" AS o JOIN customers AS c ON o."customer_id" = c.id'


def test_a_join_is_told_without_sql_and_without_short_names() -> None:
    assert joins_said(SHORT, "sqlite") == ("orders and customers by customer id and id",)


def test_short_names_do_not_hide_how_tables_are_joined() -> None:
    joins = join_conditions(SHORT, "sqlite")
    assert joins == ("orders.customer_id = customers.id",)
    assert is_joined_so("customer_id=id", "orders", "customers", joins)
    assert is_joined_so("id=customer_id", "customers", "orders", joins)
    assert not is_joined_so("payer_id=id", "orders", "customers", joins)


def test_what_is_no_statement_has_no_joins() -> None:
    assert joins_said("SELECT (", "sqlite") == joins_said("", "sqlite") == ()

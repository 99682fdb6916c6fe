"""What a query asks of its rows, in words that need no SQL."""

import pytest
import sqlglot
from sqlglot import exp

from pipeline.telling.plain_sql import condition_said, conditions_said, join_said

FURTHER = "a further condition of the query holds (its SQL shows it)"


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("o.status = 'paid'", "status is paid"),
        ("o.status <> 'paid'", "status is not paid"),
        ("o.net_amount > 1000", "net amount is above 1000"),
        ("10 < o.net_amount", "net amount is above 10"),
        ("o.day >= CAST('2026-07-01' AS DATE)", "day is not before 1 Jul 2026"),
        ("o.day < '2026-10-01 00:00:00'", "day is before 1 Oct 2026"),
        (
            "o.day BETWEEN '2026-07-01' AND '2026-07-31'",
            "day is between 1 Jul 2026 and 31 Jul 2026",
        ),
        ("o.region IN ('North', 'South', 'East')", "region is North, South or East"),
        ("NOT o.region IN ('North')", "region is not North"),
        ("o.closed_on IS NULL", "closed on is empty"),
        ("NOT o.closed_on IS NULL", "closed on is not empty"),
        ("o.is_test = FALSE", "test is no"),
        ("NOT o.test", "test is no"),
        ("o.name LIKE '%chair%'", "name contains chair"),
        ("LOWER(o.name) LIKE 'ch%'", "name starts with ch"),
        ("o.a = 1 AND (o.b = 2 OR o.c = 3)", "a is 1 and (b is 2 or c is 3)"),
        ("o.paid_on > o.due_on", "paid on is above due on"),
        ("EXISTS (SELECT 1 FROM p)", FURTHER),
        ("o.id IN (SELECT id FROM p)", FURTHER),
        ("f(o.a) = 1", FURTHER),
    ],
)
def test_a_condition(sql: str, expected: str) -> None:
    assert condition_said(sqlglot.parse_one(sql, read="duckdb", into=exp.Condition)) == expected


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("order_lines.order_id = orders.order_id", "order lines and orders by order id"),
        ("orders.store = stores.id", "orders and stores by store and id"),
        ("a.x = b.x AND a.y = b.y", "a and b by x and y"),
        ("a.x = b.x AND a.y > 3", "a condition of its own (the SQL shows it)"),
    ],
)
def test_a_join(sql: str, expected: str) -> None:
    assert join_said(sqlglot.parse_one(sql, read="duckdb", into=exp.Condition)) == expected


def test_the_two_ends_of_a_period_are_one_condition() -> None:
    parts = [
        sqlglot.parse_one(sql, read="duckdb", into=exp.Condition)
        for sql in ("o.day >= '2026-10-01'", "o.kind = 1", "o.day < '2026-11-01'")
    ]
    assert conditions_said(parts) == ["kind is 1", "day is 1 Oct 2026 to 31 Oct 2026"]

"""Policy findings: what is said, mended or blocked."""

import pytest

from pipeline.sql import Grants, Policy, TableGrant, apply_policy
from tests.pipeline.sql.catalogs import a_shop

GRANTS = Grants(tables=(TableGrant(table="customers", columns=frozenset({"id", "name"})),))
IN_2024 = "created_at >= '2024-01-01'"


def codes(sql: str, policy: Policy | None = None) -> list[str]:
    outcome = apply_policy(sql, "duckdb", a_shop(), policy or Policy())
    return [finding.code for finding in outcome.findings if finding.code != "missing_limit"]


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("SELECT id FROM customers", []),
        ("SELECT * FROM customers", ["star_select"]),
        ("SELECT sum(amount) FROM orders", ["unbounded_dates"]),
        (
            "SELECT sum(amount) FROM orders WHERE (created_at >= '2026-01-01' AND created_at < "
            "'2026-02-01') OR created_at BETWEEN '2025-01-01' AND '2025-01-31'",
            [],
        ),
        (
            "SELECT sum(amount) FROM orders WHERE created_at >= '2026-01-01' OR amount > 5",
            ["unbounded_dates"],
        ),
        (f"SELECT sum(amount) FROM orders WHERE {IN_2024}", []),
        (f"SELECT o.id FROM orders o, customers c WHERE {IN_2024}", ["cartesian_join"]),
        (f"SELECT o.id FROM orders o, customers c WHERE c.id = o.customer_id AND {IN_2024}", []),
        (f"SELECT sum(o.amount) FROM orders o JOIN order_items i ON i.order_id = o.id "
         f"WHERE {IN_2024}", ["fan_out"]),
        (f"SELECT sum(CASE WHEN o.status = 'paid' THEN i.qty ELSE 0 END) FROM orders o "
         f"JOIN order_items i ON i.order_id = o.id WHERE {IN_2024}", []),
        (f"SELECT sum(CASE WHEN i.qty > 1 THEN o.amount END) FROM orders o "
         f"JOIN order_items i ON i.order_id = o.id WHERE {IN_2024}", ["fan_out"]),
        (f"SELECT sum(i.qty) FROM orders o JOIN order_items i ON i.order_id = o.id "
         f"WHERE {IN_2024}", []),
        (f"SELECT count(DISTINCT o.id) FROM orders o JOIN order_items i ON i.order_id = o.id "
         f"WHERE {IN_2024}", []),
        ("SELECT id FROM other.table_x", ["unknown_table"]),
        ("DELETE FROM orders", ["write_without_where"]),
        ("UPDATE orders SET amount = 0 WHERE 1 = 1", ["write_without_where"]),
        ("DELETE FROM orders WHERE id = 1", []),
        ("SELECT random() FROM customers", ["unstable_function"]),
        ("SELECT id FROM customers WHERE name LIKE '%a'", ["slow_search"]),
        ("SELECT name FROM customers WHERE EXISTS (SELECT 1 FROM order_items)",
         ["unrelated_exists"]),
        ("SELECT name FROM customers WHERE NOT EXISTS (SELECT 1 FROM order_items WHERE qty > 1)",
         ["unrelated_exists"]),
        ("SELECT id FROM customers c WHERE EXISTS (SELECT 1 FROM order_items i WHERE i.id = c.id)",
         []),
        ("SELECT name FROM customers WHERE EXISTS (SELECT 1 FROM order_items WHERE qty = region)",
         []),
        ("SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o, order_items i "
         f"WHERE o.customer_id = c.id AND o.{IN_2024})", ["cartesian_join"]),
        ("SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o, order_items i "
         f"WHERE o.customer_id = c.id AND i.order_id = o.id AND o.{IN_2024})", []),
        ("DROP TABLE orders", ["tier"]),
    ],
)  # fmt: skip
def test_each_rule_finds_what_it_is_for(sql: str, found: list[str]) -> None:
    assert codes(sql) == found


def test_a_star_is_written_out_with_the_permitted_columns_and_a_limit_is_added() -> None:
    outcome = apply_policy(
        "SELECT * FROM customers", "duckdb", a_shop(), Policy(row_limit=10), GRANTS
    )

    assert outcome.sql == "SELECT id, name FROM customers LIMIT 10"
    assert not outcome.blocked


@pytest.mark.parametrize(
    ("dialect", "sql"),
    [
        ("tsql", "SELECT TOP 1000 id FROM customers"),
        ("postgres", "SELECT id FROM customers LIMIT 1000"),
    ],
)
def test_the_limit_is_written_as_the_engine_wants_it(dialect: str, sql: str) -> None:
    outcome = apply_policy("SELECT id FROM customers", dialect, a_shop(dialect), Policy())

    assert outcome.sql == sql


def test_a_write_without_a_condition_is_blocked() -> None:
    assert apply_policy("DELETE FROM orders", "duckdb", a_shop(), Policy()).blocked


def test_a_rule_can_be_turned_off() -> None:
    assert codes("SELECT sum(amount) FROM orders", Policy(off=frozenset({"unbounded_dates"}))) == []


def test_too_many_tables_are_blocked() -> None:
    sql = "SELECT c.id FROM customers c JOIN order_items i ON i.id = c.id"

    assert codes(sql, Policy(max_tables=1)) == ["too_many_tables"]


def test_a_doubled_number_is_told_without_sql() -> None:
    sql = (
        "SELECT sum(o.amount) FROM orders o JOIN order_items i ON i.order_id = o.id "
        f"WHERE {IN_2024}"
    )
    found = apply_policy(sql, "duckdb", a_shop(), Policy()).findings
    told = [finding.sentence for finding in found if finding.code == "fan_out"]
    assert told == [
        "The total of amount counts rows more than once, "
        "because the join with order_items repeats them."
    ]

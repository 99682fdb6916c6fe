"""An approved answer tells what it takes for granted, and only what its SQL really does."""

from knowledge.glossary import Glossary, Metric, TableNote
from pipeline.approved.taken_for_granted import taken_for_granted

GLOSSARY = Glossary(
    metrics=(
        Metric(
            name="net revenue",
            expression="SUM(order_lines.net_amount)",
            table="order_lines",
            filters=("orders.status <> 'Cancelled'",),
            description="Revenue without VAT, cancelled orders left out",
        ),
    ),
    tables=(
        TableNote(table="orders", filters=("orders.is_test = FALSE", "deleted_at IS NULL")),
        TableNote(table="order_lines"),
    ),
)
FROM = "FROM order_lines AS l JOIN orders AS o ON l.order_id = o.order_id"
KEPT = "o.is_test = FALSE AND o.deleted_at IS NULL"


def told(sql: str) -> tuple[str, ...]:
    return taken_for_granted(sql, "duckdb", GLOSSARY)


def test_the_metric_and_the_standing_conditions_are_told() -> None:
    sql = f"SELECT SUM(l.net_amount) AS x {FROM} WHERE {KEPT} AND o.status <> 'Cancelled'"
    assert told(sql) == (
        "net revenue: revenue without VAT, cancelled orders left out.",
        "Test and deleted orders are left out.",
    )


def test_what_the_query_does_not_do_is_not_told() -> None:
    assert told(f"SELECT SUM(l.net_amount) AS x {FROM} WHERE {KEPT}") == (
        "Test and deleted orders are left out.",
    )
    assert told(f"SELECT SUM(l.gross_amount) AS x {FROM} WHERE o.is_test = FALSE") == (
        "Test orders are left out.",
    )
    assert told(f"SELECT SUM(l.net_amount) AS x {FROM} WHERE {KEPT} OR o.status = 'New'") == ()


def test_a_part_of_the_query_without_the_condition_takes_the_sentence_away() -> None:
    sql = f"SELECT COUNT(*) FROM orders o WHERE {KEPT} AND o.id IN (SELECT id FROM orders)"
    assert told(sql) == ()


def test_sql_that_does_not_parse_says_nothing() -> None:
    assert told("SELEKT )") == ()

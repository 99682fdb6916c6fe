"""The contract check: what was confirmed binds, however the query is written."""

import datetime as dt

import pytest

from knowledge.catalog import Kind
from pipeline.contract import Comparison, Contract, DateBound, Filter, Measure, Threshold
from pipeline.sql import check_contract
from tests.pipeline.sql.case_files import cases
from tests.pipeline.sql.catalogs import a_shop


def a_year(year: int) -> DateBound:
    return DateBound(
        column="orders.created_at", start=dt.date(year, 1, 1), end=dt.date(year + 1, 1, 1)
    )


def a_filter(column: str, operator: str, *values: str | int | float) -> Filter:
    return Filter(column=column, operator=operator, values=values)


def a_measure(expression: str, *conditions: str) -> Measure:
    return Measure(name="m", expression=expression, conditions=conditions)


B = a_year(2024)
BY_REGION = Contract(
    tables=("orders", "customers"),
    dates=(B,),
    measures=(a_measure("sum(orders.amount)"),),
    grouping=("customers.region",),
)
PAID = Contract(filters=(a_filter("orders.status", "=", "paid"),))
IN_2024 = Contract(dates=(B,))
CONTRACTS = {
    "BOTH_YEARS": Contract(dates=(B, a_year(2023))),
    "PAID": PAID,
    "A_OR_B": Contract(filters=(a_filter("orders.status", "in", "a", "b"),)),
    "OVER_100": Contract(filters=(a_filter("orders.amount", ">", 100),)),
    "PAID_SUM": Contract(measures=(a_measure("SUM(orders.amount)", "orders.status = 'paid'"),)),
    "LINE_SUM": Contract(measures=(a_measure("SUM(order_items.qty * order_items.unit_price)"),)),
    "BARE_SUM": Contract(measures=(a_measure("SUM(qty * unit_price)"),)),
    "TOP_FIVE": Contract(dates=(B,), order="descending", limit=5),
    "MONTHLY": Contract(dates=(B,), grouping=("orders.created_at",), grain="month"),
    "IN_2024": IN_2024,
    "SINCE_2024": Contract(
        dates=(DateBound(column="orders.created_at", start=dt.date(2024, 1, 1), end=None),)
    ),
    "BY_REGION": BY_REGION,
    "UNPAID": Contract(filters=(a_filter("orders.status", "!=", "paid"),)),
    "ONLY_ORDERS": Contract(tables=("orders",)),
    "NAMES": Contract(columns=("customers.name",)),
    "MORE_THAN_TWO": Contract(
        thresholds=(Threshold(expression="COUNT(*)", operator=">", value=2),)
    ),
    "SUM_OVER_100": Contract(
        thresholds=(Threshold(expression="SUM(orders.amount)", operator=">", value=100),)
    ),
    "ABOVE_AVERAGE": Contract(
        comparisons=(
            Comparison(column="orders.amount", operator=">", function="avg", of="orders.amount"),
        )
    ),
    "THE_HIGHEST": Contract(
        comparisons=(
            Comparison(column="orders.amount", operator="=", function="max", of="orders.amount"),
        )
    ),
    "NO_ORDERS": Contract(related=(("orders",),)),
    "BY_TOTAL": Contract(order="descending", order_by="SUM(orders.amount)"),
    "BY_NUMBER": Contract(order="descending", order_by="COUNT(*)"),
    "NOTHING": Contract(),
}


@pytest.mark.parametrize(("case", "dialect", "sql"), cases("contract.txt", 3))
def test_a_query_keeps_the_contract_or_a_finding_says_why_not(
    case: str, dialect: str, sql: str
) -> None:
    verdict, name = case.split()

    findings = check_contract(sql, dialect, CONTRACTS[name], a_shop(dialect))

    blocking = [finding.sentence for finding in findings if finding.blocks]
    assert bool(blocking) == (verdict == "broken"), findings


@pytest.mark.parametrize(("verdict", "dialect", "condition"), cases("dates_2024.txt", 3))
def test_a_date_range_is_proven_however_it_is_written(
    verdict: str, dialect: str, condition: str
) -> None:
    sql = (
        "SELECT c.region, sum(o.amount) AS rev FROM orders o JOIN customers c "
        f"ON c.id = o.customer_id WHERE {condition} GROUP BY c.region"
    )

    findings = check_contract(sql, dialect, BY_REGION, a_shop(dialect))

    assert (not findings) == (verdict == "kept"), findings


def test_between_two_days_is_whole_only_for_a_column_without_a_time() -> None:
    sql = "SELECT id FROM orders WHERE created_at BETWEEN '2024-01-01' AND '2024-12-31'"

    assert check_contract(sql, "duckdb", IN_2024, a_shop(created_at=Kind.DATE)) == ()
    assert check_contract(sql, "duckdb", IN_2024, a_shop(created_at=Kind.TIMESTAMP)) != ()


def test_a_filter_that_nobody_confirmed_is_said_but_does_not_block() -> None:
    sql = "SELECT sum(amount) FROM orders WHERE status = 'paid' AND amount > 3"

    (finding,) = check_contract(sql, "duckdb", PAID, a_shop())

    assert (finding.code, finding.blocks) == ("filter_not_confirmed", False)


@pytest.mark.parametrize(
    ("sql", "kept"),
    [
        ("SELECT c.name FROM customers c WHERE EXISTS(SELECT 1 FROM orders o WHERE o.customer_id"
         " = c.id AND o.status = 'paid')", True),
        ("SELECT c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o WHERE"
         " lower(o.status) = 'paid')", True),
        ("SELECT c.name FROM customers c WHERE EXISTS(SELECT 1 FROM orders o WHERE o.customer_id"
         " = c.id AND o.status = 'open')", False),
        ("SELECT c.name FROM customers c WHERE EXISTS(SELECT 1 FROM orders o WHERE o.customer_id"
         " = c.id AND (o.status = 'paid' OR TRUE))", False),
        ("SELECT c.name FROM customers c", False),
    ],
)  # fmt: skip
def test_a_filter_of_other_rows_must_stand_somewhere(sql: str, *, kept: bool) -> None:
    contract = Contract(inner=PAID.filters)
    found = check_contract(sql, "duckdb", contract, a_shop())
    assert any(finding.blocks for finding in found) is not kept


def test_an_empty_contract_binds_nothing() -> None:
    assert check_contract("SELECT id FROM orders", "duckdb", Contract(), a_shop()) == ()


@pytest.mark.parametrize("sql", ["", "SELEC", "DROP TABLE orders", "SELECT 1; SELECT 2"])
def test_what_cannot_be_read_keeps_no_contract(sql: str) -> None:
    assert check_contract(sql, "duckdb", Contract(), a_shop())[0].blocks

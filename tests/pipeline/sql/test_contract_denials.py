"""The contract check: rows that were confirmed to be missing must provably be denied."""

import datetime as dt

import pytest

from pipeline.contract import Contract, DateBound, Denial, Filter
from pipeline.sql import check_contract
from tests.pipeline.sql.catalogs import a_shop

SINCE_MARCH = DateBound(column="orders.created_at", start=dt.date(2026, 3, 1), end=None)
PAID = Filter(column="orders.status", operator="=", values=("paid",), words="paid")
NO_PAID_ORDER_SINCE_MARCH = Contract(
    denied=(Denial(tables=("orders",), filters=(PAID,), dates=(SINCE_MARCH,)),)
)
NO_ORDER = Contract(denied=(Denial(tables=("orders",)),))
OF = "o.customer_id = c.id"
MET = "o.status = 'paid' AND o.created_at >= CAST('2026-03-01' AS DATE)"
NAMES = "SELECT c.name FROM customers c"

PROVEN = [
    f"{NAMES} WHERE NOT EXISTS(SELECT 1 FROM orders o WHERE {OF} AND {MET})",
    f"{NAMES} WHERE c.id > 1 AND (NOT EXISTS(SELECT 1 FROM orders o WHERE {OF} AND {MET}))",
    f"{NAMES} WHERE c.id NOT IN (SELECT o.customer_id FROM orders o WHERE {MET})",
    f"{NAMES} WHERE c.id <> ALL (SELECT o.customer_id FROM orders o WHERE {MET})",
    f"{NAMES} LEFT JOIN orders o ON {OF} AND {MET} WHERE o.id IS NULL",
    f"{NAMES} LEFT JOIN (SELECT o.customer_id FROM orders o WHERE {MET}) late"
    " ON late.customer_id = c.id WHERE late.customer_id IS NULL",
    f"WITH late AS (SELECT o.customer_id FROM orders o WHERE {MET})"
    f" {NAMES} WHERE c.id NOT IN (SELECT customer_id FROM late)",
    f"SELECT c.id FROM customers c EXCEPT SELECT o.customer_id FROM orders o WHERE {MET}",
    f"{NAMES} WHERE (SELECT count(*) FROM orders o WHERE {OF} AND {MET}) = 0",
    f"{NAMES} LEFT JOIN orders o ON {OF} AND {MET} GROUP BY c.name HAVING count(o.id) = 0",
]
UNPROVEN = {
    "it is dropped": NAMES,
    "it is turned round": f"{NAMES} WHERE EXISTS(SELECT 1 FROM orders o WHERE {OF} AND {MET})",
    "it need not hold": f"{NAMES} WHERE c.region = 'North' OR NOT EXISTS(SELECT 1 FROM orders o"
    f" WHERE {OF} AND {MET})",
    "its filter is dropped": f"{NAMES} WHERE NOT EXISTS(SELECT 1 FROM orders o WHERE {OF}"
    " AND o.created_at >= CAST('2026-03-01' AS DATE))",
    "its dates are dropped": f"{NAMES} WHERE NOT EXISTS(SELECT 1 FROM orders o WHERE {OF}"
    " AND o.status = 'paid')",
    "its dates are others": f"{NAMES} WHERE NOT EXISTS(SELECT 1 FROM orders o WHERE {OF}"
    " AND o.status = 'paid' AND o.created_at >= CAST('2026-04-01' AS DATE))",
    "its dates are moved out": f"{NAMES} JOIN orders p ON p.customer_id = c.id"
    " AND p.created_at >= CAST('2026-03-01' AS DATE) WHERE NOT EXISTS(SELECT 1 FROM orders o"
    f" WHERE {OF} AND o.status = 'paid')",
    "its filter is moved out": f"{NAMES} JOIN orders p ON p.customer_id = c.id"
    f" WHERE p.status = 'paid' AND NOT EXISTS(SELECT 1 FROM orders o WHERE {OF}"
    " AND o.created_at >= CAST('2026-03-01' AS DATE))",
    "its filter is widened": f"{NAMES} WHERE NOT EXISTS(SELECT 1 FROM orders o WHERE {OF}"
    " AND (o.status = 'paid' OR o.id > 5) AND o.created_at >= CAST('2026-03-01' AS DATE))",
    "its conditions are of what is kept": f"{NAMES} LEFT JOIN orders o ON {OF}"
    f" WHERE {MET} AND o.id IS NULL",
}


@pytest.mark.parametrize("sql", PROVEN)
def test_a_denial_holds_however_it_is_written(sql: str) -> None:
    assert not blocking(sql, NO_PAID_ORDER_SINCE_MARCH)


@pytest.mark.parametrize("sql", UNPROVEN.values(), ids=UNPROVEN.keys())
def test_a_denial_that_is_changed_in_any_way_is_refused(sql: str) -> None:
    assert blocking(sql, NO_PAID_ORDER_SINCE_MARCH)


def test_that_there_are_no_rows_at_all_needs_no_conditions() -> None:
    assert not blocking(f"{NAMES} WHERE c.id NOT IN (SELECT customer_id FROM orders)", NO_ORDER)
    assert blocking(f"{NAMES} JOIN orders o ON {OF}", NO_ORDER)


def test_what_is_denied_is_no_filter_that_nobody_confirmed() -> None:
    contract = Contract(
        filters=(Filter(column="customers.region", operator="=", values=("North",)),),
        denied=NO_PAID_ORDER_SINCE_MARCH.denied,
    )
    sql = f"{PROVEN[0]} AND c.region = 'North'"
    assert check_contract(sql, "duckdb", contract, a_shop()) == ()


def blocking(sql: str, contract: Contract) -> list[str]:
    found = check_contract(sql, "duckdb", contract, a_shop())
    return [finding.sentence for finding in found if finding.blocks]

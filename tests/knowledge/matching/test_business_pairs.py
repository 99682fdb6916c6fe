"""One word turns a business question into another: never trusted by its wording."""

import json
from pathlib import Path
from typing import Any

import pytest

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.matching import Pair, QuestionStore, Tier, ValueIndex, match, schema_of_columns
from tests.tables import each_of

CASES = [
    json.loads(line)
    for path in sorted((Path(__file__).parent / "cases").glob("*business.jsonl"))
    for line in path.read_text().splitlines()
]
_COLUMNS = """orders.id orders.customer_id orders.net_amount orders.gross_amount orders.tax
orders.ordered_on orders.region orders.product_code orders.quantity orders.returned orders.cost
orders.shipping customers.id customers.name customers.country customers.region customers.email
customers.phone customers.signed_up products.id products.name products.price products.stock
products.category products.margin employees.name employees.manager_id employees.gender
employees.hired_year employees.left_year shipments.id shipments.origin shipments.destination
shipments.weight_kg invoices.id invoices.paid invoices.amount tickets.id tickets.status
tickets.priority suppliers.name suppliers.phone"""
SCHEMA = _COLUMNS.split()
VALUES = {
    "customers.country": ["Germany", "France", "Spain"],
    "customers.region": ["North America", "Europe"],
    "orders.product_code": ["A17", "A18", "B20"],
    "employees.name": ["Ana Silva", "Rui Costa"],
    "employees.gender": ["male", "female"],
    "shipments.origin": ["Lisbon", "Porto", "Faro"],
    "shipments.destination": ["Lisbon", "Porto", "Faro"],
    "tickets.status": ["open", "closed"],
    "tickets.priority": ["high", "low"],
    "flights.destination": ["JFK", "LAX"],
    "patients.diagnosis": ["diabetes", "asthma"],
    "sales.product": ["product A", "product B"],
}


@pytest.fixture(scope="module")
def store() -> QuestionStore:
    pairs = [Pair(question=case["question"], sql=case["sql"], dialect="sqlite") for case in CASES]
    return QuestionStore(
        pairs, OnnxEmbedder(), schema=schema_of_columns(SCHEMA), values=ValueIndex(VALUES)
    )


def _flat(kind: str) -> list[Any]:
    return [(case["question"], text) for case in CASES for text in case.get(kind, [])]


@each_of(("approved", "asked"), _flat("never"), examples=80)
def test_another_question_is_not_trusted(store: QuestionStore, approved: str, asked: str) -> None:
    found = match(store, asked)
    assert found.tier is not Tier.TRUSTED, (approved, found.candidate, found.sql)
    assert found.reason


@each_of(("asked", "sql"), [pair for case in CASES for pair in case.get("bound", {}).items()])
def test_another_value_is_bound_into_the_approved_sql(
    store: QuestionStore, asked: str, sql: str
) -> None:
    found = match(store, asked)
    assert found.tier is Tier.TRUSTED, found.failed
    assert found.sql == sql


@each_of("case", CASES, ids=lambda case: str(case["question"]))
def test_the_approved_words_are_trusted(store: QuestionStore, case: dict[str, Any]) -> None:
    found = match(store, case["question"].lower())
    assert (found.tier, found.sql) == (Tier.TRUSTED, case["sql"]), found.failed

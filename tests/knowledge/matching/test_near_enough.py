"""A question that contradicts an approved one is not offered; other words alone are."""

import pytest

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.matching import Pair, QuestionStore, Span, Thresholds, Tier, match, schema_of_columns

STORED = "How many orders did we get last week?"
SQL = "SELECT COUNT(*) FROM orders WHERE day >= '2026-11-09' AND day < '2026-11-16'"
LAST_WEEK = Span(STORED.index("last"), len(STORED) - 1, "2026-11-09", "2026-11-16")
COLUMNS = ["orders.id", "orders.day", "orders.status", "planets.name", "returns.id"]


@pytest.fixture(scope="module")
def store() -> QuestionStore:
    pair = Pair(question=STORED, sql=SQL, dialect="sqlite", spans=(LAST_WEEK,))
    return QuestionStore([pair], OnnxEmbedder(), schema=schema_of_columns(COLUMNS))


@pytest.mark.parametrize(
    ("asks", "kind"),
    [
        ("How many returns did we get last week?", "entity"),
        ("How many orders by planet did we get last week?", "entity"),
        ("Average of orders that we got last week?", "aggregate"),
        ("How many orders did we not get last week?", "negation"),
        ("How many orders did we get more than last week?", "comparator"),
        ("How many orders did we get?", "values"),
    ],
)
def test_what_contradicts_is_not_offered(store: QuestionStore, asks: str, kind: str) -> None:
    at = asks.find("last week")
    spans = (Span(at, at + 9, "2026-11-09", "2026-11-16"),) if at >= 0 else ()
    low = Thresholds(review=0.3)
    found = match(store, asks, spans=spans, thresholds=low)
    assert found.tier is Tier.NONE
    assert kind in {each.kind for each in found.failed}
    assert found.reason


def test_other_words_are_offered_with_what_differs(store: QuestionStore) -> None:
    asks = "How many orders arrived at our shop last week?"
    at = asks.index("last week")
    span = Span(at, at + 9, "2026-11-09", "2026-11-16")
    found = match(store, asks, spans=(span,))
    assert (found.tier, found.sql) == (Tier.REVIEW, SQL)
    assert [each.reason for each in found.left_over]


def test_below_the_threshold_nothing_is_offered(store: QuestionStore) -> None:
    found = match(store, STORED, spans=(LAST_WEEK,), thresholds=Thresholds(review=1.0, trusted=1.0))
    assert found.tier is not Tier.REVIEW


def test_a_number_of_another_unit_is_another_number() -> None:
    pair = Pair(question="Which orders are over $100?", sql="SELECT id FROM orders WHERE net > 100")
    found = match(QuestionStore([pair], OnnxEmbedder()), "Which orders are over 10%?")
    assert (found.tier, found.failed[0].kind) == (Tier.NONE, "units")

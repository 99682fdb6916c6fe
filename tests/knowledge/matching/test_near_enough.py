"""An approved answer that is not the same is offered where a person can compare the two."""

import pytest

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.matching import (
    Failure,
    Match,
    Pair,
    QuestionStore,
    Span,
    Thresholds,
    Tier,
    differences,
    match,
    schema_of_columns,
)

STORED = "How many orders did we get last week?"
SQL = "SELECT COUNT(*) FROM orders WHERE day >= '2026-11-09' AND day < '2026-11-16'"
LAST_WEEK = Span(STORED.index("last"), len(STORED) - 1, "2026-11-09", "2026-11-16")
COLUMNS = ["orders.id", "orders.day", "orders.status", "planets.name", "returns.id"]


@pytest.fixture(scope="module")
def store() -> QuestionStore:
    pair = Pair(question=STORED, sql=SQL, dialect="sqlite", spans=(LAST_WEEK,))
    return QuestionStore([pair], OnnxEmbedder(), schema=schema_of_columns(COLUMNS))


def reasons(found: Match) -> list[str]:
    return [failure.reason for failure in differences(found.failed)]


@pytest.mark.parametrize(
    "question",
    [
        "How many unicorns did we sell per planet?",
        "How many unicorns did we get?",
        "How many returns did we get?",
        "How many open orders by status and planet did we lose?",
    ],
)
def test_another_thing_or_too_many_differences_are_not_offered(
    store: QuestionStore, question: str
) -> None:
    assert match(store, question).tier is Tier.NONE


def test_one_difference_is_offered_and_told_in_plain_words(store: QuestionStore) -> None:
    found = match(store, "How many orders did we get?")
    assert found.tier is Tier.REVIEW
    assert reasons(found) == ["the approved one covers “last week”, yours names no dates"]


def test_whoever_vouches_for_it_may_have_it_compared(store: QuestionStore) -> None:
    vouched = Thresholds(trusted=2.0, review=-1.0, most_differences=None)
    found = match(store, "How many unicorns did we sell per planet?", thresholds=vouched)
    assert found.tier is Tier.REVIEW


def test_what_several_guards_say_of_one_word_is_one_difference() -> None:
    once = Failure("schema", "yours speaks of “tax”, data that the approved query does not use")
    again = Failure("wording", "yours speaks of “tax”, the approved one does not")
    other = Failure("values", "“net” and “tax” have other units")
    assert list(differences([once, again, other])) == [once, other]

"""The benchmark of matching counts what is wrong as wrong, on a database made of names."""

from pathlib import Path

from benchmarks.matching import (
    OFFERED,
    Database,
    Matcher,
    Outcome,
    database_file,
    figures,
    kind_of,
    outcomes,
)
from knowledge.adapters.onnx_embeddings import OnnxEmbedder

STORE = [{"question": "How many orders are over 100?", "sql": "SELECT COUNT(*) FROM orders WHERE total > 100"}]  # fmt: skip  # noqa: E501
ASKED = [
    ("repeat", "how many orders are over 100", STORE[0]["sql"]),
    ("value", "How many orders are over 70?", STORE[0]["sql"].replace("100", "70")),
    ("operator", "How many orders are under 100?", ""),
]


def test_each_question_is_judged_on_a_database_made_of_its_columns(tmp_path: Path) -> None:
    queries = [
        {"question": question, "gold": [sql] if sql else [], "type": kind, "cat": "biz_comparator"}
        for kind, question, sql in ASKED
    ]
    database = Database("biz", store=STORE, queries=queries, schema=["orders.id", "orders.total"])
    path = database_file(database, (), tmp_path)
    found = [
        outcome
        for _, outcome in outcomes(database, Matcher(database, path, OnnxEmbedder()), 1, (OFFERED,))
        if outcome.milliseconds
    ]
    assert [(each.tier, each.right) for each in found] == [
        ("trusted", True),
        ("trusted", True),
        ("none", False),
    ]
    assert {each.kind for each in found} == {"comparator"}


def test_a_wrong_trusted_answer_is_counted() -> None:
    wrong = Outcome(
        set="public", type="operator", kind="time", tier="trusted", right=False, similarity=1.0,
        milliseconds=1.0,
    )  # fmt: skip
    counted = figures([wrong])
    assert (counted["wrong trusted on negatives"], counted["upper 95% bound"]) == (1, 1.0)
    assert kind_of({"cat": "biz_negation"}) == "negation"

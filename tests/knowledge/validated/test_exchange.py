"""Queries travel as YAML; what comes in waits for a reviewer."""

import pytest

from knowledge.validated.exchange import UnreadableExchangeError, exported, imported
from knowledge.validated.query import Status
from tests.knowledge.validated.builders import a_query


def test_what_is_exported_is_read_back_and_not_active() -> None:
    (back,) = imported(exported([a_query()]), workspace="sales", dialect="sqlite")
    assert (back.question, back.sql, back.status) == (
        a_query().question,
        a_query().sql,
        Status.DEMOTED,
    )


def test_verified_queries_of_a_semantic_model_are_read() -> None:
    text = "verified_queries:\n- name: n\n  question: How many?\n  sql: SELECT 1\n"
    (query,) = imported(text, workspace="sales", dialect="snowflake")
    assert query.question == "How many?"


def test_rows_without_a_question_or_sql_are_left_out() -> None:
    assert imported("- question: only\n- sql: SELECT 1\n", workspace="s", dialect="") == ()


@pytest.mark.parametrize("text", ["", "a: 1", ":\n  - [", "just text", "!!python/object:os.system"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(UnreadableExchangeError):
        imported(text, workspace="sales", dialect="")

"""The internal cap is put on queries that have no end of their own, and on nothing else."""

import pytest

from pipeline.sql import capped


@pytest.mark.parametrize(
    ("sql", "runs"),
    [
        ("SELECT a FROM t", "SELECT a FROM t LIMIT 11"),
        ("SELECT a FROM t ORDER BY a", "SELECT a FROM t ORDER BY a LIMIT 11"),
        ("SELECT a FROM t UNION SELECT b FROM u", "SELECT a FROM t UNION SELECT b FROM u LIMIT 11"),
        ("SELECT a FROM t LIMIT 500", "SELECT a FROM t LIMIT 500"),
        ("SELECT COUNT(*) FROM t", "SELECT COUNT(*) FROM t"),
        ("EXPLAIN SELECT a FROM t", "EXPLAIN SELECT a FROM t"),
        ("DELETE FROM t", "DELETE FROM t"),
        ("no SQL", "no SQL"),
    ],
)
@pytest.mark.parametrize("dialect", ["sqlite", "duckdb", "postgres", "mysql"])
def test_only_a_query_without_an_end_is_capped(sql: str, runs: str, dialect: str) -> None:
    assert capped(sql, dialect, 11) == runs


def test_an_unknown_dialect_is_left_alone() -> None:
    assert capped("SELECT a FROM t", "klingon", 11) == "SELECT a FROM t"


def test_a_function_of_the_workspace_does_not_keep_the_cap_away() -> None:
    own = frozenset({"net_price"})

    assert capped("SELECT net_price(a) FROM t", "postgres", 11, own).endswith("LIMIT 11")

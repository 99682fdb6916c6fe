"""SQL that limits or orders as nobody asked is told."""

import pytest

from pipeline.agents.plain_words import plainly_said


@pytest.mark.parametrize(
    ("question", "sql", "found"),
    [
        ("The three largest orders", "SELECT id FROM orders ORDER BY net DESC LIMIT 3", 0),
        ("The three largest orders", "SELECT id FROM orders ORDER BY net DESC LIMIT 5", 1),
        ("The largest order", "SELECT id FROM orders ORDER BY net DESC LIMIT 1", 0),
        ("The largest order", "SELECT id FROM orders ORDER BY net LIMIT 1", 1),
        ("The smallest order", "SELECT id FROM orders ORDER BY net DESC LIMIT 1", 1),
        ("At least 5 of the largest", "SELECT id FROM orders ORDER BY net LIMIT 5", 0),
        ("All orders", "SELECT id FROM orders LIMIT 1000", 0),
        ("All orders", "SELECT id FROM orders LIMIT 10", 1),
        ("All orders", "SELEC id", 0),
    ],
)
def test_what_the_sql_does_unasked_is_told(question: str, sql: str, found: int) -> None:
    assert len(plainly_said(question, sql, "sqlite")) == found

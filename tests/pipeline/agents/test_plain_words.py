"""What a question says in plain words, against SQL that keeps to it and SQL that does not."""

import pytest

from pipeline.agents.plain_words import plainly_said


@pytest.mark.parametrize(
    ("question", "sql", "found"),
    [
        ("The film 'Up'?", "SELECT id FROM films WHERE name = 'Up'", 0),
        ("The film “Up”?", "SELECT id FROM films WHERE name = 'Down'", 1),
        ('The film "It\'s on"?', "SELECT id FROM films WHERE name = 'It''s on'", 0),
        ("The shops' sales and people's names", "SELECT name FROM people", 0),
        ("The three largest orders", "SELECT id FROM orders ORDER BY net DESC LIMIT 3", 0),
        ("The three largest orders", "SELECT id FROM orders ORDER BY net DESC LIMIT 5", 1),
        ("The largest order", "SELECT id FROM orders ORDER BY net DESC LIMIT 1", 0),
        ("The largest order", "SELECT id FROM orders ORDER BY net LIMIT 1", 1),
        ("The smallest order", "SELECT id FROM orders ORDER BY net DESC LIMIT 1", 1),
        ("At least 5 of the largest", "SELECT id FROM orders ORDER BY net LIMIT 5", 0),
        ("All orders", "SELECT id FROM orders LIMIT 1000", 0),
        ("All orders", "SELECT id FROM orders LIMIT 10", 1),
        ("All orders", "SELEC id", 0),
        ("The average net", "SELECT AVG(net) FROM orders", 0),
        ("The average net", "SELECT SUM(net) / COUNT(*) FROM orders", 0),
        ("The average net", "SELECT SUM(net) FROM orders", 1),
        ("The average rating", "SELECT average_rating FROM films", 0),
        ("The total net", "SELECT MAX(net) FROM orders", 1),
        ("The total number of orders", "SELECT COUNT(*) FROM orders", 0),
        ("Net for each shop", "SELECT shop, SUM(net) FROM orders GROUP BY shop", 0),
        ("Net for each shop", "SELECT SUM(net) FROM orders", 1),
        ("The name of each shop", "SELECT name FROM shops", 0),
    ],
)
def test_plain_words_hold_the_sql(question: str, sql: str, found: int) -> None:
    assert len(plainly_said(question, sql, "sqlite")) == found

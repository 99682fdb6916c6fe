"""The benchmark's own questions, over the small shop of the tests."""

from pathlib import Path
from typing import Any

from tests.pipeline.agents.shop import BOOMERANG, PUZZLE, shop_database

# Often enough that a fifth of them is some.
_TIMES = 4
_ASKED = (
    (PUZZLE, BOOMERANG),
    (
        "How many customers are there in Spain?",
        "SELECT COUNT(*) FROM customers WHERE country = 'Spain'",
    ),
    ("Names of the customers, A to Z", "SELECT name FROM customers ORDER BY name"),
    ("The 2 largest orders", "SELECT id, net FROM orders ORDER BY net DESC LIMIT 2"),
    (
        "Net of the orders placed from 1 Jan 2026 to 28 Feb 2026 by country",
        "SELECT c.country, SUM(o.net) FROM orders AS o JOIN customers AS c ON c.id = o.customer_id "
        "WHERE o.placed_on >= '2026-01-01' AND o.placed_on < '2026-03-01' GROUP BY c.country",
    ),
    ("Orders above 60", "SELECT id FROM orders WHERE net > 60"),
    ("Average net of paid orders", "SELECT AVG(net) FROM orders WHERE status = 'paid'"),
    ("Which pages were seen on no known day?", "SELECT page FROM visits WHERE seen_on IS NULL"),
)  # fmt: skip


def own_questions(folder: Path) -> list[dict[str, Any]]:
    """Questions with gold SQL; their database is made in the folder."""
    shop_database(folder)
    return [
        {
            "id": f"own-{number}",
            "db_id": "shop",
            "db": "shop.sqlite",
            "question": question,
            "gold": [gold],
            "now": "2026-11-03 12:00:00",
        }
        for number, (question, gold) in enumerate(_ASKED * _TIMES)
    ]

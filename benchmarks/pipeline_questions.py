"""The questions that the benchmarks of the model-backed road ask: a file of them, or a few own."""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tests.pipeline.agents.shop import BOOMERANG, PUZZLE, shop_database

Item: TypeAlias = dict[str, Any]

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """What is asked, with gold SQL, over the databases below `root`.

    `undated` are those whose gold takes today's date from the database, which no model may: it is
    told to keep to the confirmed dates.
    """

    items: tuple[Item, ...]
    root: Path
    undated: tuple[Item, ...] = ()


def read_questions(file: Path | None, folder: Path) -> Questions:
    """The answerable questions of a file, or the benchmark's own few, made in the folder."""
    if file is None:
        return Questions(items=_own(folder), root=folder)
    read = [json.loads(line) for line in file.read_text("utf8").splitlines() if line.strip()]
    answerable = [item for item in read if not item.get("unanswerable")]
    return Questions(
        items=tuple(item for item in answerable if not _asks_for_today(item["gold"][0])),
        root=file.parent,
        undated=tuple(item for item in answerable if _asks_for_today(item["gold"][0])),
    )


def arguments(doc: str | None, every: int) -> argparse.Namespace:
    """Which questions are asked, as the command line says: `questions`, `every`."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--every", type=int, default=every, help="of the questions take each n-th")
    return parser.parse_args()


def _asks_for_today(gold: str) -> bool:
    return any(word in gold.lower() for word in ("'now'", '"now"', "current_"))


def _own(folder: Path) -> tuple[Item, ...]:
    shop_database(folder)
    return tuple(
        {
            "id": f"own-{number}",
            "db_id": "shop",
            "db": "shop.sqlite",
            "question": question,
            "gold": [gold],
            "now": "2026-11-03 12:00:00",
        }
        for number, (question, gold) in enumerate(_ASKED * _TIMES)
    )

"""A word that a statement does not use is named; a statement that uses all words is left alone."""

import datetime as dt
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from benchmarks.business.build import build_databases
from knowledge.glossary import Glossary
from pipeline.accounting import left_out
from pipeline.dates import Calendar, read_times
from pipeline.rules.schema.known import Known
from pipeline.times.reading import spans
from tests.pipeline.rules.conftest import a_file, a_known

HERE = Path(__file__).parent
TODAY = dt.date(2026, 6, 15)
CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (HERE / "cases.jsonl").read_text("utf8").splitlines()
]
SCRIPT = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, tier TEXT, active INTEGER, city TEXT);
INSERT INTO customers VALUES (1, 'Acme', 'gold', 1, 'Oslo'), (2, 'Beta', 'silver', 0, 'Rome');
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id),
  channel TEXT, status TEXT, amount REAL, tax REAL, discount REAL, issued_on DATE);
INSERT INTO orders VALUES (1, 1, 'web', 'cancelled', 10, 2, 0, '2024-05-01'),
  (2, 2, 'shop', 'paid', 20, 4, 5, '2025-05-01'), (3, 1, 'web', 'paid', 30, 6, NULL, '2026-01-02');
CREATE TABLE products (id INTEGER PRIMARY KEY, title TEXT, price REAL, vat_rate REAL);
INSERT INTO products VALUES (1, 'Pen', 2, 20), (2, 'Ink', 9, 10);
"""


@lru_cache
def business(folder: Path, schema: str) -> Known:
    build_databases(folder, [schema])
    return a_known(folder / f"{schema}.sqlite", Glossary())


@pytest.fixture(scope="module")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("business")


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Known:
    return a_known(a_file(tmp_path_factory.mktemp("shop"), SCRIPT), Glossary())


def words(question: str, sql: str, about: Known, today: dt.date = TODAY) -> list[str]:
    times = spans(read_times(question, today, Calendar()).ranges)
    return [each.word for each in left_out(question, sql, about, times)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['schema']}: {case['question']}")
def test_the_word_of_a_dropped_part_is_named(case: dict[str, Any], databases: Path) -> None:
    about, today = business(databases, case["schema"]), dt.date.fromisoformat(case["today"])
    assert words(case["question"], case["sql"], about, today) == []
    assert set(case["left_out"]) <= set(words(case["question"], case["dropped"], about, today))


_COUNT = "SELECT COUNT(*) FROM orders"
_JOINED = "FROM orders JOIN customers ON orders.customer_id = customers.id"
_ACTIVE = "SELECT DISTINCT name FROM customers WHERE active = 1"
# A question, the statement that does all of it, one that does not, and the word that tells.
PAIRS = [
    ("orders by customer and channel",
     f"SELECT customers.name, channel, COUNT(*) {_JOINED} GROUP BY customers.name, channel",
     f"{_COUNT} GROUP BY channel", "customer"),
    ("orders per channel", "SELECT channel, COUNT(*) FROM orders GROUP BY channel", _COUNT,
     "channel"),
    ("discounted orders", f"{_COUNT} WHERE discount > 0", _COUNT, "discounted"),
    ("cancelled amount by month",
     "SELECT strftime('%Y-%m', issued_on), SUM(amount) FROM orders WHERE status = 'cancelled' "
     "GROUP BY 1",
     "SELECT strftime('%Y-%m', issued_on), SUM(amount) FROM orders GROUP BY 1", "cancelled"),
    ("cancelled amount by month",
     "SELECT strftime('%Y-%m', issued_on), SUM(amount) FROM orders WHERE status = 'cancelled' "
     "GROUP BY 1",
     "SELECT SUM(amount) FROM orders WHERE status = 'cancelled'", "month"),
    ("total amount including tax", "SELECT SUM(amount + tax) FROM orders",
     "SELECT SUM(amount) FROM orders", "tax"),
    ("orders issued by 2025", f"{_COUNT} WHERE issued_on < '2026-01-01'",
     f"{_COUNT} WHERE issued_on >= '2025-01-01' AND issued_on < '2026-01-01'", "by"),
    ("% of orders that are paid",
     "SELECT 100.0 * SUM(status = 'paid') / COUNT(*) FROM orders",
     f"{_COUNT} WHERE status = 'paid'", "%"),
    ("all customers but Acme", "SELECT name FROM customers WHERE name <> 'Acme'",
     "SELECT name FROM customers WHERE name = 'Acme'", "but"),
    ("customers not in Oslo", "SELECT name FROM customers WHERE city <> 'Oslo'",
     "SELECT name FROM customers WHERE city = 'Oslo'", "not"),
    ("orders except cancelled ones", f"{_COUNT} WHERE status <> 'cancelled'",
     f"{_COUNT} WHERE status = 'cancelled'", "except"),
    ("active gold customers", f"{_ACTIVE} AND tier = 'gold'", _ACTIVE, "gold"),
    ("most expensive product", "SELECT title FROM products ORDER BY price DESC LIMIT 1",
     "SELECT title FROM products ORDER BY vat_rate DESC LIMIT 1", "expensive"),
    ("customers who only ordered web",
     f"SELECT name {_JOINED} WHERE channel = 'web' AND NOT EXISTS (SELECT 1 FROM orders o WHERE "
     "o.customer_id = customers.id AND o.channel <> 'web')",
     f"SELECT name {_JOINED} WHERE channel = 'web'", "only"),
    ("orders regardless of status", _COUNT, f"{_COUNT} WHERE status = 'paid'", "regardless"),
    ("orders with amount above 15", f"{_COUNT} WHERE amount > 15", _COUNT, "15"),
    ("orders with more than 15 amount", f"{_COUNT} WHERE amount > 15",
     f"{_COUNT} WHERE amount < 15", "15"),
    ("average amount of orders", "SELECT AVG(amount) FROM orders",
     "SELECT SUM(amount) FROM orders", "average"),
    ("customers in Rome", "SELECT name FROM customers WHERE city = 'Rome'",
     "SELECT name FROM customers", "Rome"),
]  # fmt: skip


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0]}: {pair[3]}")
def test_each_kind_of_word_is_matched_with_what_does_it(
    pair: tuple[str, str, str, str], shop: Known
) -> None:
    question, whole, dropped, word = pair
    assert words(question, whole, shop) == []
    assert word in words(question, dropped, shop)


def test_a_statement_that_cannot_be_read_is_not_judged(shop: Known) -> None:
    assert words("all orders", "SELECT id FROM (orders", shop) == []

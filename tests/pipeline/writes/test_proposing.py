"""What people ask to change, in words or in SQL, becomes one checked statement, or a question."""

import datetime as dt
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary
from pipeline.rules.schema.known import Known
from pipeline.sql import Policy, Tier
from pipeline.times.values import TimeSpan
from pipeline.writes.building.proposing import Unclear, Wish, proposed
from pipeline.writes.explaining.mismatching import mismatch
from pipeline.writes.values import Impossible, Proposal

_SCHEMA = """
CREATE TABLE categories (category_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price NUMERIC,
    category_id INTEGER REFERENCES categories (category_id), discontinued BOOLEAN);
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, country TEXT,
    is_test BOOLEAN);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id),
    status TEXT, order_date DATE, total NUMERIC);
INSERT INTO categories VALUES (1, 'Lighting'), (2, 'Chairs');
INSERT INTO products VALUES (1, 'Desk Lamp', 20, 1, 0), (2, 'Stool', 30, 2, 0),
    (3, 'Chandelier', 300, 1, 1), (4, 'Lamp', 10, 1, 0);
INSERT INTO customers VALUES (1, 'Ana', 'ana@example.org', 'Spain', 0),
    (2, 'Test Bot', 't@example.org', 'Spain', 1), (3, 'Bo', 'b@example.org', 'Canada', 0);
INSERT INTO orders VALUES (17, 1, 'paid', '2026-01-05', 10), (18, 2, 'open', '2026-02-05', 20),
    (19, 3, 'cancelled', '2026-02-06', 30), (20, 3, 'paid', '2026-02-06', 30);
"""


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Known:
    path = tmp_path_factory.mktemp("wishes") / "shop.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(_SCHEMA)
    connection.close()
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="shop")
    return Known(catalog, Glossary(), read_values(url, catalog))


STATEMENTS = {
    "Add an index on orders(order_date) to speed up date range queries":
        "CREATE INDEX idx_orders_order_date ON orders(order_date)",
    "index orders by customer_id": "CREATE INDEX idx_orders_customer_id ON orders(customer_id)",
    "add a unique index on the email of customers":
        "CREATE UNIQUE INDEX idx_customers_email ON customers(email)",
    "please add an index on the order date column of orders so that reports are faster":
        "CREATE INDEX idx_orders_order_date ON orders(order_date)",
    "add an index on email": "CREATE INDEX idx_customers_email ON customers(email)",
    "set the price of product Lamp to 12.50":
        "UPDATE products SET price = 12.50 WHERE name = 'Lamp'",
    "Please set the price of product 'Desk Lamp' to $1,012.50.":
        "UPDATE products SET price = 1012.50 WHERE name = 'Desk Lamp'",
    "set product Lamp price to 12": "UPDATE products SET price = 12 WHERE name = 'Lamp'",
    "can you change the price of Lamp to 3?": "UPDATE products SET price = 3 WHERE name = 'Lamp'",
    "change the email of customer Ana from ana@example.org to ana@example.com":
        "UPDATE customers SET email = 'ana@example.com' WHERE name = 'Ana' AND "
        "email = 'ana@example.org'",
    "clear the email of customer Ana": "UPDATE customers SET email = NULL WHERE name = 'Ana'",
    "set the category of product Lamp to Chairs":
        "UPDATE products SET category_id = (SELECT category_id FROM categories "
        "WHERE name = 'Chairs') WHERE name = 'Lamp'",
    "rename product Lamp to Lantern": "UPDATE products SET name = 'Lantern' WHERE name = 'Lamp'",
    "mark order 17 as cancelled": "UPDATE orders SET status = 'cancelled' WHERE id = 17",
    "cancel order #18": "UPDATE orders SET status = 'cancelled' WHERE id = 18",
    "set order 18 to paid": "UPDATE orders SET status = 'paid' WHERE id = 18",
    "mark customer Ana as test": "UPDATE customers SET is_test = TRUE WHERE name = 'Ana'",
    "increase all prices in category Lighting by 5%":
        "UPDATE products SET price = price * 1.05 WHERE category_id IN (SELECT "
        "categories.category_id FROM categories WHERE categories.name = 'Lighting')",
    "increase prices in the Lighting category by 3 percent":
        "UPDATE products SET price = price * 1.03 WHERE category_id IN (SELECT "
        "categories.category_id FROM categories WHERE categories.name = 'Lighting')",
    "change all open orders to paid": "UPDATE orders SET status = 'paid' WHERE status = 'open'",
    "set total to 4 for order 17": "UPDATE orders SET total = 4 WHERE id = 17",
    "reduce the price of product Lamp by 2":
        "UPDATE products SET price = price - 2 WHERE name = 'Lamp'",
    "delete the test customers": "DELETE FROM customers WHERE is_test = TRUE",
    "remove customers from Spain": "DELETE FROM customers WHERE country = 'Spain'",
    "delete customers who have no orders":
        "DELETE FROM customers WHERE NOT id IN (SELECT orders.customer_id FROM orders "
        "WHERE NOT orders.customer_id IS NULL)",
    "delete order 17": "DELETE FROM orders WHERE id = 17",
    "delete the open orders": "DELETE FROM orders WHERE status = 'open'",
    "delete orders of Ana":
        "DELETE FROM orders WHERE customer_id IN (SELECT customers.id FROM customers "
        "WHERE customers.name = 'Ana')",
    "insert a customer with name Cy and email cy@example.org":
        "INSERT INTO customers (name, email) VALUES ('Cy', 'cy@example.org')",
    "add a new customer named Cy": "INSERT INTO customers (name) VALUES ('Cy')",
    "add a row to customers: name = 'Cy, jr', email = cy@example.org":
        "INSERT INTO customers (name, email) VALUES ('Cy, jr', 'cy@example.org')",
    "add a product with name Rug, price 12.50 and category Chairs":
        "INSERT INTO products (name, price, category_id) VALUES ('Rug', 12.50, "
        "(SELECT category_id FROM categories WHERE name = 'Chairs'))",
    "add a column notes to orders (text)": "ALTER TABLE orders ADD COLUMN notes TEXT",
    "add a text column called notes to the orders table":
        "ALTER TABLE orders ADD COLUMN notes TEXT",
    "rename column total to amount in orders": "ALTER TABLE orders RENAME COLUMN total TO amount",
    "rename the total column of orders to amount":
        "ALTER TABLE orders RENAME COLUMN total TO amount",
    "rename the orders table to purchases": "ALTER TABLE orders RENAME TO purchases",
    "run this: update orders set total = 1 where id = 17":
        "UPDATE orders SET total = 1 WHERE id = 17",
    "```sql\nDELETE FROM orders WHERE id = 17;\n```": "DELETE FROM orders WHERE id = 17",
    "ALTER TABLE orders ADD COLUMN notes TEXT": "ALTER TABLE orders ADD COLUMN notes TEXT",
}  # fmt: skip

QUESTIONS = {
    "add an index on name": ("categories", "customers", "products"),
    "add a notes column to orders": ("text", "int", "decimal(18, 2)", "boolean", "date",
                                     "timestamp"),
    "set the status of order 17 to canceled": ("cancelled", "write:as-written"),
    "rename column name to title": ("categories", "customers", "products"),
}  # fmt: skip

IMPOSSIBLE = {
    "drop the customers table": "destroys what is in it",
    "delete table customers": "destroys what is in it",
    "DROP TABLE customers": "destroys what is in it",
    "truncate orders": "destroys what is in it",
    "remove the email column from customers": "destroys what is in it",
    "delete all orders": "a change needs a condition",
    "delete everything from orders": "a change needs a condition",
    "increase all prices by 5%": "a change needs a condition",
    "run this: UPDATE orders SET total = 1": "has no condition",
    "DELETE FROM orders": "has no condition",
    "DELETE FROM orders WHERE 1 = 1": "leaves no row out",
    "run this: UPDATE orders SET total = 1 WHERE id = 1; DROP TABLE orders":
        "more than one statement",
    "set the price of product Xyzzy to 12.50": "Xyzzy",
    "set the price of product Lamp to cheap": "does not fit products.price",
    "set the weight of product Lamp to 3": "has no column “weight”",
    "clear the name of customer Ana": "may not be empty",
    "increase the category of product Lamp by 5%": "is no amount",
    "increase the price of product Lamp by 1,5": "may be read as two numbers",
    "delete the shiny customers": "shiny",
    "add a column total to orders (number)": "already has a column total",
    "add a product with price 3": "also needs name",
}  # fmt: skip

NO_CHANGE = (
    "How many orders were deleted?",
    "show the cancelled orders",
    "update me on sales",
    "change in revenue from 2024 to 2025",
    "what is the set of customers in Spain",
    "create a list of orders with total above 5",
    "make it by month",
    "set up a meeting for tomorrow",
    "drop in sales last month?",
    "what did we add last week?",
    "total of all orders for customer Ana",
)


@pytest.mark.parametrize("words", STATEMENTS)
def test_a_wish_becomes_one_statement_that_its_explanation_fits(known: Known, words: str) -> None:
    found = proposed(Wish(words=words), known, Policy())
    assert isinstance(found, Proposal), found
    assert found.sql == STATEMENTS[words]
    assert found.tier in (Tier.T1, Tier.T2)
    assert mismatch(found.explanation, found.sql, "sqlite") == ""


@pytest.mark.parametrize("words", QUESTIONS)
def test_what_is_unclear_is_asked_and_never_guessed(known: Known, words: str) -> None:
    found = proposed(Wish(words=words), known, Policy())
    assert isinstance(found, Unclear), found
    (question,) = found.questions
    assert tuple(option.id for option in question.options) == QUESTIONS[words]
    answered = Wish(words=words, choices={question.id: question.options[1].id})
    assert isinstance(proposed(answered, known, Policy()), Proposal)


@pytest.mark.parametrize("words", IMPOSSIBLE)
def test_what_cannot_be_is_said_with_the_reason(known: Known, words: str) -> None:
    found = proposed(Wish(words=words), known, Policy())
    assert isinstance(found, Impossible), found
    assert IMPOSSIBLE[words] in found.reason


@pytest.mark.parametrize("words", NO_CHANGE)
def test_a_question_is_no_wish_for_a_change(known: Known, words: str) -> None:
    assert proposed(Wish(words=words), known, Policy()) is None


def test_words_for_time_are_resolved_before(known: Known) -> None:
    words = "delete orders before February 2026"
    span = TimeSpan(
        at=14, until=34, words="before February 2026", start=None, end=dt.date(2026, 2, 1)
    )
    found = proposed(Wish(words=words, times=(span,)), known, Policy())
    assert isinstance(found, Proposal), found
    assert found.sql == "DELETE FROM orders WHERE order_date < '2026-02-01'"


@pytest.mark.parametrize(
    ("dialect", "sql"),
    [
        ("postgres", 'UPDATE "Order" SET "Unit Price" = 3 WHERE "Id" = 1'),
        ("mysql", "UPDATE `Order` SET `Unit Price` = 3 WHERE `Id` = 1"),
        ("duckdb", 'UPDATE "Order" SET "Unit Price" = 3 WHERE "Id" = 1'),
    ],
)
def test_names_are_quoted_where_the_engine_needs_it(tmp_path: Path, dialect: str, sql: str) -> None:
    path = tmp_path / "odd.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(
            'CREATE TABLE "Order" ("Id" INTEGER PRIMARY KEY, "Unit Price" NUMERIC);'
            'INSERT INTO "Order" VALUES (1, 2)'
        )
    connection.close()
    catalog = read_catalog(f"sqlite:///{path}", workspace="odd")
    values = read_values(f"sqlite:///{path}", catalog)
    known = Known(replace(catalog, dialect=dialect), Glossary(), values)
    found = proposed(Wish(words="set the unit price of order 1 to 3"), known, Policy())
    assert isinstance(found, Proposal), found
    assert found.sql == sql

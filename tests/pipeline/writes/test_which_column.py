"""A column's name that fits several, or none but by its meaning, is asked before it is written."""

import sqlite3

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary, Term
from pipeline.rules.schema.known import Known
from pipeline.sql import Policy
from pipeline.writes.building.proposing import Unclear, Wish, proposed
from pipeline.writes.values import Impossible, Proposal

_SCHEMA = """
CREATE TABLE products (product_id INTEGER PRIMARY KEY, product_name TEXT NOT NULL,
    list_price_net NUMERIC, list_price_gross NUMERIC, unit_cost NUMERIC);
CREATE TABLE order_lines (line_id INTEGER PRIMARY KEY,
    product_id INTEGER REFERENCES products (product_id), unit_price_net NUMERIC);
CREATE TABLE repairs (repair_id INTEGER PRIMARY KEY, title TEXT, cost NUMERIC);
CREATE TABLE rooms (room_id INTEGER PRIMARY KEY, room_name TEXT NOT NULL, floor TEXT);
INSERT INTO products VALUES (1, 'Kari Chair', 10, 12, 5), (2, 'Stool', 20, 24, 9);
INSERT INTO order_lines VALUES (1, 1, 10);
INSERT INTO repairs VALUES (1, 'Roof', 100), (2, 'Door', 30);
INSERT INTO rooms VALUES (1, 'Cellar', 'Basement'), (2, 'Attic', 'Top');
"""
_PRICES = ("products.list_price_net", "products.list_price_gross")


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Known:
    path = tmp_path_factory.mktemp("columns") / "shop.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(_SCHEMA)
    connection.close()
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="shop")
    glossary = Glossary(terms=(Term(name="room", means="rooms.room_name", synonyms=("rooms",)),))
    return Known(catalog, glossary, read_values(url, catalog))


@pytest.mark.parametrize(
    ("words", "refs"),
    [
        ("set the price of product Kari Chair to 12.50", _PRICES),
        ("set the list price of product Kari Chair to 12.50", _PRICES),
        ("set the list price of Kari Chair to 12.50", _PRICES),
        ("set product Kari Chair price to 12", _PRICES),
        ("increase the price of product Kari Chair by 5%", _PRICES),
        ("set the price of repair Roof to 12", ("repairs.cost",)),
    ],
)
def test_the_columns_that_are_meant_are_offered(
    known: Known, words: str, refs: tuple[str, ...]
) -> None:
    found = proposed(Wish(words=words), known, Policy())
    assert isinstance(found, Unclear), found
    (question,) = found.questions
    assert tuple(option.id for option in question.options) == refs
    for ref in refs:
        answered = Wish(words=words, choices={question.id: ref})
        change = proposed(answered, known, Policy())
        assert isinstance(change, Proposal), change
        table, _, column = ref.partition(".")
        assert change.sql.startswith(f"UPDATE {table} SET {column} = ")


@pytest.mark.parametrize(
    ("words", "sql"),
    [
        (
            "set the cost of product Kari Chair to 3",
            "UPDATE products SET unit_cost = 3 WHERE product_name = 'Kari Chair'",
        ),
        (
            "set the net list price of product Kari Chair to 3",
            "UPDATE products SET list_price_net = 3 WHERE product_name = 'Kari Chair'",
        ),
        ("delete room Cellar", "DELETE FROM rooms WHERE room_name = 'Cellar'"),
    ],
)
def test_what_is_named_plainly_is_not_asked(known: Known, words: str, sql: str) -> None:
    found = proposed(Wish(words=words), known, Policy())
    assert isinstance(found, Proposal), found
    assert found.sql == sql


@pytest.mark.parametrize(
    "words", ["delete room Nowhere", "delete the whatsit", "remove the old stuff of the attic"]
)
def test_rows_that_cannot_be_told_are_named_in_the_persons_words(known: Known, words: str) -> None:
    found = proposed(Wish(words=words), known, Policy())
    assert isinstance(found, Impossible), found
    assert "How many" not in found.reason
    assert "the question" not in found.reason

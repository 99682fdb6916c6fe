"""How many rows a list has, and conditions that a metric's own would take away."""

import sqlite3
from pathlib import Path

import pytest

from benchmarks.executed import ran
from knowledge.glossary import Glossary, Metric, TableNote
from pipeline.rules.plan import Ask, Cannot, Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_known

SHOP = """
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT, region TEXT);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, status TEXT, amount REAL, units INTEGER,
  customer_id INTEGER REFERENCES customers(customer_id), ordered_at DATE);
CREATE TABLE track (track_id INTEGER PRIMARY KEY, name TEXT, milliseconds INTEGER);
CREATE TABLE invoice (invoice_id INTEGER PRIMARY KEY, billing_country TEXT, total NUMERIC(10,2));
INSERT INTO customers VALUES (1, 'Ann', 'North'), (2, 'Bob', 'South');
INSERT INTO orders VALUES (1, 'Cancelled', 5, 1, 1, '2023-02-03'),
  (2, 'Shipped', 6, 2, 1, '2023-02-04'), (3, 'Paid', 7, 3, 2, '2023-02-05');
INSERT INTO track VALUES (1, 'One', 300), (2, 'Two', 400);
INSERT INTO invoice VALUES (1, 'Norway', 5.5), (2, 'Chile', 6.5), (3, 'Chile', 1);
"""
KEPT = ("orders.status <> 'Cancelled'",)
METRICS = (
    Metric(name="orders", expression="count(*)", table="orders", filters=KEPT),
    Metric(name="net revenue", expression="sum(orders.amount)", table="orders", filters=KEPT),
    Metric(name="gross revenue", expression="sum(orders.amount)", table="orders"),
    Metric(name="units sold", expression="sum(orders.units)", table="orders"),
)


@pytest.fixture(scope="module")
def shop_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shop") / "shop.sqlite"
    con = sqlite3.connect(path)
    con.executescript(SHOP)
    con.close()
    return path


@pytest.fixture(scope="module")
def shop(shop_file: Path) -> Known:
    return a_known(shop_file, Glossary(metrics=METRICS))


@pytest.mark.parametrize("number", ["5.5", "-5", "0", "5%", "5 percent", "- 5", ".5"])
@pytest.mark.parametrize("word", ["top", "bottom", "first"])
def test_a_list_is_cut_after_a_whole_number_of_rows_only(
    word: str, number: str, shop: Known
) -> None:
    outcome = plan(f"{word} {number} customers by units sold", shop)
    assert isinstance(outcome, Cannot)
    assert outcome.reason.endswith(".")


@pytest.mark.parametrize(
    "question",
    ["total amount of orders in the last 0.5 years", "the 2.5 highest amounts of orders",
     "Which 1.5 customers have the most orders?"],
)  # fmt: skip
def test_part_of_a_row_is_never_a_plan(question: str, shop: Known) -> None:
    assert not isinstance(plan(question, shop), Planned)


def test_a_whole_number_still_cuts_a_list(shop: Known) -> None:
    outcome = plan("top 5 customers by units sold", shop)
    assert isinstance(outcome, Planned)
    assert outcome.sql.endswith("LIMIT 5")


@pytest.mark.parametrize("number", ["net revenue", "units sold"])
@pytest.mark.parametrize(
    ("words", "end"),
    [
        ("top 2 customers", "DESC LIMIT 2"),
        ("best 2 customers", "DESC LIMIT 2"),
        ("the 2 best customers", "DESC LIMIT 2"),
        ("best customer", "DESC LIMIT 1"),
        ("worst 2 customers", "ASC LIMIT 2"),
        ("worst performing two customers", "ASC LIMIT 2"),
        ("the 2 worst customers", "ASC LIMIT 2"),
        ("bottom 2 customers", "ASC LIMIT 2"),
        ("lowest 2 customers", "ASC LIMIT 2"),
    ],
)
def test_the_number_may_stand_before_or_behind_which_end_is_meant(
    words: str, end: str, number: str, shop: Known
) -> None:
    outcome = plan(f"{words} by {number}", shop)
    assert isinstance(outcome, Planned), outcome
    assert outcome.sql.endswith(end)
    assert outcome.sql.count("SUM") == 2  # shown and ordered by, once


def test_rows_that_a_metric_leaves_out_count_where_they_are_asked_for(
    shop: Known, shop_file: Path
) -> None:
    first = plan("orders", shop)
    assert isinstance(first, Planned)
    outcome = plan("of those which were cancelled", shop, previous=first.intent)
    assert isinstance(outcome, Planned)
    assert ran(shop_file, outcome.sql) == [(1,)]
    assert outcome.assumptions == (
        "You asked for these rows, so this rule does not apply here: "
        "orders with status Cancelled are left out.",
    )


def test_rows_that_a_table_note_leaves_out_count_where_they_are_asked_for(shop_file: Path) -> None:
    note = TableNote(table="orders", filters=("status <> 'Cancelled'",))
    about = a_known(shop_file, Glossary(tables=(note,)))
    outcome = plan("How many orders are Cancelled?", about)
    assert isinstance(outcome, Planned)
    assert "<>" not in outcome.sql
    assert any("does not apply" in text for text in outcome.assumptions)
    other = plan("How many orders are Paid?", about)
    assert isinstance(other, Planned)
    assert "<> 'Cancelled'" in other.sql


def test_the_latest_of_a_sum_is_not_the_highest(shop: Known) -> None:
    assert not isinstance(plan("latest net revenue by region", shop), Planned)


def test_the_next_metric_leaves_the_conditions_of_the_last_one(shop: Known) -> None:
    first = plan("net revenue by region", shop)
    assert isinstance(first, Planned)
    outcome = plan("… and gross revenue", shop, previous=first.intent)
    assert isinstance(outcome, Planned)
    assert outcome.reading == "I read this as: gross revenue for each region, highest first."
    assert "Cancelled" not in outcome.sql


@pytest.mark.parametrize(
    "question",
    ["What is the total of invoices per billing country?",
     "What is the total of the invoices by billing country?"],
)  # fmt: skip
def test_a_column_called_total_is_added_up_by_group(
    question: str, shop: Known, shop_file: Path
) -> None:
    outcome = plan(question, shop)
    assert isinstance(outcome, Planned)
    assert sorted(map(str, ran(shop_file, outcome.sql))) == sorted(
        map(str, [("Chile", 7.5), ("Norway", 5.5)])
    )


def test_the_column_that_a_superlative_goes_by_may_stand_behind_it(
    shop: Known, shop_file: Path
) -> None:
    outcome = plan("What is the longest track by milliseconds?", shop)
    assert isinstance(outcome, Planned)
    assert "Two" in str(ran(shop_file, outcome.sql))


def test_a_word_that_is_left_out_is_told_and_not_asked_again(shop: Known) -> None:
    asked = plan("How many long tracks are there?", shop)
    question = "What is the longest track?" if not isinstance(asked, Ask) else ""
    question = question or "How many long tracks are there?"
    asked = plan(question, shop)
    assert isinstance(asked, Ask)
    outcome = plan(question, shop, choices={asked.id: "-"})
    assert isinstance(outcome, Planned)
    assert len(outcome.left_out) == 1
    assert f"left out: “{outcome.left_out[0]}”" in outcome.assumptions

"""What an approved query depends on in the glossary, and what counts as another meaning of it."""

from dataclasses import replace

import pytest

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Definition, Glossary, Metric, Region, TableNote, Term, Union
from knowledge.validated.meanings import Meanings
from knowledge.validated.query import ValidatedQuery
from tests.knowledge.validated.builders import a_query

CATALOG = Catalog(
    workspace="sales",
    dialect="sqlite",
    tables=(
        Table(
            name="orders",
            columns=(
                Column(name="amount", type="REAL", kind=Kind.NUMBER),
                Column(name="placed", type="DATE", kind=Kind.DATE),
            ),
        ),
    ),
)
REVENUE = Metric(name="net sales", expression="sum(amount)", table="orders", synonyms=("revenue",))

DACH = Region(name="DACH", column="orders.country", values=("DE",))
SALES = Union(name="sales", tables=("emea", "amer"))
BUYS = TableNote(table="orders", synonyms=("buy",))
REAL = TableNote(table="orders", filters=("amount > 0",))


def bound(question: str, glossary: Glossary, **fields: object) -> ValidatedQuery:
    """A query that was approved for a question, under a glossary."""
    given = {"tables": ("orders",), "columns": ("orders.amount",)} | fields
    query = a_query(question=question, **given)
    return replace(query, meanings=Meanings(glossary, CATALOG).of(query))


def changed(query: ValidatedQuery, glossary: Glossary) -> tuple[str, ...]:
    return Meanings(glossary, CATALOG).changed(query)


@pytest.mark.parametrize(
    ("question", "before", "after"),
    [
        ("Revenue by region", REVENUE, replace(REVENUE, filters=("amount > 0",))),
        ("Revenue by region", REVENUE, replace(REVENUE, table="invoices")),
        ("Revenue by region", REVENUE, replace(REVENUE, synonyms=())),
        ("Revenue by region", REVENUE, replace(REVENUE, all_rows_of=("orders",))),
        ("our net-sales this year", REVENUE, replace(REVENUE, expression="sum(net)")),
        ("the VIPs' orders", Term(name="vip", means="a"), Term(name="vip", means="b")),
        ("a vip's orders", Term(name="vip", means="a"), Term(name="vip", means="b")),
        ("SRs by day", Definition(name="SR", words="x"), Definition(name="SR", words="y")),
        ("orders in DACH", DACH, replace(DACH, values=("DE", "CH"))),
        ("all sales by day", SALES, replace(SALES, tables=("emea",))),
        ("how many buys", BUYS, replace(BUYS, table="returns")),
        ("how many", REAL, replace(REAL, filters=("amount > 1",))),
    ],
)
def test_another_meaning_of_what_is_said_or_read_is_told(
    question: str, before: object, after: object
) -> None:
    query = bound(question, a_glossary(before))
    assert changed(query, a_glossary(before)) == ()
    assert changed(query, a_glossary(after))
    assert changed(query, Glossary())
    assert bool(changed(bound(question, Glossary()), a_glossary(before)))


def a_glossary(entry: object) -> Glossary:
    """With one entry only."""
    match entry:
        case Metric():
            return Glossary(metrics=(entry,))
        case Term():
            return Glossary(terms=(entry,))
        case Definition():
            return Glossary(definitions=(entry,))
        case Region():
            return Glossary(regions=(entry,))
        case Union():
            return Glossary(unions=(entry,))
        case TableNote():
            return Glossary(tables=(entry,))
        case _:
            raise AssertionError(entry)


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("revenue by region", replace(REVENUE, name="revenue by week", synonyms=())),
        ("is it open", Definition(name="IT", words="information technology")),
        ("how many orders", TableNote(table="returns", filters=("a",))),
        ("how many orders", TableNote(table="orders", description="What was ordered.")),
        ("how many orders", TableNote(table="orders", time_column="placed")),
    ],
)
def test_what_it_neither_says_nor_reads_is_no_change(question: str, entry: object) -> None:
    assert changed(bound(question, Glossary()), a_glossary(entry)) == ()


def test_who_else_may_say_so_and_how_it_is_written_is_no_change() -> None:
    query = bound("Revenue by region", a_glossary(REVENUE))
    other = replace(REVENUE, expression=" sum(amount) ", description="What is left.", owner="Ana")
    assert changed(query, a_glossary(replace(other, certified=True))) == ()


def test_a_part_of_a_longer_name_is_no_name_unless_a_definition_explains_it() -> None:
    query = bound("net sales by region", a_glossary(REVENUE))
    term, definition = Term(name="sales", means="orders"), Definition(name="sales", words="orders")
    assert changed(query, Glossary(metrics=(REVENUE,), terms=(term,))) == ()
    assert changed(query, Glossary(metrics=(REVENUE,), definitions=(definition,)))


def test_the_dates_of_a_table_count_where_dates_are_read() -> None:
    by_day = TableNote(table="orders", time_column="placed")
    by_month = replace(by_day, time_column="paid")
    query = bound("how many orders this year", a_glossary(by_day), columns=("orders.placed",))
    assert changed(query, a_glossary(by_month)) == (
        "the dates of orders were placed, and are paid now",
    )
    dated = replace(REVENUE, time_column="orders.placed")
    query = bound("revenue this year", a_glossary(dated), columns=("orders.placed",))
    assert changed(query, a_glossary(REVENUE))
    assert not changed(bound("revenue", a_glossary(dated)), a_glossary(REVENUE))


def test_a_number_that_people_confirmed_counts_under_other_words() -> None:
    confirmed = {"measures": [{"name": "net sales", "expression": "SUM(amount)"}]}
    query = bound("what came in by region", a_glossary(REVENUE), contract=confirmed)
    assert changed(query, a_glossary(replace(REVENUE, expression="sum(net)"))) == (
        "“net sales” meant “sum(amount) of orders”, and means “sum(net) of orders” now",
    )


def test_of_what_was_kept_before_nothing_is_told() -> None:
    assert changed(a_query(question="revenue by region"), a_glossary(REVENUE)) == ()

"""Stored values are found however they are typed; private ones only as they are."""

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import known_values, read_values
from knowledge.value_lookup import StoredValue, ValueLookup, folded, similarity

CITIES = (
    "São Paulo",
    "New York",
    "New York City",
    "Spain",
    "München",
    "Sofas",
    "US",
    "in",
    "Norway",
)


def a_lookup(*values: str, private: bool = False) -> ValueLookup:
    return ValueLookup(
        StoredValue(table="t", column="c", value=value, private=private)
        for value in values or CITIES
    )


def values(lookup: ValueLookup, text: str) -> list[str]:
    return [hit.value for hit in lookup.find(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("sao paulo", "São Paulo"),
        ("NEW YORK", "New York"),
        ("Sapin", "Spain"),
        ("Spian", "Spain"),
        ("munchen", "München"),
        ("sofa", "Sofas"),
        ("york new", "New York"),
        ("Norwey", "Norway"),
        ("new-york", "New York"),
    ],
)
def test_case_accents_plurals_order_and_typos_are_forgiven(text: str, value: str) -> None:
    assert values(a_lookup(), text)[0] == value


def test_only_case_and_accents_score_one() -> None:
    lookup = a_lookup()
    assert lookup.find("sao paulo")[0].score == 1.0
    assert lookup.find("sofa")[0].score < 1.0
    assert lookup.find("Sapin")[0].score < 1.0


@pytest.mark.parametrize("text", ["", "!!!", "Berlin", "xx", "Sp"])
def test_text_that_is_no_value_finds_nothing(text: str) -> None:
    assert values(a_lookup(), text) == []


def test_spans_are_found_longest_first() -> None:
    question = "Orders from new york city and Spain in US or in them for us"
    found = a_lookup().spans(question)
    assert [(question[at:until], hit.value) for at, until, hit in found] == [
        ("new york city", "New York City"),
        ("new york", "New York"),
        ("Spain", "Spain"),
        ("in", "in"),
        ("US", "US"),
        ("in", "in"),
    ]


def test_private_values_are_found_only_as_they_are() -> None:
    lookup = a_lookup("jane@example.org", private=True)
    assert values(lookup, "Jane@Example.org") == ["jane@example.org"]
    assert values(lookup, "jan@example.org") == []
    assert lookup.spans("orders of jane@example.org")


def test_a_value_in_two_columns_is_found_in_both() -> None:
    places = [StoredValue(table=t, column="city", value="Paris") for t in ("stores", "customers")]
    found = ValueLookup([*places, *places]).find("paris")
    assert [hit.table for hit in found] == ["customers", "stores"]


@given(st.text(max_size=12), st.text(max_size=12))
def test_similarity_is_symmetric_and_between_zero_and_one(one: str, other: str) -> None:
    if one or other:
        assert similarity(one, other) == similarity(other, one)
        assert 0.0 <= similarity(one, other) <= 1.0


@given(st.lists(st.text(max_size=20), max_size=20), st.text(max_size=60))
def test_no_text_breaks_the_lookup(stored: list[str], text: str) -> None:
    lookup = a_lookup(*stored)
    lookup.find(text)
    for at, until, hit in lookup.spans(text):
        assert folded(text[at:until])
        assert hit.score > 0


def test_values_of_large_columns_are_read_and_personal_ones_are_private(tmp_path: Path) -> None:
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE people (city TEXT, email TEXT, note TEXT)")
        rows = [(f"City {n}", f"p{n}@example.org", "x" * 300) for n in range(500)]
        connection.executemany("INSERT INTO people VALUES (?, ?, ?)", rows)
    connection.close()
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="w")
    lookup = read_values(url, catalog)
    assert lookup.find("city 499")[0].value == "City 499"
    assert values(lookup, "p77@example.org") == ["p77@example.org"]
    assert "p77@example.org" not in values(lookup, "p777@example.org")
    assert known_values(catalog).find("city 499") == ()
    assert read_values(url, catalog, budget=0.0).find("city 499") == ()


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("how many know C#?", ["C#"]),
        ("how many know C++", ["C++"]),
        ("how many know F#", []),
        ("who has AB-, and since when", ["AB-"]),
        ("who has AB+", []),
        ("how many know C", ["C"]),
        ("sales in *Spain*", ["Spain"]),
        ("sales - Spain - this year", ["Spain"]),
    ],
)
def test_a_sign_at_the_end_of_a_word_makes_it_another_value(
    question: str, found: list[str]
) -> None:
    lookup = a_lookup("C", "C#", "C++", "AB-", "Spain", "F")
    assert [hit.value for _, _, hit in lookup.spans(question)] == found

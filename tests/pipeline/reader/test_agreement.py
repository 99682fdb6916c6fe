"""Readings are merged to one list, and their agreement makes an offer more probable."""

import pytest

from benchmarks.reader.merging import fit_merging
from pipeline.reader.agreement import (
    Said,
    Sameness,
    Voice,
    Voices,
    canonical_sql,
    offers_of,
    shipped_merging,
)
from tests.pipeline.reader.conftest import Runner

NAMES, AGES, ROWS = (
    "select name from singer",
    "select age from singer",
    "select count(*) from singer",
)
SAME = (
    ('SELECT "t1"."name" FROM "singer" AS "t1"', "select name from singer"),
    ("SELECT COUNT(*) AS n FROM singer", "SELECT COUNT(*) FROM singer"),
    ("SELECT name FROM singer WHERE age > 3 AND name = 'a'",
     "SELECT s.name FROM singer s WHERE s.name = 'a' AND s.age > 3"),
    ("SELECT a.x FROM a JOIN b ON a.id = b.id", "SELECT a.x FROM a JOIN b ON b.id = a.id"),
)  # fmt: skip


def voice(*statements: str, sure: float = 0.7) -> Voice:
    return Voice(tuple(Said(sql, probability=0.5) for sql in statements), sure)


def voices(rules: Voice, public: Voice, business: Voice, *, answered: bool = False) -> Voices:
    return Voices(rules=rules, public=public, business=business, answered=answered)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_aliases_and_order_do_not_tell_statements_apart(one: str, other: str) -> None:
    assert canonical_sql(one, "sqlite") == canonical_sql(other, "sqlite")


def test_other_values_tell_statements_apart() -> None:
    one, other = "SELECT name FROM s WHERE a = 1", "SELECT name FROM s WHERE a = 2"
    assert canonical_sql(one, "sqlite") != canonical_sql(other, "sqlite")


def test_one_list_holds_each_statement_once_with_its_places() -> None:
    said = voices(voice(AGES), voice(NAMES, AGES), voice(ROWS, NAMES))
    found = {o.sql: (o.rules, o.public, o.business) for o in offers_of(said, str.__eq__, {})}
    assert found == {AGES: (0, 1, None), NAMES: (None, 0, 1), ROWS: (None, None, 0)}


def test_equal_rows_are_agreement_where_statements_may_run(run: Runner) -> None:
    said = voices(voice(NAMES), voice("select name from singer where age > 0"), voice())
    apart = offers_of(said, Sameness("sqlite", None).is_same, {})
    agreed = offers_of(said, Sameness("sqlite", run).is_same, {})
    assert (len(apart), len(agreed)) == (2, 1)


def test_each_reading_that_agrees_makes_an_offer_more_probable() -> None:
    weights = shipped_merging()

    def probability(*readings: Voice) -> float:
        (offer,) = offers_of(voices(*readings), str.__eq__, weights)
        return offer.probability

    one = probability(voice(), voice(), voice(NAMES))
    two = probability(voice(NAMES), voice(), voice(NAMES))
    three = probability(voice(NAMES), voice(NAMES), voice(NAMES))
    assert 0 < one < two < three < 1


def test_words_that_are_left_out_make_an_offer_less_probable() -> None:
    whole, part = Said(NAMES, 0.5), Said(AGES, 0.5, left_out=3)
    said = voices(Voice(), Voice(), Voice((part,), 0.7))
    other = voices(Voice(), Voice(), Voice((whole,), 0.7))
    (less,) = offers_of(said, str.__eq__, shipped_merging())
    (more,) = offers_of(other, str.__eq__, shipped_merging())
    assert less.probability < more.probability


def test_signs_that_go_with_right_offers_weigh_more() -> None:
    rows = [({"bias": 1.0, "a": 1.0}, True)] * 9 + [({"bias": 1.0, "b": 1.0}, False)] * 9
    fitted = fit_merging(rows)
    assert fitted["a"] > 0 > fitted["b"]

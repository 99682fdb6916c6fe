"""Shares from 0 to 1 are told in percent; what is no part of a whole stays a number."""

import pytest

from bots.conversation.cells import table_of
from bots.conversation.files import csv_of
from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Glossary, Metric
from knowledge.value_lookup import ValueLookup
from pipeline.result import Answer
from pipeline.rules.schema.known import Known
from pipeline.state import Fetched
from pipeline.telling.shares import SHARE, checked_shares
from pipeline.telling.sql_units import units_in
from pipeline.telling.summary import summarise

RATES = Table(
    name="lines",
    columns=(
        Column(name="discount", type="double", kind=Kind.NUMBER, comment="Share off, 0 to 1"),
        Column(name="pieces", type="integer", kind=Kind.INTEGER),
    ),
)
LOST = Metric(name="lost", expression="avg(pieces)", table="lines", unit="share")
KNOWN = Known(
    Catalog(workspace="shop", dialect="duckdb", tables=(RATES,)),
    Glossary(metrics=(LOST,)),
    ValueLookup(()),
)
ROWS = (("Beds", 0.0522), ("Rugs", 0.0004))


@pytest.mark.parametrize(
    ("sql", "unit"),
    [
        ("SELECT AVG(discount) FROM lines", SHARE),
        ("SELECT SUM(discount) FROM lines", ""),
        ("SELECT AVG(pieces) FROM lines", SHARE),
        ("SELECT CAST(SUM(pieces) AS DOUBLE) / COUNT(*) AS return_rate FROM lines", SHARE),
        ("SELECT 100.0 * SUM(pieces) / COUNT(*) AS return_rate FROM lines", ""),
        ("SELECT SUM(pieces) / COUNT(*) AS exchange_rate FROM lines", ""),
        ("SELECT SUM(pieces) / COUNT(*) AS pieces_each FROM lines", ""),
    ],
)
def test_what_is_a_share(sql: str, unit: str) -> None:
    assert units_in(sql, KNOWN, ("number",)) == (unit,)


def test_a_number_above_one_is_no_share() -> None:
    assert checked_shares(("", SHARE), (("Beds", 0.5), ("Rugs", 1.5))) == ("", "")


def test_the_sentence_tells_percent() -> None:
    fetched = Fetched(columns=("kind", "return_rate"), rows=ROWS, numeric=(1,), units=("", SHARE))
    assert "(5.2%)" in summarise(fetched)
    assert "(0.04%)" in summarise(fetched)


def an_answer() -> Answer:
    return Answer(
        question="return rate", workspace="shop", summary="", reading="", sql="",
        columns=("kind", "return_rate"), rows=ROWS, numeric=(1,), units=("", SHARE),
    )  # fmt: skip


def test_the_table_tells_percent() -> None:
    table = table_of(an_answer())
    assert table.columns == ("Kind", "Return rate")
    assert table.rows == (("Beds", "5.2%"), ("Rugs", "0.04%"))


def test_the_file_keeps_what_was_computed() -> None:
    assert b"0.0522" in csv_of(an_answer()).content

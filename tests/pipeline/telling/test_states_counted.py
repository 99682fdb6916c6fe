"""Rows in a state that people may not expect are counted only if the answer says so."""

import pytest

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Glossary
from knowledge.value_lookup import ValueLookup
from pipeline.rules.schema.known import Known
from pipeline.telling.averages import averages_told
from pipeline.telling.states_counted import states_counted

STORES = Table(
    name="stores",
    columns=(
        Column(name="store_id", type="INTEGER", kind=Kind.INTEGER, primary_key=True),
        Column(name="closed_on", type="DATE", kind=Kind.DATE, null_share=0.9),
        Column(name="is_test", type="BOOLEAN", kind=Kind.BOOLEAN, distinct=2),
        Column(name="area", type="INTEGER", kind=Kind.INTEGER, null_share=0.2),
        Column(
            name="status", type="TEXT", kind=Kind.TEXT,
            values=("Open", "Cancelled"), complete=True,
        ),
    ),
)  # fmt: skip
KNOWN = Known(
    Catalog(workspace="w", dialect="duckdb", tables=(STORES,)), Glossary(), ValueLookup([])
)


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        (
            "SELECT COUNT(*) FROM stores",
            "closed stores, test stores and cancelled stores included",
        ),
        (
            "SELECT COUNT(*) FROM stores WHERE closed_on IS NULL AND NOT is_test",
            "cancelled stores included",
        ),
        ("SELECT status, COUNT(*) FROM stores WHERE closed_on IS NULL AND NOT is_test GROUP BY 1",
         ""),
    ],
)  # fmt: skip
def test_a_state_that_the_statement_does_not_speak_of_is_told(sql: str, said: str) -> None:
    assert states_counted(sql, KNOWN, {"stores"}) == said


def test_an_average_says_what_it_does_with_nothing() -> None:
    assert "without area are left out" in averages_told("SELECT AVG(area) FROM stores", KNOWN)
    assert averages_told("SELECT AVG(COALESCE(area, 0)) FROM stores", KNOWN) == ""
    assert averages_told("SELECT AVG(area) FROM stores WHERE area > 1", KNOWN) == ""

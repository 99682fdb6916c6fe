"""Two statements are the same but for typed values, or they are not."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from knowledge.catalog import Catalog, Column, Kind, Table
from pipeline.matching.canonical import changes_for, meaning_of

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "statements.yaml").read_text("utf8"))


def column(name: str, kind: Kind, *, key: bool = False) -> Column:
    return Column(name=name, type=kind.value.upper(), kind=kind, primary_key=key)


CATALOG = Catalog(
    workspace="shop",
    dialect="sqlite",
    tables=(
        Table(
            name="orders",
            columns=(
                column("id", Kind.INTEGER, key=True),
                column("customer_id", Kind.INTEGER),
                column("placed_on", Kind.DATE),
                column("total", Kind.NUMBER),
            ),
        ),
        Table(
            name="customers",
            columns=(
                column("id", Kind.INTEGER, key=True),
                column("name", Kind.TEXT),
                column("country", Kind.TEXT),
            ),
        ),
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_what_turns_one_statement_into_the_other(case: dict[str, Any]) -> None:
    approved, read = (meaning_of(case[name], CATALOG) for name in ("approved", "read"))
    assert approved is not None
    assert read is not None
    found = changes_for(approved, read)
    changes = None if found is None else {change.place: change.value for change in found}
    assert changes == case["changes"]


@pytest.mark.parametrize("sql", ["DELETE FROM orders", "SELECT FROM WHERE (", ""])
def test_what_is_no_query_has_no_meaning(sql: str) -> None:
    assert meaning_of(sql, CATALOG) is None

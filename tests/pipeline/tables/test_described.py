"""What stands beside a table on its card."""

from knowledge.glossary import Glossary, TableNote
from pipeline.contract import Contract
from pipeline.rules.schema.known import Known
from pipeline.tables.card import _about
from pipeline.workspace import Workspace


def test_what_one_row_is_is_said_once(shop: Workspace) -> None:
    grain = "one row per line"
    note = TableNote(table="line", description="One row per line: what was bought", grain=grain)
    known = Known(shop.known.catalog, Glossary(tables=(note,)), shop.known.values)
    assert _about("line", Contract(), known).lower().count(grain) == 1

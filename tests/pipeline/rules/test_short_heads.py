"""Columns that all begin with what is short for their table."""

import pytest

from knowledge.catalog import Column, Kind, Table
from pipeline.rules.schema.names import display_columns
from pipeline.rules.schema.short_heads import head_of


def a_table(name: str, *columns: str) -> Table:
    made = tuple(
        Column(name=column, type="text", kind=Kind.TEXT, primary_key=place == 0)
        for place, column in enumerate(columns)
    )
    return Table(name=name, columns=made)


@pytest.mark.parametrize(
    ("table", "head"),
    [
        (a_table("prmt", "pm_no", "pm_stat"), "pm"),
        (a_table("sales_order", "so_id", "so_date"), "so"),
        (a_table("cd_crop", "cr_typ", "cr_dsc"), "cr"),
        (a_table("client", "client_id", "client_name"), ""),
        (a_table("visit", "pt_id", "pt_nm"), ""),
        (a_table("visit", "vs_id", "seen_on"), ""),
    ],
)
def test_columns_begin_with_what_stands_for_their_table(table: Table, head: str) -> None:
    assert head_of(table) == head


def test_rows_are_named_by_the_name_that_begins_as_their_key_does() -> None:
    table = a_table("agt", "ag_id", "ag_nm", "firm_nm", "lic_no")
    assert display_columns(table) == ("ag_nm",)

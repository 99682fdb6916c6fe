"""The tables that a query reads, by name."""

import pytest

from pipeline.sql.permitting.tables_read import tables_read


@pytest.mark.parametrize(
    ("sql", "tables"),
    [
        ("SELECT a FROM orders", ("orders",)),
        ("SELECT a FROM orders o JOIN sales.lines l ON o.i = l.i", ("orders", "lines")),
        ("SELECT a FROM orders WHERE b IN (SELECT b FROM orders)", ("orders",)),
        (
            "WITH c AS (SELECT a FROM orders) SELECT a FROM c JOIN items ON 1 = 1",
            ("orders", "items"),
        ),
        ("SELECT 1", ()),
        ("what is this", ()),
        ("", ()),
    ],
)
def test_each_table_is_named_once(sql: str, tables: tuple[str, ...]) -> None:
    assert set(tables_read(sql, "duckdb")) == set(tables)
    assert len(tables_read(sql, "duckdb")) == len(tables)

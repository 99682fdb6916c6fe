"""Which columns add up over groups of rows."""

import pytest
from sqlglot import exp, parse_one

from pipeline.telling.sums import sums_in


@pytest.mark.parametrize(
    ("select", "places"),
    [
        ("a, SUM(b)", (1,)),
        ("a, COUNT(*), ROUND(SUM(b - c), 2)", (1, 2)),
        ("a, COUNT(DISTINCT b), AVG(b), MAX(b)", ()),
        ("a, SUM(b) / SUM(c)", ()),
        ("a, SUM(b) - SUM(c)", (1,)),
        ("a, b", ()),
    ],
)
def test_only_sums_and_counts_of_rows_add_up(select: str, places: tuple[int, ...]) -> None:
    tree = parse_one(f"SELECT {select} FROM t GROUP BY a", into=exp.Select)
    columns = [f"c{at}" for at in range(len(tree.selects))]
    assert sums_in(tree.sql(), "duckdb", columns) == places

"""SQL that a database would refuse never leaves the planner."""

import pytest
import sqlglot

from pipeline.rules.building.grouped import is_grouped


@pytest.mark.parametrize(
    ("sql", "taken"),
    [
        ("SELECT a.n FROM a", True),
        ("SELECT COUNT(*) FROM a", True),
        ("SELECT a.n, COUNT(*) FROM a GROUP BY a.n ORDER BY COUNT(*) DESC", True),
        ("SELECT a.n, SUM(SUM(a.x)) OVER () FROM a GROUP BY a.n", True),
        ("SELECT a.n FROM a WHERE a.x > (SELECT AVG(a.x) FROM a)", True),
        ("SELECT a.n, AVG(a.x) OVER (PARTITION BY a.n) FROM a", True),
        ("SELECT a.n FROM a ORDER BY COUNT(*) DESC", False),
        ("SELECT a.n, COUNT(*) FROM a", False),
        ("SELECT a.n, a.x, COUNT(*) FROM a GROUP BY a.n", False),
        ("SELECT a.n FROM a GROUP BY a.n ORDER BY a.x", False),
        ("SELECT a.n FROM a HAVING COUNT(*) > 3", False),
        ("SELECT b.n FROM (SELECT a.n AS n, COUNT(*) FROM a) AS b", False),
    ],
)
def test_numbers_stand_beside_groups_only(sql: str, *, taken: bool) -> None:
    assert is_grouped(sqlglot.parse_one(sql)) is taken

"""Superlatives inside a filter: of the rows that they stand before, under what is said of those."""

from pathlib import Path

import pytest

from pipeline.rules.plan import Planned, plan
from tests.pipeline.rules.conftest import a_file, a_known, rows_of

_SCRIPT = """
CREATE TABLE harbour (
  harbour_id INTEGER PRIMARY KEY, name TEXT, country TEXT, capacity INTEGER, depth REAL
);
CREATE TABLE boat (
  boat_id INTEGER PRIMARY KEY, name TEXT, length REAL, crew INTEGER,
  harbour_id INTEGER REFERENCES harbour (harbour_id)
);
INSERT INTO harbour VALUES (1, 'Nord', 'Norway', 90, 4), (2, 'Syd', 'Norway', 50, 9),
  (3, 'Aust', 'Sweden', 200, 20);
INSERT INTO boat VALUES (1, 'Elsa', 9, 3, 1), (2, 'Maja', 12, 5, 1), (3, 'Sara', 30, 9, 3),
  (4, 'Tove', 7, 2, 2);
"""


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("which boats lie in the largest harbour in Norway", [("Elsa",), ("Maja",)]),
        ("which boats are in the deepest harbour in Norway", [("Tove",)]),
        ("how many boats are there in the largest harbour in Norway", [(2,)]),
        ("the total crew of boats in the largest harbour of Norway", [(8,)]),
        ("boats in the largest harbour", [("Sara",)]),
        ("the names of boats in the smallest harbour", [("Tove",)]),
        ("what is the average length of boats in the deepest harbour in Sweden", [(30,)]),
        ("how many boats lie in the deepest harbour", [(1,)]),
    ],
)
def test_a_superlative_is_of_the_rows_that_it_stands_before(
    question: str, rows: list[tuple[object, ...]], tmp_path: Path
) -> None:
    url = a_file(tmp_path, _SCRIPT)
    planned = plan(question, a_known(url))
    assert isinstance(planned, Planned), planned
    assert sorted(rows_of(url, planned.sql)) == rows

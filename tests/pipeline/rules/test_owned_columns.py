"""Columns of one name in two tables: that of the rows they stand behind. Kinds of things."""

from pathlib import Path

import pytest

from pipeline.rules.plan import Planned, plan
from tests.pipeline.rules.conftest import a_file, a_known, rows_of

_SCRIPT = """
CREATE TABLE holder (holder_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE deposit (
  holder_id INTEGER PRIMARY KEY REFERENCES holder (holder_id), balance REAL, branch TEXT
);
CREATE TABLE pension (
  holder_id INTEGER PRIMARY KEY REFERENCES holder (holder_id), balance REAL
);
CREATE TABLE maker (maker_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE lamp (
  lamp_id INTEGER PRIMARY KEY, name TEXT, finish TEXT, price REAL,
  maker_id INTEGER REFERENCES maker (maker_id)
);
INSERT INTO holder VALUES (1, 'Ada'), (2, 'Ben'), (3, 'Cid');
INSERT INTO deposit VALUES (1, 50, 'Nord'), (2, 20, 'Syd'), (3, 90, 'Nord');
INSERT INTO pension VALUES (1, 10), (2, 80), (3, 40);
INSERT INTO maker VALUES (1, 'Lumo'), (2, 'Raya');
INSERT INTO lamp VALUES (1, 'Arc', 'brass', 10, 1), (2, 'Bow', 'steel', 30, 1),
  (3, 'Cone', 'brass', 50, 2);
"""


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("the name of the holder with the lowest pension balance", [("Ada",)]),
        ("the deposit balance of the holder with the highest pension balance", [(20,)]),
        ("what is the average pension balance", [(130 / 3,)]),
        ("the average price of lamps by maker name", [("Lumo", 20), ("Raya", 50)]),
        ("how many different kinds of finishes are there", [(2,)]),
        ("how many distinct kinds of lamp finishes are there", [(2,)]),
        ("which makers have more than one kind of lamp", [("Lumo",)]),
    ],
)
def test_a_column_is_of_the_rows_that_it_stands_behind(
    question: str, rows: list[tuple[object, ...]], tmp_path: Path
) -> None:
    path = a_file(tmp_path, _SCRIPT)
    planned = plan(question, a_known(path))
    assert isinstance(planned, Planned), planned
    assert sorted(rows_of(path, planned.sql)) == rows

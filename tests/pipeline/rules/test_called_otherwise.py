"""People called by another name for their work, and rows that only say where something is."""

from pathlib import Path

import pytest

from pipeline.rules.outcomes import Planned
from pipeline.rules.plan import plan
from tests.pipeline.rules.conftest import a_file, a_known

SCRIPT = """
CREATE TABLE salespersons (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
INSERT INTO salespersons VALUES (1, 'Ada'), (2, 'Bo');
"""
PLACES = """
CREATE TABLE cafe (cafe_id INTEGER PRIMARY KEY, cafe_name TEXT NOT NULL);
CREATE TABLE district (id INTEGER PRIMARY KEY,
  cafe_id INTEGER NOT NULL REFERENCES cafe (cafe_id), district_name TEXT NOT NULL);
INSERT INTO cafe VALUES (1, 'Alba'), (2, 'Bora'), (3, 'Cima');
INSERT INTO district VALUES (1, 1, 'Old town'), (2, 2, 'Old town'), (3, 3, 'Docks');
"""


@pytest.mark.parametrize("people", ["sales reps", "sales representatives", "salesmen"])
def test_people_are_known_by_other_names_for_their_work(people: str, tmp_path: Path) -> None:
    read = plan(f"How many {people} are there?", a_known(a_file(tmp_path, SCRIPT)))
    assert isinstance(read, Planned), read
    assert read.sql.endswith('FROM "salespersons"')


def test_rows_that_say_where_something_is_are_put_together_by_name(tmp_path: Path) -> None:
    read = plan("number of cafes by district", a_known(a_file(tmp_path, PLACES)))
    assert isinstance(read, Planned), read
    assert 'GROUP BY "district"."district_name"' in read.sql

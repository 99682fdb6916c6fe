"""Which simple readings of the rules a model looks at as well, where there is one."""

import sqlite3
from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary
from pipeline.doubts import doubted
from pipeline.rules.outcomes import Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known

_SCHEMA = """
CREATE TABLE lake (lake_name TEXT, country_name TEXT, area REAL);
CREATE TABLE river (river_name TEXT, country_name TEXT, length REAL);
CREATE TABLE stadium (id INTEGER PRIMARY KEY, name TEXT, capacity INTEGER, average INTEGER);
CREATE TABLE visit (id INTEGER PRIMARY KEY, month TEXT, weekday TEXT, stars INTEGER);
INSERT INTO lake VALUES ('Chad', 'Niger', 1), ('Como', 'Italy', 2);
INSERT INTO river VALUES ('Po', 'Italy', 1), ('Tiber', 'Italy', 2);
INSERT INTO stadium VALUES (1, 'Old', 100, 50), (2, 'New', 200, 60);
INSERT INTO visit VALUES
  (1, 'January', 'Monday', 3), (2, 'April', 'Friday', 4), (3, 'April', 'Sunday', 5);
"""


@pytest.fixture
def known(tmp_path: Path) -> Known:
    path = tmp_path / "places.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(_SCHEMA)
    connection.close()
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="places")
    return Known(catalog, Glossary(), read_values(url, catalog))


def read(question: str, known: Known, **choices: str) -> Planned:
    found = plan(question, known, choices=choices)
    assert isinstance(found, Planned), found
    return found


@pytest.mark.parametrize(
    "question",
    [
        "What is the capacity of each stadium? Show names and capacities.",
        "How many visits are there for each weekday, ordered by weekday?",
        "What is the maximum capacity and the average of all stadiums?",
    ],
)
def test_a_simple_reading_that_may_miss_something_is_doubted(question: str, known: Known) -> None:
    assert doubted(question, read(question, known), known)


def test_a_reading_that_leaves_a_named_table_out_is_doubted(known: Known) -> None:
    found = read("List the lakes", known)
    assert doubted("List the lakes and rivers", found, known)


@pytest.mark.parametrize(
    "question",
    [
        "How many stadiums are there?",
        "What is the average capacity of the stadiums?",
        "List the names of lakes in Italy",
        "How many visits are there in each month?",
        "How many visits are there for each month, ordered by month?",
    ],
)
def test_a_plain_reading_is_not_doubted(question: str, known: Known) -> None:
    assert not doubted(question, read(question, known), known)

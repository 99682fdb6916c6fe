"""Times of day, however they are stored: 930, `09:30`, a time, or a moment."""

from pathlib import Path

import pytest

from pipeline.rules.outcomes import Ask, Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_file, a_known, rows_of

SCRIPT = """
CREATE TABLE spa (
  spa_id INTEGER PRIMARY KEY, spa_name TEXT, opens INTEGER, closes INTEGER, opened INTEGER);
CREATE TABLE class (
  class_id INTEGER PRIMARY KEY, spa_id INTEGER REFERENCES spa (spa_id), title TEXT,
  start_time TEXT, end_time TEXT, price REAL);
CREATE TABLE visit (
  visit_id INTEGER PRIMARY KEY, spa_id INTEGER REFERENCES spa (spa_id), guest TEXT,
  arrived_at TIMESTAMP, left_at TIMESTAMP);
INSERT INTO spa VALUES (1, 'Fern', 730, 1900, 1995), (2, 'Moss', 900, 2130, 2003),
  (3, 'Reed', 1015, 1700, 2011);
INSERT INTO class VALUES (1, 1, 'Yoga', '07:45', '08:45', 10), (2, 1, 'Pilates', '12:00', '13:00', 12),
  (3, 2, 'Sauna', '18:30', '19:15', 15), (4, 3, 'Tai chi', '10:30', '11:30', 9);
INSERT INTO visit VALUES (1, 1, 'Ada', '2025-03-01 08:15:00', '2025-03-01 10:00:00'),
  (2, 2, 'Ben', '2025-03-01 20:40:00', '2025-03-01 23:10:00'),
  (3, 3, 'Cas', '2025-03-02 12:30:00', '2025-03-02 18:05:00');
"""  # noqa: E501 - rows of a table
CASES = (
    ("Which spas open before 9 in the morning?", {"Fern"}),
    ("Which spas open at half past seven?", {"Fern"}),
    ("Which spas close after 6 pm?", {"Fern", "Moss"}),
    ("Which spas close after 6?", {"Fern", "Moss"}),
    ("Names of spas with a closing time of 9:30 pm or later", {"Moss"}),
    ("Which spas are open at 8 pm?", {"Moss"}),
    ("Which spas are open until 7 pm or later?", {"Fern", "Moss"}),
    ("Which spas are open before 8 am?", {"Fern"}),
    ("titles of classes that start between 10 and 11 am", {"Tai chi"}),
    ("titles of classes starting at noon or later", {"Pilates", "Sauna"}),
    ("titles of evening classes that start after 18:00", {"Sauna"}),
    ("titles of classes whose end time is before 9 a.m.", {"Yoga"}),
    ("titles of classes that begin no later than 10:30 am", {"Yoga", "Tai chi"}),
    ("guests of visits who arrived before 9 am", {"Ada"}),
    ("guests of visits who left after 6 pm", {"Ben", "Cas"}),
    ("guests of visits who arrived from 12 noon to 1 pm", {"Cas"}),
    ("guests of visits who left between 10 pm and 2 am", {"Ben"}),
)


@pytest.fixture(scope="module")
def spas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_file(tmp_path_factory.mktemp("spas"), SCRIPT)


@pytest.fixture(scope="module")
def known(spas: Path) -> Known:
    return a_known(spas)


@pytest.mark.parametrize(("question", "expected"), CASES)
def test_a_time_of_day_is_compared_with_the_column_that_keeps_it(
    question: str, expected: set[str], spas: Path, known: Known
) -> None:
    planned = plan(question, known)
    assert isinstance(planned, Planned), planned
    assert {row[0] for row in rows_of(spas, planned.sql)} == expected, planned.sql


def test_where_either_half_of_the_day_may_be_meant_a_person_says_which(known: Known) -> None:
    asked = plan("titles of classes that start before 8", known)
    assert isinstance(asked, Planned), asked
    assert "'08:00'" in asked.sql
    unclear = plan("titles of classes that end after 9", known)
    assert isinstance(unclear, Planned | Ask), unclear


def test_a_bare_number_before_a_unit_is_no_time_of_day(known: Known) -> None:
    read = plan("Which classes start after 5 visits?", known)
    assert "05:00" not in getattr(read, "sql", "")


def test_no_moment_is_the_same_as_a_time_of_day(known: Known) -> None:
    assert not isinstance(plan("guests of visits who arrived at 8 am", known), Planned)

"""Days of the week as people say them, and words that are no days at all."""

import sqlite3
from pathlib import Path

import pytest

from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_known

RIDES = """
CREATE TABLE rides (ride_id INTEGER PRIMARY KEY, rider TEXT, ride_date DATE, price REAL);
INSERT INTO rides VALUES (1, 'Ana', '2024-01-01', 4), (2, 'Bo', '2024-01-03', 5),
    (3, 'Ana', '2024-01-06', 6), (4, 'Cy', '2024-01-08', 7);
"""
LESSONS = """
CREATE TABLE lessons (lesson_id INTEGER PRIMARY KEY, day TEXT, topic TEXT);
INSERT INTO lessons VALUES (1, 'Monday', 'chess'), (2, 'Friday', 'go'), (3, 'Monday', 'go');
"""


@pytest.fixture
def rides(tmp_path: Path) -> Known:
    return of(RIDES, tmp_path)


def of(sql: str, folder: Path) -> Known:
    path = folder / "data.sqlite"
    with sqlite3.connect(path) as con:
        con.executescript(sql)
    return a_known(path)


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("on Mondays", "(1)"),
        ("on a Monday", "(1)"),
        ("on mondays and fridays", "(1, 5)"),
        ("on a Saturday or Sunday", "(6, 0)"),
        ("monday through friday", "(1, 2, 3, 4, 5)"),
        ("every Tuesday", "(2)"),
    ],
)
def test_days_of_the_week_pick_the_rows_that_fall_on_them(
    said: str, days: str, rides: Known
) -> None:
    outcome = plan(f"How many rides were made {said}?", rides)
    assert isinstance(outcome, Planned), outcome
    assert "'%w'" in outcome.sql
    assert outcome.sql.endswith(f"IN {days}")


def test_days_that_are_stored_under_their_names_are_values(tmp_path: Path) -> None:
    outcome = plan("How many lessons are on Mondays?", of(LESSONS, tmp_path))
    assert isinstance(outcome, Planned), outcome
    assert "= 'Monday'" in outcome.sql


def test_a_word_that_is_no_day_is_never_compared_with_a_date(rides: Known) -> None:
    outcome = plan("How many rides have the ride date Funday?", rides)
    assert not isinstance(outcome, Planned) or "Funday" not in outcome.sql


def test_the_earliest_and_the_latest_date_are_two_numbers(rides: Known) -> None:
    outcome = plan("What are the earliest and latest ride dates?", rides)
    assert isinstance(outcome, Planned), outcome
    assert 'MIN("rides"."ride_date")' in outcome.sql
    assert 'MAX("rides"."ride_date")' in outcome.sql
    assert "WHERE" not in outcome.sql

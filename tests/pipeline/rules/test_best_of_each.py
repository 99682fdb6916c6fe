"""The best of each group: ranked by a number that is added up, or by what many people rated."""

import sqlite3
from pathlib import Path

import pytest

from pipeline.rules.plan import Ask, Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_known

CAFES = """
CREATE TABLE cafe (cafe_id INTEGER PRIMARY KEY, cafe_name TEXT, city TEXT, vat_rate REAL);
CREATE TABLE review (
  review_id INTEGER PRIMARY KEY, cafe_id INTEGER REFERENCES cafe (cafe_id), rating INTEGER
);
INSERT INTO cafe VALUES
  (1, 'Azul', 'Porto', 0.3), (2, 'Brisa', 'Porto', 0.2), (3, 'Cala', 'Lyon', 0.2),
  (4, 'Dune', 'Lyon', 0.4), (5, 'Elba', 'Lyon', 0.1);
INSERT INTO review VALUES
  (1, 1, 5), (2, 1, 1), (3, 2, 4), (4, 2, 4), (5, 3, 3), (6, 4, 2), (7, 4, 2), (8, 4, 2), (9, 5, 1);
"""


@pytest.fixture
def cafes(tmp_path: Path) -> Path:
    path = tmp_path / "cafes.sqlite"
    con = sqlite3.connect(path)
    con.executescript(CAFES)
    con.close()
    return path


def answered(question: str, path: Path) -> list[tuple[object, ...]]:
    outcome = plan(question, a_known(path))
    assert isinstance(outcome, Planned), outcome
    con = sqlite3.connect(path)
    rows = con.execute(outcome.sql).fetchall()
    con.close()
    return sorted(rows)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What is the best rated cafe in each city?", [("Lyon", "Cala"), ("Porto", "Brisa")]),
        ("worst rated cafe per city", [("Lyon", "Elba"), ("Porto", "Azul")]),
        ("top rated cafe in Porto", [("Brisa",)]),
        ("highest rating per city", [("Lyon", 3), ("Porto", 5)]),
        (
            "top 2 cafes by number of reviews in each city",
            [
                ("Lyon", "Cala", 1),
                ("Lyon", "Dune", 3),
                ("Lyon", "Elba", 1),
                ("Porto", "Azul", 2),
                ("Porto", "Brisa", 2),
            ],
        ),
    ],
)
def test_the_best_of_each_group_is_found(
    question: str, rows: list[tuple[object, ...]], cafes: Path
) -> None:
    assert answered(question, cafes) == rows


def test_one_row_of_many_is_not_taken_for_the_best_without_asking(cafes: Path) -> None:
    assert isinstance(plan("cafe with the highest rating per city", a_known(cafes)), Ask)


def test_the_top_of_each_group_is_ranked_by_a_number_of_the_glossary(
    written_library: Known,
) -> None:
    outcome = plan("top 2 books by net income for each genre", written_library)
    assert isinstance(outcome, Planned), outcome
    assert "PARTITION BY" in outcome.sql
    assert outcome.reading.endswith("the 2 with the highest net income, apart for each genre.")


def test_the_highest_of_an_added_number_for_each_group_is_asked(written_library: Known) -> None:
    assert isinstance(plan("highest net income for each genre", written_library), Ask)

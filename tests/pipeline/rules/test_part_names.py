"""A word that is only a part of what rows are called, and numbers for one of many."""

from pathlib import Path

import pytest

from pipeline.rules.outcomes import Ask, Planned
from pipeline.rules.plan import plan
from tests.pipeline.rules.conftest import a_file, a_known

SCRIPT = """
CREATE TABLE haCrew (haCrewId INTEGER PRIMARY KEY, haCrewName TEXT);
CREATE TABLE haOwner (haOwnerId INTEGER PRIMARY KEY, haOwnerName TEXT);
CREATE TABLE haBoat (
  haBoatId INTEGER PRIMARY KEY, haBoatOwnerId INTEGER REFERENCES haOwner (haOwnerId),
  haBoatCrewId INTEGER REFERENCES haCrew (haCrewId));
CREATE TABLE deck_days (deck TEXT, day DATE, guests INTEGER, bar_income REAL, price REAL);
INSERT INTO haCrew VALUES (1, 'Echo South'), (2, 'Mesa South');
INSERT INTO haOwner VALUES (1, 'Ana Moreno'), (2, 'Luis Moreno'), (3, 'Ida Holt'),
  (4, 'Per Holtman'), (5, 'Bo Diaz');
INSERT INTO haBoat VALUES (1, 1, 1), (2, 3, 2), (3, 5, 1);
INSERT INTO deck_days VALUES ('Top', '2024-05-01', 10, 55.5, 3), ('Low', '2024-05-02', 20, 41, 4);
"""
PART = '"haOwner"."haOwnerName" LIKE \'%Moreno%\''


@pytest.mark.parametrize(
    "question",
    [
        "owners named Moreno",
        "How many owners are named Moreno?",
        "Which owners named Moreno have no boats?",
        "How many boats do owners called Moreno have?",
    ],
)
def test_rows_go_by_one_word_of_their_names(question: str, tmp_path: Path) -> None:
    read = plan(question, a_known(a_file(tmp_path, SCRIPT)))
    assert isinstance(read, Planned), read
    assert PART in read.sql
    assert "haCrew" not in read.sql.replace("haBoatCrewId", "")


@pytest.mark.parametrize("question", ["owners named Zorn", "How many owners are named Zorn?"])
def test_a_name_that_nobody_has_is_looked_for_among_the_rows_that_are_asked_for(
    question: str, tmp_path: Path
) -> None:
    read = plan(question, a_known(a_file(tmp_path, SCRIPT)))
    offered = " ".join(option.id for option in read.options) if isinstance(read, Ask) else ""
    assert "haOwner.haOwnerName" in offered
    assert "haCrewName" not in offered


def test_a_part_that_longer_words_hold_too_is_no_name(tmp_path: Path) -> None:
    read = plan("owners named Holt", a_known(a_file(tmp_path, SCRIPT)))
    assert not isinstance(read, Planned) or "LIKE" not in read.sql


@pytest.mark.parametrize(
    "question",
    ["bar income per guest for each deck", "What was the average bar income per guest by deck?"],
)
def test_one_of_many_that_a_column_counts_divides_the_total(question: str, tmp_path: Path) -> None:
    read = plan(question, a_known(a_file(tmp_path, SCRIPT)))
    assert isinstance(read, Planned), read
    assert 'NULLIF(SUM("deck_days"."guests"), 0)' in read.sql
    assert 'GROUP BY "deck_days"."deck"' in read.sql

"""Words with an “of” or an “or” between them: what is asked for, and both of what may hold."""

import sqlite3
from pathlib import Path

import pytest

from benchmarks.executed import ran
from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_known

TABLES = """
CREATE TABLE contract_types (code TEXT PRIMARY KEY, label TEXT);
CREATE TABLE contracts (id INTEGER PRIMARY KEY, code TEXT REFERENCES contract_types (code));
CREATE TABLE countries (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT, birth_country TEXT);
INSERT INTO contract_types VALUES ('RX', 'rental'), ('SX', 'sale');
INSERT INTO contracts VALUES (1, 'RX'), (2, 'RX'), (3, 'RX'), (4, 'SX');
"""


@pytest.fixture
def office(tmp_path: Path) -> Known:
    with sqlite3.connect(tmp_path / "office.sqlite") as con:
        con.executescript(TABLES)
    con.close()
    return a_known(tmp_path / "office.sqlite")


@pytest.mark.parametrize("question", ["How many contracts of the type RX are there?",
                                      "Count the contracts of type RX"])  # fmt: skip
def test_things_of_a_type_are_things_and_not_types(
    office: Known, question: str, tmp_path: Path
) -> None:
    outcome = plan(question, office)
    assert isinstance(outcome, Planned), outcome
    assert ran(tmp_path / "office.sqlite", outcome.sql) == [(3,)]


def test_types_of_things_are_types(office: Known, tmp_path: Path) -> None:
    outcome = plan("How many types of contracts are there?", office)
    assert isinstance(outcome, Planned)
    assert ran(tmp_path / "office.sqlite", outcome.sql) == [(2,)]


def test_a_name_that_says_the_same_in_other_words_is_still_found(office: Known) -> None:
    outcome = plan("What is the country of birth of each player?", office)
    assert isinstance(outcome, Planned)
    assert "birth_country" in outcome.sql


@pytest.mark.parametrize(
    "question",
    [
        "contracts that have 'Ford' in their name or 'Mustang' in the name",
        "How many contracts have 'Ford' in the label or 'Mustang' in the name?",
    ],
)
def test_of_two_that_either_may_hold_none_is_left_out(office: Known, question: str) -> None:
    outcome = plan(question, office)
    assert not isinstance(outcome, Planned) or outcome.sql.count("LIKE") > 1, outcome

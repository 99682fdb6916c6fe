"""Questions as people type them are read as those that are written with care."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.casual import with_and, with_capitals
from pipeline.rules.text.as_typed import as_written
from pipeline.times.values import TimeSpan
from tests.pipeline.rules.conftest import a_known

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases.jsonl").read_text("utf8").splitlines()
]
NAMED = [
    case
    for case in CASES
    if "gold" in case
    and "'" not in case["question"]
    and case["question"][1:].lower() != case["question"][1:]
]
NATIONS = """
CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT, region TEXT);
CREATE TABLE language (country TEXT REFERENCES country(code), language TEXT, speakers INTEGER);
CREATE TABLE shop (id INTEGER PRIMARY KEY, label TEXT, state TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO country SELECT 'C' || i, 'Land ' || i, 'Region ' || (i % 5) FROM n;
INSERT INTO country VALUES ('ABW', 'Aruba', 'Caribbean'), ('ENG', 'England', 'Europe'),
    ('USA', 'United States', 'America');
INSERT INTO language SELECT code, 'Tongue ' || code, 5 FROM country;
INSERT INTO language VALUES ('ABW', 'English', 9), ('ENG', 'English', 50), ('USA', 'English', 300);
INSERT INTO shop VALUES (1, 'First', 'CA'), (2, 'Second', 'NY'), (3, 'Third', 'CA');
"""


@pytest.fixture
def nations(tmp_path: Path) -> Known:
    path = tmp_path / "nations.sqlite"
    with sqlite3.connect(path) as con:
        con.executescript(NATIONS)
    return a_known(path)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("which region is aruba in", "which region is Aruba in"),
        ("Which region is aruba in?", "Which region is Aruba in?"),
        ("how many countries speak english", "how many countries speak English"),
        ("shops in the state of california", "shops in the state of California"),
        ("how many languages in the us", "how many languages in the US"),
        ("give me aruba’s region", "give me Aruba’s region"),  # noqa: RUF001
        ('regions of "aruba"', 'regions of "aruba"'),
        ("which Region is aruba in", "which Region is aruba in"),
        ("how many shops do we have", "how many shops do we have"),
        ("first shop by label", "first shop by label"),
        ("show us all shops", "show us all shops"),
    ],
)
def test_stored_names_get_their_capitals(typed: str, read: str, nations: Known) -> None:
    assert with_capitals(typed, nations) == read
    assert len(read) == len(typed)


@pytest.mark.parametrize(
    "question",
    [
        "Which countries have English?",
        "Which region is Aruba in?",
        "How many shops are in California?",
        "How many languages are in the US?",
    ],
)
def test_the_query_is_the_same(question: str, nations: Known) -> None:
    written, typed = plan(question, nations), plan(question.lower().rstrip("?"), nations)
    assert isinstance(written, Planned), written
    assert isinstance(typed, Planned), typed
    assert typed.sql == written.sql


@pytest.mark.parametrize("case", NAMED, ids=lambda case: case["question"])
def test_names_without_capitals_lead_to_the_same_outcome(
    case: dict[str, Any], library: Known
) -> None:
    typed = case["question"][:1] + case["question"][1:].lower()
    written = plan(case["question"], library)
    if isinstance(written, Planned):
        read = plan(typed, library)
        assert isinstance(read, Planned), read
        assert read.sql == written.sql


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("How many books are there??", "How many books are there?"),
        ("How many books are there ...", "How many books are there?"),
        ("how many books are there!", "how many books are there?"),
        ("HOW MANY BOOKS ARE THERE", "how many books are there?"),
        ("whats the average price of books", "what is the average price of books?"),
        ("What're the titles of all books?", "What are the titles of all books?"),
        ("I need the titles of all books", "tell me the titles of all books?"),
        ("I'd like to see a list of all books", "list all books?"),
        ("show me a list of all books", "list all books?"),
        ("What is the min & max price?", "What is the min and max price?"),
        ("R&D books", "R&D books?"),
        ("US", "US?"),
    ],
)
def test_a_question_is_put_as_it_is_written(typed: str, written: str, library: Known) -> None:
    assert with_and(*as_written(typed, ()), about=library)[0] == written


def test_times_stay_where_they_are_said(library: Known) -> None:
    typed = "whats the min & max price in 2023"
    at = typed.index("2023")
    year = TimeSpan(words="2023", at=at, until=at + 4, start=None, end=None)
    read, (moved,) = with_and(*as_written(typed, (year,)), about=library)
    assert read[moved.at : moved.until] == "2023"


@pytest.mark.parametrize("case", NAMED, ids=lambda case: case["question"])
@pytest.mark.parametrize("marks", ["??", " ...", "!"])
def test_marks_change_nothing(case: dict[str, Any], marks: str, library: Known) -> None:
    written, plain = plan(case["question"], library), case["question"].rstrip("?. ")
    typed = plan(f"{plain}{marks}", library)
    if isinstance(written, Planned):
        assert isinstance(typed, Planned), typed
        assert typed.sql == written.sql

"""The same questions in other words over ferries, beside those that only look alike."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.executed import ran, same_rows
from pipeline.dates import Calendar, read_times
from pipeline.rules.plan import Ask, Outcome, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.times.reading import spans
from tests.pipeline.rules.conftest import a_file, a_known

HERE = Path(__file__).parent
TODAY = dt.date(2023, 5, 1)
CASES = [json.loads(line) for line in (HERE / "ferries_cases.jsonl").read_text("utf8").splitlines()]


@pytest.fixture(scope="module")
def ferries_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_file(tmp_path_factory.mktemp("ferries"), (HERE / "ferries.sql").read_text("utf8"))


@pytest.fixture(scope="module")
def ferries(ferries_file: Path) -> Known:
    return a_known(ferries_file)


def outcome_of(question: str, about: Known) -> Outcome:
    times = spans(read_times(question, TODAY, Calendar()).ranges)
    return plan(question, about, times=times)


@pytest.mark.parametrize("case", [c for c in CASES if "gold" in c], ids=lambda c: c["question"])
def test_what_was_said_in_other_words_is_answered(
    case: dict[str, Any], ferries: Known, ferries_file: Path
) -> None:
    outcome = outcome_of(case["question"], ferries)
    assert isinstance(outcome, Planned), outcome
    gold = case["gold"]
    assert same_rows(ran(ferries_file, gold), ran(ferries_file, outcome.sql), gold), outcome.sql


@pytest.mark.parametrize(
    "case", [c for c in CASES if c.get("not_planned")], ids=lambda c: c["question"]
)
def test_what_only_looks_like_it_is_not_answered(case: dict[str, Any], ferries: Known) -> None:
    assert not isinstance(outcome_of(case["question"], ferries), Planned)


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("What is the average displacement of ferries?", "select avg(disp) from ferry"),
        (
            "Show the names of ferries with a displacement above 400",
            "select ferry_name from ferry where disp > 400",
        ),
    ],
)
def test_a_word_that_a_name_is_short_for_is_answered(
    question: str, meant: str, ferries: Known, ferries_file: Path
) -> None:
    outcome = outcome_of(question, ferries)
    assert isinstance(outcome, Planned), outcome
    assert same_rows(ran(ferries_file, meant), ran(ferries_file, outcome.sql), meant)


@pytest.fixture
def school(tmp_path: Path) -> Known:
    made = a_file(
        tmp_path,
        "CREATE TABLE classroom (classroom_id INTEGER PRIMARY KEY, label TEXT, seats INTEGER);"
        "INSERT INTO classroom VALUES (1,'A1',20),(2,'B2',31),(3,'C3',24);",
    )
    return a_known(made)


def test_a_noun_that_a_longer_name_ends_with_is_asked_about(school: Known) -> None:
    question = "How many rooms are there?"
    asked = outcome_of(question, school)
    assert isinstance(asked, Ask)
    read = [plan(question, school, choices={asked.id: option.id}) for option in asked.options]
    sqls = [one.sql for one in read if isinstance(one, Planned)]
    assert any("COUNT(*)" in sql and sql.endswith('FROM "classroom"') for sql in sqls), sqls


def test_a_noun_that_is_near_to_nothing_is_not_guessed_at(school: Known) -> None:
    assert not isinstance(outcome_of("How many unicorns are there?", school), Ask | Planned)


def test_words_that_are_near_to_no_name_are_not_asked_about(school: Known) -> None:
    asked = outcome_of("Which sailors have gone fishing for herrings?", school)
    assert not isinstance(asked, Ask | Planned)

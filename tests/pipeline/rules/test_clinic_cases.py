"""Kinds of questions over a clinic, from a file of cases: answered at once, or not at all."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.executed import ran, same_rows
from pipeline.dates import Calendar, read_times
from pipeline.rules.plan import Outcome, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.sql import check_contract
from pipeline.times.reading import spans
from tests.pipeline.rules.conftest import a_file, a_known

HERE = Path(__file__).parent
TODAY = dt.date(2023, 5, 1)
CASES = [json.loads(line) for line in (HERE / "clinic_cases.jsonl").read_text("utf8").splitlines()]


@pytest.fixture(scope="module")
def clinic_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_file(tmp_path_factory.mktemp("clinic"), (HERE / "clinic.sql").read_text("utf8"))


@pytest.fixture(scope="module")
def clinic(clinic_file: Path) -> Known:
    return a_known(clinic_file)


def outcome_of(question: str, about: Known) -> Outcome:
    times = spans(read_times(question, TODAY, Calendar()).ranges)
    return plan(question, about, times=times)


@pytest.mark.parametrize(
    "case", [c for c in CASES if "gold" in c], ids=lambda case: case["question"]
)
def test_a_kind_of_question_is_answered_at_once(
    case: dict[str, Any], clinic: Known, clinic_file: Path
) -> None:
    outcome = outcome_of(case["question"], clinic)
    assert isinstance(outcome, Planned), outcome
    gold = case["gold"]
    assert same_rows(ran(clinic_file, gold), ran(clinic_file, outcome.sql), gold), outcome.sql
    assert check_contract(outcome.sql, "sqlite", outcome.contract, clinic.catalog) == ()


@pytest.mark.parametrize(
    "case", [c for c in CASES if c.get("not_planned")], ids=lambda case: case["question"]
)
def test_a_kind_that_is_not_understood_is_not_answered(case: dict[str, Any], clinic: Known) -> None:
    assert not isinstance(outcome_of(case["question"], clinic), Planned)


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("What percentage of pets are dogs?", "percentage of pets with species Dog"),
        (
            "How many visits did each vet have in March 2023?",
            "",
        ),
        ("What is the maximum weight for each species?", "highest weight for each species"),
        ("Which owners have no pets?", "name of owners, without any pets"),
    ],
)
def test_a_reading_is_short_and_has_no_sql(question: str, reading: str, clinic: Known) -> None:
    outcome = outcome_of(question, clinic)
    text = getattr(outcome, "reading", "") or getattr(outcome, "prompt", "")
    assert reading in text
    assert "where" not in text
    assert "_" not in text

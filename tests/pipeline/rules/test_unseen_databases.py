"""Databases that nobody wrote rules for: answered, asked with a few buttons, or left alone."""

import datetime as dt
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from benchmarks.executed import ran, same_rows
from pipeline.dates import Calendar, read_times
from pipeline.rules.plan import Ask, Outcome, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.sql import check_contract
from pipeline.times.reading import spans
from tests.pipeline.rules.conftest import a_known
from tests.tables import each_of

# In depth a table of more than a thousand questions is one test.
pytestmark = pytest.mark.timeout(900)
HERE = Path(__file__).parent / "unseen"
TODAY = dt.date(2024, 6, 15)
CASES = [
    (path.stem, json.loads(line))
    for path in sorted(HERE.glob("*.jsonl"))
    for line in path.read_text("utf8").splitlines()
]
Case = dict[str, Any]


def named(case: tuple[str, Case]) -> str:
    return f"{case[0]}: {case[1]['question']}"


AT_ONCE = [case for case in CASES if "gold" in case[1] and not case[1].get("click")]
BY_A_CLICK = [case for case in CASES if case[1].get("click")]
REFUSED = [case for case in CASES if case[1].get("cannot")]
GIVEN = ("schema", "case")


@lru_cache
def known(path: Path) -> Known:
    return a_known(path)


def outcome_of(question: str, about: Known, choices: dict[str, str] | None = None) -> Outcome:
    times = spans(read_times(question, TODAY, Calendar()).ranges)
    return plan(question, about, times=times, choices=choices or {})


def is_right(outcome: Outcome, case: Case, path: Path) -> bool:
    if not isinstance(outcome, Planned):
        return False
    gold = case["gold"]
    return same_rows(ran(path, gold), ran(path, outcome.sql), gold)


@each_of(GIVEN, AT_ONCE, examples=120, ids=named)
def test_a_kind_of_question_is_answered_at_once(
    schema: str, case: Case, unseen_files: dict[str, Path]
) -> None:
    outcome = outcome_of(case["question"], known(unseen_files[schema]))
    assert isinstance(outcome, Planned), outcome
    assert is_right(outcome, case, unseen_files[schema]), outcome.sql


@each_of(GIVEN, BY_A_CLICK, examples=30, ids=named)
def test_the_right_reading_is_among_a_few_buttons(
    schema: str, case: Case, unseen_files: dict[str, Path]
) -> None:
    asked = outcome_of(case["question"], known(unseen_files[schema]))
    assert isinstance(asked, Ask), asked
    chosen = [
        outcome_of(case["question"], known(unseen_files[schema]), {asked.id: option.id})
        for option in asked.options[:5]
    ]
    assert any(is_right(outcome, case, unseen_files[schema]) for outcome in chosen), chosen


@each_of(GIVEN, REFUSED, examples=50, ids=named)
def test_what_is_not_in_the_data_is_not_answered(
    schema: str, case: Case, unseen_files: dict[str, Path]
) -> None:
    assert not isinstance(outcome_of(case["question"], known(unseen_files[schema])), Planned)


@each_of(GIVEN, AT_ONCE, examples=60, ids=named)
def test_an_answer_keeps_its_own_contract(
    schema: str, case: Case, unseen_files: dict[str, Path]
) -> None:
    about = known(unseen_files[schema])
    outcome = outcome_of(case["question"], about)
    assert isinstance(outcome, Planned)
    assert check_contract(outcome.sql, "sqlite", outcome.contract, about.catalog) == ()

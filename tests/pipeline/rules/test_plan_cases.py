"""Questions over the library, from a file of cases: the rows they ask for, or a refusal."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.executed import ran, same_rows
from pipeline.rules.plan import Ask, Cannot, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.sql import check_contract

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases.jsonl").read_text("utf8").splitlines()
]
ANSWERED = [case for case in CASES if "gold" in case]


def first_answer(question: str, about: Known) -> Planned:
    """The plan after taking the default of every question back."""
    choices: dict[str, str] = {}
    outcome = plan(question, about)
    while isinstance(outcome, Ask) and outcome.id not in choices:
        choices[outcome.id] = outcome.default
        outcome = plan(question, about, choices=choices)
    assert isinstance(outcome, Planned), outcome
    return outcome


@pytest.mark.parametrize("case", ANSWERED, ids=lambda case: case["question"])
def test_the_sql_gives_the_rows_that_were_asked_for(
    case: dict[str, Any], library: Known, library_file: Path
) -> None:
    planned = first_answer(case["question"], library)
    gold = case["gold"]
    assert same_rows(ran(library_file, gold), ran(library_file, planned.sql), gold), planned.sql


@pytest.mark.parametrize("case", ANSWERED, ids=lambda case: case["question"])
def test_the_sql_keeps_its_own_contract(case: dict[str, Any], library: Known) -> None:
    planned = first_answer(case["question"], library)
    assert check_contract(planned.sql, "sqlite", planned.contract, library.catalog) == ()


@pytest.mark.parametrize(
    "case", [c for c in CASES if c.get("cannot")], ids=lambda case: case["question"]
)
def test_what_cannot_be_read_is_refused_in_plain_words(
    case: dict[str, Any], library: Known
) -> None:
    outcome = plan(case["question"], library)
    assert isinstance(outcome, Cannot | Ask)
    assert "Error" not in repr(outcome)


@pytest.mark.parametrize(
    "case",
    [c for c in CASES if c.get("ask") or c.get("not_planned")],
    ids=lambda case: case["question"],
)
def test_what_is_not_certain_is_not_answered(case: dict[str, Any], library: Known) -> None:
    assert not isinstance(plan(case["question"], library), Planned)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["question"])
def test_the_same_question_gets_the_same_outcome(case: dict[str, Any], library: Known) -> None:
    assert plan(case["question"], library) == plan(case["question"], library)

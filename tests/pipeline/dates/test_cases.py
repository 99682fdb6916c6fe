"""Phrases for time, from files of cases: anybody who knows a calendar can add one."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from benchmarks.dates import is_right, ranges, read_cases
from tests.tables import each_of

OWN = Path(__file__).with_name("cases.jsonl")  # expectations written before the resolver ran
FURTHER = Path(__file__).with_name("further.jsonl")  # likewise; more kinds
RECORDED = Path(__file__).with_name("recorded.jsonl")  # its answers, kept after reading them
SHARED = Path(__file__).parents[4] / "shared" / "cases" / "temporal.jsonl"


def name_of(case: dict[str, Any]) -> str:
    calendar = "-".join(str(value) for value in case["calendar"].values())
    return " ".join(filter(None, (case["today"], calendar, case["text"])))


@each_of("case", read_cases(OWN) + read_cases(FURTHER) + read_cases(RECORDED), ids=name_of)
def test_a_phrase_gives_the_ranges_that_its_case_expects(case: dict[str, Any]) -> None:
    today = date.fromisoformat(case["today"])
    assert is_right(case), ranges(case["text"], today, case["calendar"])


def test_the_shared_sample_is_read_without_a_mistake() -> None:
    if not SHARED.exists():
        pytest.skip("the shared sample of cases is not beside this repository")
    assert [case for case in read_cases(SHARED) if not is_right(case)] == []


def test_the_cases_cover_other_languages_and_calendars() -> None:
    cases: list[Any] = read_cases(OWN)
    assert len(cases) >= 300
    assert len({json.dumps(case["calendar"]) for case in cases}) >= 5
    assert len({case["today"] for case in cases}) >= 6

import json
from pathlib import Path

import pytest

from benchmarks.dates import is_right, ranges, read_cases

OWN = Path(__file__).with_name("cases.jsonl")
SHARED = Path(__file__).parents[4] / "shared" / "cases" / "temporal.jsonl"


@pytest.mark.parametrize(
    "case", read_cases(OWN), ids=lambda case: f"{case['today']} {case['text']}"
)
def test_a_phrase_gives_the_ranges_that_its_case_expects(case: dict[str, object]) -> None:
    assert is_right(case), ranges(case["text"], _today(case), case["calendar"])  # type: ignore[arg-type]


def test_the_shared_sample_is_read_without_a_mistake() -> None:
    if not SHARED.exists():
        pytest.skip("the shared sample of cases is not beside this repository")
    assert [case for case in read_cases(SHARED) if not is_right(case)] == []


def test_the_cases_cover_other_languages_and_calendars() -> None:
    cases = read_cases(OWN)
    assert len(cases) >= 300
    assert len({json.dumps(case["calendar"]) for case in cases}) >= 5
    assert len({case["today"] for case in cases}) >= 6


def _today(case: dict[str, object]) -> object:
    from datetime import date

    return date.fromisoformat(str(case["today"]))

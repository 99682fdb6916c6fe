"""Readings that would be wrong in silence: mended and told, or asked; never another number."""

import datetime as dt
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from benchmarks.executed import ran, same_rows
from knowledge.glossary import Glossary, TableNote
from pipeline.dates import Calendar, read_times
from pipeline.hazards import guarded, narrowed, values_left_out
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from pipeline.sql import check_contract
from pipeline.times.reading import spans
from tests.pipeline.rules.conftest import a_file, a_known

HERE = Path(__file__).parent
TODAY = dt.date(2024, 6, 15)
Case = dict[str, Any]
CASES: list[Case] = [
    json.loads(line) for line in (HERE / "cases.jsonl").read_text("utf8").splitlines()
]
_SHAPES = {"answered": Planned, "asked": Ask, "refused": Cannot}


def named(case: Case) -> str:
    chosen = " ".join(case.get("choices", {}).values())
    return f"{case['schema']}-{case['question']} {chosen}".strip()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {
        script.stem: a_file(tmp_path_factory.mktemp("shapes"), script.read_text("utf8"))
        for script in sorted((HERE / "shapes").glob("*.sql"))
    }


@lru_cache
def known(path: Path) -> Known:
    return a_known(path, Glossary())


def outcome_of(question: str, about: Known, choices: Mapping[str, str] | None = None) -> Outcome:
    times, answered = spans(read_times(question, TODAY, Calendar()).ranges), dict(choices or {})

    def read(over: Known) -> Outcome:
        return plan(question, over, times=times, choices=answered)

    return guarded(question, narrowed(about, answered), answered, read, times=times)


@pytest.mark.parametrize("case", CASES, ids=named)
def test_nothing_is_wrong_in_silence(case: Case, files: dict[str, Path]) -> None:
    path = files[case["schema"]]
    outcome = outcome_of(case["question"], known(path), case.get("choices"))
    assert isinstance(outcome, _SHAPES[case["reaction"]]), outcome
    if isinstance(outcome, Planned):
        assert same_rows(ran(path, case["gold"]), ran(path, outcome.sql), case["gold"]), outcome.sql
        catalog = known(path).catalog
        broken = check_contract(outcome.sql, catalog.dialect, outcome.contract, catalog)
        assert not [finding for finding in broken if finding.blocks]
    if isinstance(outcome, Ask):
        assert outcome.id == case["point"]


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["reaction"] == "asked"], ids=lambda case: case["question"]
)
def test_what_is_asked_has_no_answer_that_is_taken_by_itself(
    case: Case, files: dict[str, Path]
) -> None:
    asked = outcome_of(case["question"], known(files[case["schema"]]))
    assert isinstance(asked, Ask)
    first = outcome_of(
        case["question"], known(files[case["schema"]]), {asked.id: asked.options[0].id}
    )
    assert not asked.default or isinstance(first, Planned)
    assert asked.options


def test_copies_are_offered_with_their_rows_and_their_unit(files: dict[str, Path]) -> None:
    asked = outcome_of("What is the total amount of payments?", known(files["tills"]))
    assert isinstance(asked, Ask)
    assert "100 times" in asked.prompt
    assert {(option.id, option.detail) for option in asked.options} == {
        ("stg_payments", "3 rows; amount up to 30"),
        ("raw_payments", "4 rows; amount up to 3000"),
    }


def test_a_glossary_that_hides_a_copy_settles_it(files: dict[str, Path]) -> None:
    hiding = Glossary(tables=(TableNote(table="raw_payments", hidden=True),))
    outcome = outcome_of("What is the total amount of payments?", a_known(files["tills"], hiding))
    assert isinstance(outcome, Planned)
    assert ran(files["tills"], outcome.sql) == [(50.5,)]


def test_a_glossary_with_a_filter_settles_deleted_rows(files: dict[str, Path]) -> None:
    kept = Glossary(tables=(TableNote(table="trees", filters=("is_deleted = 0",)),))
    outcome = outcome_of("How many trees are there?", a_known(files["orchard"], kept))
    assert isinstance(outcome, Planned)
    assert ran(files["orchard"], outcome.sql) == [(3,)]


def test_values_of_rows_that_are_kept_back_are_not_told(files: dict[str, Path]) -> None:
    about = a_known(files["lodge"], Glossary())
    about.hushed = frozenset(("guest",))
    outcome = outcome_of("How many guests are from Bergen?", about)
    assert isinstance(outcome, Planned)
    assert outcome.assumptions == ("Upper and lower case and blanks do not count in town.",)


def test_values_of_a_table_in_mixed_case_are_not_told_either(tmp_path: Path) -> None:
    script = (HERE / "shapes" / "lodge.sql").read_text("utf8").replace("guest", "Guest")
    about = a_known(a_file(tmp_path, script), Glossary())
    sql = "SELECT COUNT(*) FROM Guest WHERE town = 'Bergen'"
    assert values_left_out(sql, about)
    about.hushed = frozenset(("guest",))
    assert values_left_out(sql, about) == ()


def test_a_value_in_one_way_of_writing_stays_as_it_is(files: dict[str, Path]) -> None:
    outcome = outcome_of("How many guests are from Oslo?", known(files["lodge"]))
    assert isinstance(outcome, Planned)
    assert "= 'Oslo'" in outcome.sql
    assert outcome.assumptions == ()


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        (
            "SELECT COUNT(*) FROM guest AS g WHERE g.town = 'Bergen'",
            "Text is compared letter by letter here: only “Bergen” counts, not “BERGEN ” or "
            "“bergen”.",
        ),
        ("SELECT COUNT(*) FROM guest WHERE town IN ('Bergen', 'bergen', 'BERGEN ')", ""),
        ("SELECT COUNT(*) FROM guest WHERE LOWER(TRIM(town)) = 'bergen'", ""),
        ("SELECT COUNT(*) FROM guest WHERE town = 'Oslo'", ""),
    ],
)
def test_what_a_model_writes_tells_the_values_that_it_leaves_out(
    sql: str, told: str, files: dict[str, Path]
) -> None:
    assert values_left_out(sql, known(files["lodge"])) == ((told,) if told else ())

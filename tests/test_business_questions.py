"""The committed business questions: their form, and that every accepted query runs."""

import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.business.build import (
    FILES,
    BadQuestion,
    build,
    build_databases,
    check_form,
    checked,
    committed,
    expanded,
)
from benchmarks.business.generate import generate, load_phrases
from benchmarks.business.golds import expand
from benchmarks.business.model import Model, names_of_schemas
from benchmarks.business.templates import TEMPLATES
from benchmarks.executed import same_but_for_more_columns

SCHEMA = "hotel"


def _every() -> list[dict[str, Any]]:
    return [item for file in FILES for item in committed(file)]


def test_ids_are_used_once_and_every_schema_and_part_is_known() -> None:
    check_form(_every())


def test_there_are_as_many_questions_and_schemas_as_the_readme_promises() -> None:
    made, handwritten = committed("questions.jsonl"), committed("handwritten.jsonl")
    answerable = [item for item in made if not item.get("unanswerable")]
    assert len(names_of_schemas()) >= 25
    assert len(answerable) >= 3000
    assert sum(not item.get("unanswerable", False) for item in handwritten) >= 300
    assert len(made) - len(answerable) >= 150


def test_no_schema_and_no_template_of_the_test_part_is_trained_on() -> None:
    phrases = load_phrases()
    parts = {name: Model(name).split for name in names_of_schemas()}
    kept = {name for name in TEMPLATES if phrases[name]["split"] != "train"}
    assert Counter(parts.values())["test"] >= 5
    assert len(kept) * 5 >= len(TEMPLATES)
    for item in _every():
        if item["split"] == "train":
            assert parts[item["db_id"]] == "train"
            assert item["template"] not in kept
    assert all(parts[item["db_id"]] != "train" for item in committed("handwritten.jsonl"))


def test_every_template_has_phrases() -> None:
    phrases = load_phrases()
    assert set(TEMPLATES) <= set(phrases)
    assert all(phrases[name]["q"] for name in TEMPLATES)


def test_a_compact_gold_stands_for_every_choice_of_its_groups() -> None:
    gold = "SELECT {d: a ~ b}, @r(AVG(x)) FROM t WHERE {d: a ~ b} = 1"
    assert expand(gold, {}) == [
        f"SELECT {column} , {value} FROM t WHERE {column} = 1"
        for column in "ab"
        for value in ("AVG(x)", "ROUND(AVG(x), 2)", "ROUND(AVG(x), 1)")
    ]


def test_a_further_column_of_a_table_is_no_mistake_and_a_computed_number_is() -> None:
    gold, found = [("Anna",), ("Ben",)], [(1, "Anna"), (2, "Ben")]
    known = {"guest_id"}
    sql = "SELECT name FROM guest"
    assert same_but_for_more_columns(gold, found, ["guest_id", "name"], sql, known)
    assert not same_but_for_more_columns(gold, found, ["total", "name"], sql, known)


def test_every_thirtieth_question_of_a_schema_has_golds_that_run(tmp_path: Path) -> None:
    build_databases(tmp_path, [SCHEMA])
    model, connection = Model(SCHEMA), sqlite3.connect(tmp_path / f"{SCHEMA}.sqlite")
    items = [item for item in _every() if item["db_id"] == SCHEMA][::30]
    found = [checked(expanded(item, model), connection) for item in items]
    connection.close()
    assert all(item["gold"] or item.get("unanswerable") for item in found)


def test_a_gold_that_does_not_run_is_named(tmp_path: Path) -> None:
    build_databases(tmp_path, [SCHEMA])
    connection = sqlite3.connect(tmp_path / f"{SCHEMA}.sqlite")
    item = {"id": "x", "db_id": SCHEMA, "gold": "SELECT 1 FROM nowhere"}
    with pytest.raises(BadQuestion, match="x: no such table"):
        checked(expanded(item, Model(SCHEMA)), connection)
    connection.close()


@pytest.mark.deep
@pytest.mark.timeout(1200)
def test_every_accepted_query_of_every_question_runs_and_gives_rows(tmp_path: Path) -> None:
    told = build(tmp_path, check=True)
    assert told["schemas"] == len(names_of_schemas())


@pytest.mark.deep
@pytest.mark.timeout(600)
def test_the_committed_questions_of_a_schema_are_those_that_the_templates_make() -> None:
    made = [item for item in committed("questions.jsonl") if item["db_id"] == SCHEMA]
    assert generate([SCHEMA]) == made

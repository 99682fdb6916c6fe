"""What the benchmarks' model says to the layers beside the road, with a figure for each."""

import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pydantic_ai.models
import pytest

from benchmarks.pipeline_beside import answers_of, followed, located, repeated
from benchmarks.pipeline_gold_beside import beside_of
from benchmarks.pipeline_layer_faults import BREAKS, Faults
from benchmarks.pipeline_layer_script import LayeredScript
from benchmarks.pipeline_layers import BESIDE, LAYERS, Ground
from benchmarks.pipeline_questions import Item
from benchmarks.pipeline_road import Scene
from benchmarks.text_to_sql import Bench
from pipeline.small_layers import SMALL_LAYERS
from tests.pipeline.agents.loopback import loopback_model

TOWNS = """
CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT, people INTEGER);
INSERT INTO town VALUES (1, 'Lima', 900), (2, 'Puno', 100);
"""
BOOKS = """
CREATE TABLE tome (id INTEGER PRIMARY KEY, title TEXT, pages INTEGER);
INSERT INTO tome VALUES (1, 'Moby', 600);
"""
COUNT = "SELECT COUNT(*) FROM town WHERE people > 500"
# No word of it is a name here, so that the rules leave it to others.
ODD = "How many metropolises?"


def item(**other: object) -> Item:
    own = {"id": "i", "db": "towns.sqlite", "question": ODD, "gold": [COUNT]}
    return {**own, **other}


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    for name, schema in (("towns", TOWNS), ("books", BOOKS)):
        with sqlite3.connect(tmp_path / f"{name}.sqlite") as connection:
            connection.executescript(schema)
        connection.close()
    return Bench(tmp_path)


@pytest.fixture
async def script() -> AsyncIterator[LayeredScript]:
    with pydantic_ai.models.override_allow_model_requests(True):
        yield LayeredScript({}, lambda *_: False)


def test_every_small_layer_is_measured_and_has_faults() -> None:
    assert {*BESIDE, *LAYERS} == set(SMALL_LAYERS)
    assert all(len(BREAKS[layer]) > 2 for layer in SMALL_LAYERS)


def test_of_questions_with_one_gold_the_first_is_approved() -> None:
    single = item(id="k", gold=["SELECT name FROM town"])
    approved, asked = repeated((item(), single, item(id="j", question="How many big towns?")))
    assert [each["id"] for each in approved] == ["i"]
    assert [(each["id"], each["same"]) for each in asked] == [("k", []), ("j", [ODD])]


def test_a_follow_up_knows_its_turn_before_and_the_whole_question(tmp_path: Path) -> None:
    turns = [
        {"question": "Towns above 500 people", "gold": [COUNT]},
        {"question": "and above 50?", "gold": [COUNT.replace("500", "50")]},
    ]
    row = {"id": "c", "db": "towns.sqlite", "db_id": "t", "goal": "Towns above 50", "turns": turns}
    (tmp_path / "conversations.jsonl").write_text(json.dumps(row), "utf8")
    (found,) = followed(tmp_path / "questions.jsonl")
    beside = beside_of(found)
    first = beside.rewritten(found["question"], found["gold"][0], 0)
    then = beside.rewritten(found["question"], found["gold"][0], 1)
    assert first["question"] == "Towns above 50"
    assert then["question"] == "Towns above 500 people, and above 50?"
    assert first["changes"] == [{"what": "condition", "words": "50"}]


async def test_a_question_goes_to_its_own_workspace_and_faults_are_counted(
    bench: Bench, script: LayeredScript
) -> None:
    async with loopback_model(script) as model:
        ground = Ground(
            items=located([item(id=f"i{number}") for number in range(12)]),
            bench=bench,
            model=model,
            script=script,
            scene=Scene(together=("towns.sqlite", "books.sqlite")),
        )
        asked = {"route": "always"}
        without = await ground.line("without", {"route": "never"}, ())
        sure = await ground.line("with", asked, ())
        wrong = await ground.line("unlisted", asked, [Faults("route", ("unlisted name",))])
    assert (without.right, without.told()[1]) == (1.0, 1.0)
    assert (sure.right, sure.told()[1]) == (1.0, 0.0)
    assert wrong.right == 1.0
    assert wrong.faults == wrong.caught > 0


async def test_an_approved_answer_is_found_in_other_words(
    bench: Bench, script: LayeredScript
) -> None:
    approved, again = repeated((item(question="How many metropolises are there?"), item(id="j")))
    async with loopback_model(script) as model:
        ground = Ground(
            items=again,
            bench=bench,
            model=model,
            script=script,
            scene=Scene(approved=await answers_of(approved, bench)),
        )
        line = await ground.line("with", {"propose_match": "always"}, ())
    assert line.right == 1.0

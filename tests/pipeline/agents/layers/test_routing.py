"""Which workspace a question is about, where the rules leave it open: a model, or a person."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pipeline.result import Answer
from tests.pipeline.agents.layers.store import PUZZLE, Replies, open_store, usual

TO_STORE = {"workspace": "store", "unsure": False, "why": "splashes out"}


def library(folder: Path, **models: Any) -> dict[str, Any]:
    """A second workspace, over a library."""
    path = folder / "library.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, secret TEXT)")
        connection.execute("CREATE TABLE fines (id INTEGER PRIMARY KEY, amount REAL)")
        connection.execute("INSERT INTO books VALUES (1, 'Moby', 'x')")
    connection.close()
    grants = {"reader": {"tables": ["books"]}}
    own = {"url": f"sqlite:///{path}", "grants": grants, "default_role": "reader"}
    return {"library": own | {"models": models}}


async def test_a_model_says_which_and_the_answer_says_so(tmp_path: Path) -> None:
    script = usual(route=TO_STORE)
    async with open_store(tmp_path, script, few=True, others=library(tmp_path)) as store:
        driven = await store.ask(PUZZLE)
        told = store.told("route")
        assert store.script.asked == ["route", "write_sql"]
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.asked == ()
    assert "I took this to be about store." in driven.outcome.assumptions
    assert "books" in told
    # What the asker may not read is not told.
    assert "fines" not in told


UNSURE: dict[str, Replies] = {
    "unsure": {"workspace": "", "unsure": True, "why": "either"},
    "a name that is not listed": {"workspace": "payroll", "unsure": False},
    "sure of one, and unsure": {"workspace": "store", "unsure": True},
}


@pytest.mark.parametrize("kind", UNSURE)
async def test_unsure_asks_a_person(tmp_path: Path, kind: str) -> None:
    script = usual(route=UNSURE[kind])
    async with open_store(tmp_path, script, few=True, others=library(tmp_path)) as store:
        driven = await store.ask(PUZZLE)
    (card,) = driven.asked
    assert card.title == "Which data is this about?"
    assert {option.id for option in card.questions[0].options} == {"store", "library"}


async def test_a_name_that_is_not_listed_goes_back_with_what_was_wrong(tmp_path: Path) -> None:
    stranger = {"workspace": "payroll", "unsure": False}
    script = usual(route=[stranger, TO_STORE])
    async with open_store(tmp_path, script, few=True, others=library(tmp_path)) as store:
        driven = await store.ask(PUZZLE)
        assert "“payroll” is none of the listed names" in store.told("route")
    assert driven.asked == ()


async def test_a_workspace_that_is_kept_from_models_is_not_told_of(tmp_path: Path) -> None:
    others = library(tmp_path, use=False)
    async with open_store(tmp_path, usual(route=TO_STORE), few=True, others=others) as store:
        driven = await store.ask(PUZZLE)
        assert "route" not in store.script.asked
    assert driven.asked[0].title == "Which data is this about?"

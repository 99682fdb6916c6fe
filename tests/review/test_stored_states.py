"""Runs that were paused under earlier versions of the code go on under this one."""

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.state import VERSION
from review.ledger.errors import UnreadableStateError
from review.ledger.stored import Fields, dump_state, load_state

# A file for each version of the state; one that was released is never written again.
STATES = sorted((Path(__file__).parent / "states").glob("version_*.json"))
CASES = [
    pytest.param(state, id=f"{file.stem}-{name}")
    for file in STATES
    for name, state in json.loads(file.read_text(encoding="utf-8")).items()
]


def test_there_is_a_file_for_the_version_of_today() -> None:
    assert f"version_{VERSION}" in {file.stem for file in STATES}


@pytest.mark.parametrize("stored", CASES)
def test_a_stored_state_still_loads_with_all_it_held(stored: dict[str, Any]) -> None:
    again = json.loads(dump_state(load_state(json.dumps(stored))))
    assert as_far_as_stored(again, stored) == stored | {"version": VERSION}


def as_far_as_stored(again: Any, stored: Any) -> Any:
    """The value without the fields that did not exist when it was stored, however deep they are."""
    if isinstance(again, dict) and isinstance(stored, dict):
        return {name: as_far_as_stored(again.get(name), old) for name, old in stored.items()}
    if isinstance(again, list) and isinstance(stored, list) and len(again) == len(stored):
        return [as_far_as_stored(new, old) for new, old in zip(again, stored, strict=True)]
    return again


def test_an_older_version_is_brought_up_step_by_step() -> None:
    stored = json.loads(STATES[-1].read_text(encoding="utf-8"))["asked"]
    old = stored | {"version": VERSION - 2, "asked": stored["question"]}
    del old["question"]

    def renamed(fields: Fields) -> Fields:
        return {("question" if name == "asked" else name): v for name, v in fields.items()}

    upgrades = {VERSION - 2: renamed, VERSION - 1: lambda fields: fields}
    assert load_state(json.dumps(old), upgrades).question == stored["question"]


def test_a_newer_version_is_refused_and_named() -> None:
    stored = json.loads(STATES[-1].read_text(encoding="utf-8"))["asked"]
    with pytest.raises(UnreadableStateError, match=str(VERSION + 1)):
        load_state(json.dumps(stored | {"version": VERSION + 1}))

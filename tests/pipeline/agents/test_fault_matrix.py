"""The faults of models, a row each: what the person sees of it, and how far it got."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from bots.cards import Card
from bots.conversation.answer_card import answer_card
from bots.conversation.ask_card import ask_card
from bots.conversation.notices import refusal_card
from pipeline.adapters.writes import open_writable
from pipeline.checkpoint import Action, Ask, CheckpointKind, Decision
from pipeline.direct import Driven, drive, take_defaults
from pipeline.flow import Outcome
from pipeline.result import Answer
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from pipeline.workspace import Workspace, Workspaces
from pipeline.writes.rules import WriteRules, Writing
from review.ledger.notices import Answered as AnswerNotice
from review.ledger.notices import Asked
from tests.pipeline.agents.layers.store import (
    PUZZLE,
    LayeredModel,
    Store,
    open_store,
    store_database,
    usual,
)
from tests.pipeline.agents.loopback_replies import (
    Answered,
    Failed,
    Filtered,
    Reply,
    Spoke,
    TooLong,
)
from tests.pipeline.agents.shop import asked

ROWS: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("faults.yaml").read_text("utf-8")
)
NOW = dt.datetime(2026, 11, 3, tzinfo=dt.UTC)
# What another fault is told as: no row may end in one that is not its own.
OF_OTHERS = ("went wrong", "asking in circles", "left open", "gave up")


def grouped() -> dict[str, list[dict[str, Any]]]:
    """The rows by their settings, so that a store is opened once for each of these."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in ROWS:
        found.setdefault(str(row.get("settings", {})), []).append(row)
    return found


@pytest.mark.timeout(600)
@pytest.mark.parametrize("rows", grouped().values(), ids=grouped())
async def test_each_fault_is_said_plainly_within_its_limits(
    tmp_path: Path, rows: list[dict[str, Any]]
) -> None:
    script = LayeredModel({})
    found = list[str]()
    settings = settings_of(tmp_path, rows[0].get("settings", {}))
    async with open_store(tmp_path, script, **settings) as store:
        for row in rows:
            script.replies, script.asked = usual(**replies_of(row)).replies, []
            if row.get("settings", {}).get("writes"):
                writable = Pipeline(Writable(store.opened, tmp_path))
                found += await complaints(replace(store, pipeline=writable), row)
                continue
            found += await complaints(store, row)

    assert not found, "\n".join(found)


async def complaints(store: Store, row: dict[str, Any]) -> list[str]:
    """What is not as the row says."""
    before = len(store.model.requests)
    driven, steps = await taken(store, row)
    calls = len(store.model.requests) - before
    seen = " ".join(texts(last_card(driven)))
    found = [f"is not shown: {text}" for text in row["sees"] if text not in seen]
    never = (*row.get("never", ()), *OF_OTHERS)
    found += [f"is shown: {text}" for text in never if text in seen]
    if len(steps) > row["steps"]:
        found.append(f"takes {len(steps)} steps: {' '.join(steps)}")
    if calls > row["calls"]:
        found.append(f"takes {calls} calls")
    if "sql" in row:
        answer = driven.outcome
        shown = (answer.sql, answer.reusable_sql) if isinstance(answer, Answer) else ()
        if set(shown) != {row["sql"]}:
            found.append(f"runs {shown}")
    return [f"{row['fault']}: {each} ({seen})" for each in found]


async def taken(store: Store, row: dict[str, Any]) -> tuple[Driven, list[str]]:
    """How it ended, and the steps on the way."""
    flow = Counted(store)
    choices = row.get("choices", {})

    async def decide(ask: Ask) -> Decision | None:
        if ask.kind is CheckpointKind.REPAIR:
            return None
        wanted = {each.id: choices[each.id] for each in ask.questions if each.id in choices}
        chosen = Decision(action=Action.APPROVE, choices=wanted)
        return chosen if wanted else await take_defaults(ask)

    driven = await drive(flow, asked(row.get("question", PUZZLE)), decide)
    return driven, flow.steps


class Counted:
    """The pipeline of a store, whose steps are counted."""

    def __init__(self, store: Store) -> None:
        self._flow = store.pipeline
        self.steps: list[str] = []
        self.names, self.expect = self._flow.names, self._flow.expect
        self.reopened, self.decided = self._flow.reopened, self._flow.decided

    async def run(self, name: str, state: RunState) -> Outcome:
        self.steps.append(name)
        return await self._flow.run(name, state)


def replies_of(row: dict[str, Any]) -> dict[str, Any]:
    return {layer: [reply_of(each) for each in told] for layer, told in row["replies"].items()}


def reply_of(told: dict[str, Any]) -> Reply:
    ((kind, what),) = told.items()
    match kind:
        case "answer":
            return Answered(what)
        case "spoke":
            return Spoke(what)
        case "refused":
            return Spoke(what, refusal=True)
        case "too_long":
            return TooLong(what)
        case "failed":
            return Failed(what, retry_after="0")
        case "filtered":
            return Filtered()
        case _:
            raise AssertionError(kind)


def settings_of(folder: Path, given: dict[str, Any]) -> dict[str, Any]:
    """The store with what the rows want otherwise; the asker may read all but the salaries."""
    store_database(folder, few=True)
    text = (folder / "glossary.yaml").read_text("utf-8")
    marked = f"  - table: {given.get('large')}\n"
    return {
        "few": True,
        "workspace": {"grants": {"reader": {"tables": ["customers", "purchases"]}}},
        "files": {"glossary.yaml": text.replace(marked, f"{marked}    large: true\n")},
        "layers": {"understand": {"ask": "always"}} if given.get("understand") else {},
        "rung": {key: given[key] for key in ("max_input_tokens",) if key in given},
    }


class Writable:
    """Workspaces in which the reader may ask for changes; nothing is ever written here."""

    def __init__(self, opened: Workspaces, folder: Path) -> None:
        self._opened = opened
        rules = WriteRules(
            asker_roles=frozenset({"reader"}), approver_roles=frozenset({"reviewer"})
        )
        self._writing = Writing(
            database=open_writable(f"sqlite:///{folder / 'store.sqlite'}"),
            rules=rules,
            clock=lambda: NOW,
        )
        self.unavailable = opened.unavailable

    def all(self) -> Sequence[Workspace]:
        return [replace(each, writing=self._writing) for each in self._opened.all()]

    def get(self, name: str) -> Workspace | None:
        return next((each for each in self.all() if each.name == name), None)


def last_card(driven: Driven) -> Card:
    """What stands in the thread in the end: the answer, the repair card or the refusal."""
    if isinstance(driven.outcome, Answer):
        return answer_card(AnswerNotice(answer=driven.outcome, run="r1"))
    left = driven.asked[-1] if driven.asked else None
    if left is not None and driven.outcome.code == "unanswered":
        return ask_card(Asked(checkpoint="c1", nonce="n", ask=left, asker=driven.state.asker))
    return refusal_card(driven.outcome)


def texts(node: object) -> Iterator[str]:
    """Every text of a card."""
    if isinstance(node, str):
        yield node
    elif is_dataclass(node):
        for each in fields(node):
            yield from texts(getattr(node, each.name))
    elif isinstance(node, Sequence):
        for part in node:
            yield from texts(part)

"""A question before anything was made of it: what is asked anew, or next, begins so."""

from collections.abc import Callable
from dataclasses import MISSING, Field, fields, replace
from typing import Any

from pipeline.reading_by_rules import Reading
from pipeline.state import RunState

# What stays of a question that is read anew: what was said, and what it is a part of.
_SAID = frozenset(
    (
        "question", "asker", "today", "version", "pinned", "workspace", "message", "wish",
        "offered", "standing", "ask_everything", "cards", "spent", "run", "report", "write",
        "admin",
    )
)  # fmt: skip
# What stays of one that is asked from the beginning.
_ASKED = frozenset(("question", "asker", "today"))
_TURN_BEFORE = "previous"


def unread(state: RunState) -> RunState:
    """The state with nothing but the question, the conversation, and what it is a part of."""
    return _without(state, lambda name: name not in _SAID and not name.startswith(_TURN_BEFORE))


def asked_anew(state: RunState) -> RunState:
    """The state with nothing but who asked what on which day, and the turns before."""
    return _without(state, lambda name: name not in _ASKED and not name.startswith(_TURN_BEFORE))


def standing_alone(state: RunState) -> RunState:
    """The state with nothing of the turns before."""
    return _without(state, lambda name: name.startswith(_TURN_BEFORE))


def _without(state: RunState, gone: Callable[[str], bool]) -> RunState:
    return replace(
        state, **{each.name: _default(each) for each in fields(state) if gone(each.name)}
    )


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def as_kept(before: RunState, read: RunState) -> RunState:
    """The state before it was read, with the rules' reading put aside for a model's to meet."""
    draft, intent = read.draft, read.intent
    assert draft is not None and intent is not None, "the rules read it"  # noqa: S101, PT018
    kept = Reading(
        text=read.reading,
        sql=draft.sql,
        intent=intent,
        contract=read.contract,
        changed=read.changed,
        assumptions=read.assumptions,
        taken=read.taken,
        left_out=read.left_out,
    )
    return replace(before, other=kept)

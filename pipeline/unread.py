"""A question before anything was made of it: what is asked anew, or next, begins so."""

from dataclasses import MISSING, Field, fields, replace
from typing import Any

from pipeline.state import RunState

# What was said and what is known of the conversation; all else is made by the steps, from it.
_SAID = frozenset(
    (
        "question", "asker", "today", "version", "pinned", "workspace", "message", "wish",
        "previous", "previous_times", "previous_sql", "previous_question", "previous_contract",
        "previous_approved", "offered", "standing", "ask_everything", "cards", "spent", "run",
        "report", "write", "admin",
    )
)  # fmt: skip


def unread(state: RunState) -> RunState:
    """The state with nothing but the question, the conversation, and what it is a part of."""
    made = {each.name: _default(each) for each in fields(state) if each.name not in _SAID}
    return replace(state, **made)


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()

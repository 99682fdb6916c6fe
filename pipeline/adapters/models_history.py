"""A model's history as text: what the agent library needs of it, compact and bounded."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeAlias

from pydantic import ValidationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pydantic_ai.messages import ModelMessage

Json: TypeAlias = dict[str, Any]

# Of the library's own major version: its messages may look otherwise in the next one.
VERSION = 2
LONGEST = 80_000
_SHORT = 400
# Not sent to a model again, and of no use to anybody later.
_UNUSED = frozenset(
    {"timestamp", "usage", "run_id", "conversation_id", "instructions", "state", "model_id"}
)


class UnreadableHistoryError(Exception):
    """The text is no history of this version, or it is too long to be kept."""


def dump_history(messages: Sequence[ModelMessage]) -> str:
    """The messages as text; where they are too long, what older tools told is cut short.

    Raises `UnreadableHistoryError` where that is not enough.
    """
    from pydantic_ai.messages import ModelMessagesTypeAdapter

    plain = ModelMessagesTypeAdapter.dump_python(list(messages), mode="json", exclude_none=True)
    kept = [_slim(message) for message in plain]
    for part in _told(kept):
        if len(_text(kept)) <= LONGEST:
            break
        part["content"] = f"{part['content'][:_SHORT]}\n(cut)"
    text = _text(kept)
    if len(text) > LONGEST:
        raise UnreadableHistoryError
    return text


def load_history(text: str) -> list[ModelMessage]:
    """The messages again. Raises `UnreadableHistoryError`."""
    from pydantic_ai.messages import ModelMessagesTypeAdapter

    try:
        kept = json.loads(text)
        if not isinstance(kept, dict) or kept.get("version") != VERSION:
            raise UnreadableHistoryError
        return ModelMessagesTypeAdapter.validate_python(kept["messages"])
    except (ValueError, KeyError, ValidationError) as error:
        raise UnreadableHistoryError from error


def _text(kept: list[Json]) -> str:
    whole = {"version": VERSION, "messages": kept}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def _slim(message: Json) -> Json:
    parts = [{k: v for k, v in part.items() if k not in _UNUSED} for part in message["parts"]]
    return {k: v for k, v in message.items() if k not in _UNUSED} | {"parts": parts}


def _told(kept: list[Json]) -> Iterator[Json]:
    """What tools told, the oldest first, as far as it is long."""
    for message in kept:
        for part in message["parts"]:
            content = part.get("content")
            is_long = isinstance(content, str) and len(content) > _SHORT
            if part.get("part_kind") == "tool-return" and is_long:
                yield part

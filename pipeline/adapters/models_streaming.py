"""An answer while a model writes it: what of its form is there already."""

from __future__ import annotations

from collections.abc import AsyncIterable, Awaitable, Callable
from typing import TYPE_CHECKING, Any

import pydantic_core

from pipeline.model_calls import SoFar

if TYPE_CHECKING:
    from pydantic_ai import AgentStreamEvent

Handler = Callable[[Any, "AsyncIterable[AgentStreamEvent]"], Awaitable[None]]


def telling(so_far: SoFar) -> Handler:
    """Hears a model's stream, and tells the fields of its answer each time there is more of it."""

    async def handle(_: Any, events: AsyncIterable[AgentStreamEvent]) -> None:
        from pydantic_ai import PartDeltaEvent, PartStartEvent

        written: dict[int, str] = {}
        async for event in events:
            if isinstance(event, PartStartEvent):
                written[event.index] = _begun(event.part)
            elif isinstance(event, PartDeltaEvent):
                written[event.index] = written.get(event.index, "") + _more(event.delta)
            else:
                continue
            fields = _fields(written[event.index])
            if fields:
                so_far(fields)

    return handle


def _begun(part: Any) -> str:
    """The JSON that a part begins with; thoughts and whatever else is no answer have none."""
    if part.part_kind == "tool-call":
        return part.args if isinstance(part.args, str) else ""
    return str(part.content) if part.part_kind == "text" else ""


def _more(delta: Any) -> str:
    if delta.part_delta_kind == "tool_call":
        return delta.args_delta if isinstance(delta.args_delta, str) else ""
    return str(delta.content_delta) if delta.part_delta_kind == "text" else ""


def _fields(text: str) -> dict[str, object]:
    try:
        found = pydantic_core.from_json(text, allow_partial="trailing-strings")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}

"""Tools whose calls are told while they go on."""

import functools
from collections.abc import Sequence
from typing import Any

from pipeline.events import ToolCalled, ToolReturned, tell
from pipeline.model_calls import Tool


def watched(tools: Sequence[Tool]) -> tuple[Tool, ...]:
    """The same tools; whoever listens hears of every call, by the tool's name."""
    return tuple(_watched(tool) for tool in tools)


def _watched(tool: Tool) -> Tool:
    name = getattr(tool, "__name__", "")

    @functools.wraps(tool)
    async def called(*args: Any, **named: Any) -> str:
        tell(ToolCalled(tool=name))
        try:
            return await tool(*args, **named)
        finally:
            tell(ToolReturned(tool=name))

    return called

"""A model's calls of tools that only read: every one is kept, and told to the audit."""

import functools
import inspect
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass, field

from pipeline.flow import Happened
from pipeline.model_calls import Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One call of a tool that only reads: what was asked of it, and what ran in the database."""

    tool: str
    details: dict[str, str] = field(default_factory=dict)


_CALL: ContextVar[dict[str, str] | None] = ContextVar("call of a tool", default=None)


def ran(sql: str, rows: int | None = None, problem: str = "") -> None:
    """Say of the call that goes on now which statement ran for it, and what came of that."""
    details = _CALL.get()
    if details is None:
        return
    details["ran"] = sql
    if rows is not None:
        details["rows"] = str(rows)
    if problem:
        details["reason"] = problem


def refused(reason: str) -> None:
    """Say of the call that goes on now why nothing ran for it."""
    details = _CALL.get()
    if details is not None:
        details["reason"] = reason


def looked_at(looks: Iterable[Look]) -> tuple[Happened, ...]:
    """One entry for each call, with what was asked, what ran and how many rows came back."""
    return tuple(
        Happened(action="tool called", details={"tool": look.tool} | look.details) for look in looks
    )


class Looks:
    """Keeps the calls of one turn, in the order in which they began."""

    def __init__(self) -> None:
        self._kept: list[Look] = []
        self._said: list[str] = []

    @property
    def kept(self) -> tuple[Look, ...]:
        """The calls until now."""
        return tuple(self._kept)

    @property
    def said(self) -> tuple[str, ...]:
        """What came back of them: the facts that a last word may rest on."""
        return tuple(self._said)

    def keeping(self, tools: Iterable[Tool]) -> tuple[Tool, ...]:
        """The same tools; every call is kept, also one that fails."""
        return tuple(self._keeping(tool) for tool in tools)

    def _keeping(self, tool: Tool) -> Tool:
        name, signature = getattr(tool, "__name__", ""), inspect.signature(tool)

        @functools.wraps(tool)
        async def called(*args: object, **named: object) -> str:
            given = signature.bind(*args, **named).arguments
            look = Look(tool=name, details={key: str(value) for key, value in given.items()})
            self._kept.append(look)
            token = _CALL.set(look.details)
            try:
                said = await tool(*args, **named)
                self._said.append(said)
                return said
            finally:
                _CALL.reset(token)

        return called

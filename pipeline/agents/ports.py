"""The port of one model: a prompt in, a typed answer out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pydantic import BaseModel

from pipeline.writing import Tool

Output = TypeVar("Output", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What is sent. `version` is the content hash of its template; `instructions` never vary."""

    instructions: str
    text: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a call used, as its provider counted."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = None


class ModelError(Exception):
    """Base of what goes wrong between us and a model."""


class ModelAwayError(ModelError):
    """The model could not be asked. `passing` says that the same call may work a moment later."""

    def __init__(
        self, model: str, reason: str, *, passing: bool, wait: float | None = None
    ) -> None:
        self.model = model
        self.reason = reason
        self.passing = passing
        self.wait = wait
        super().__init__(f"{model}: {reason}")


class UnusableAnswerError(ModelError):
    """The model answered, and was paid, but not in the form that was asked for."""

    def __init__(self, model: str, reason: str, usage: Usage) -> None:
        self.model = model
        self.reason = reason
        self.usage = usage
        super().__init__(f"{model}: {reason}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Where a model that uses tools is stopped: requests, calls of tools, tokens that go in."""

    requests: int = 10
    calls: int = 24
    input_tokens: int = 60_000


class ModelClient(Protocol):
    """One configured model. Raises ModelAwayError, UnusableAnswerError."""

    @property
    def name(self) -> str: ...

    @property
    def max_input_tokens(self) -> int: ...

    async def answer(self, prompt: Prompt, kind: type[Output]) -> tuple[Output, Usage]:
        """One request; nothing is tried again here."""
        ...

    async def explore(
        self, prompt: Prompt, kind: type[Output], tools: Sequence[Tool], limits: Limits
    ) -> tuple[Output, Usage]:
        """Requests, with calls of tools between them, until there is an answer or a limit."""
        ...

    async def close(self) -> None: ...

"""The port of one model: a prompt in, a typed answer out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pydantic import BaseModel

from pipeline.model_calls import SoFar, Tool

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
    """The model answered, and was paid, but not in the form that was asked for.

    `fix` is what an admin may change about it.
    """

    def __init__(self, model: str, reason: str, usage: Usage, fix: str = "") -> None:
        self.model = model
        self.reason = reason
        self.usage = usage
        self.fix = fix
        super().__init__(f"{model}: {reason}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Where a model that uses tools is stopped: requests, calls of tools, tokens that go in."""

    requests: int = 10
    calls: int = 24
    input_tokens: int = 60_000


class NeedsApprovalError(Exception):
    """A tool was called for what only people can let happen: the turn ends here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of a tool that waits for people, with the arguments that the tool's types allow."""

    id: str
    tool: str
    arguments: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """How a turn ended: with `calls` that wait for people and the `history` so far, or a `text`."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    history: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talking:
    """Where a talk stands: its `history`, and what became of the calls that waited, by their ids.

    `objection` says why a text is no last word, for the model to read; empty where it is one.
    """

    history: str
    results: Mapping[str, str]
    objection: Callable[[str], str]


class ModelClient(Protocol):
    """One configured model. Raises ModelAwayError, UnusableAnswerError."""

    @property
    def name(self) -> str: ...

    @property
    def max_input_tokens(self) -> int: ...

    async def answer(
        self, prompt: Prompt, kind: type[Output], so_far: SoFar | None = None
    ) -> tuple[Output, Usage]:
        """One request, streamed where somebody listens; nothing is tried again here."""
        ...

    async def explore(
        self, prompt: Prompt, kind: type[Output], tools: Sequence[Tool], limits: Limits
    ) -> tuple[Output, Usage]:
        """Requests, with calls of tools between them, until there is an answer or a limit."""
        ...

    async def converse(
        self, prompt: Prompt, talking: Talking, tools: Sequence[Tool], limits: Limits
    ) -> tuple[Turn, Usage]:
        """Requests until there is a last word, or a tool raised `NeedsApprovalError`.

        All other calls beside that one have run then. An empty history begins with the prompt.
        """
        ...

    async def close(self) -> None: ...

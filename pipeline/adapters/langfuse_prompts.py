"""Prompts from Langfuse, over its HTTP API; what was fetched last is kept while it is away."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias
from urllib.parse import quote

import httpx
import structlog
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from pipeline.agents.prompt_source import SourcedPrompt

log = structlog.get_logger()
Ticks: TypeAlias = Callable[[], float]
_NOT_THERE = 404
_REFUSED = (401, 403)
_MOST_BYTES = 400_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Langfuse:
    """How it is reached. `prefix` stands before each prompt's name there; times in seconds."""

    url: str
    public_key: str
    secret_key: str = field(repr=False)
    label: str = "production"
    prefix: str = "countersign/"
    timeout: float = 3.0
    keep: float = 60.0


class _Message(BaseModel):
    role: str
    content: str


class _Text(BaseModel):
    type: Literal["text"]
    prompt: str
    version: int


class _Chat(BaseModel):
    type: Literal["chat"]
    prompt: list[_Message]
    version: int


_PROMPT: TypeAdapter[_Text | _Chat] = TypeAdapter(
    Annotated[_Text | _Chat, Field(discriminator="type")]
)


class LangfusePrompts:
    """The PromptSource port. A text prompt holds instructions; a chat prompt, the task as well."""

    def __init__(
        self, langfuse: Langfuse, names: Sequence[str], ticks: Ticks = time.monotonic
    ) -> None:
        self._langfuse = langfuse
        self._names = tuple(names)
        self._ticks = ticks
        self._asked_at: float | None = None
        self._asking = asyncio.Lock()
        self._behind: asyncio.Task[None] | None = None
        self._found: dict[str, SourcedPrompt] = {}
        self._problems: dict[str, str] = {}

    async def refresh(self) -> None:
        if self._asked_at is None:
            async with self._asking:
                await self._ask()
        elif self._ticks() - self._asked_at >= self._langfuse.keep and self._idle():
            # Nobody waits for news: the prompts that are known go on being used.
            self._behind = asyncio.get_running_loop().create_task(self._ask())

    def get(self, name: str) -> SourcedPrompt | None:
        return self._found.get(name)

    def problems(self) -> dict[str, str]:
        return dict(self._problems)

    async def settled(self) -> None:
        """Wait for the news that are under way."""
        if self._behind is not None:
            await self._behind

    def _idle(self) -> bool:
        return self._behind is None or self._behind.done()

    async def _ask(self) -> None:
        if self._asked_at is not None and self._ticks() - self._asked_at < self._langfuse.keep:
            return
        its = self._langfuse
        client = httpx.AsyncClient(
            base_url=its.url.rstrip("/"), auth=(its.public_key, its.secret_key), timeout=its.timeout
        )
        async with client:
            await asyncio.gather(*(self._fetch(client, name) for name in self._names))
        self._asked_at = self._ticks()

    async def _fetch(self, client: httpx.AsyncClient, name: str) -> None:
        path = f"/api/public/v2/prompts/{quote(self._langfuse.prefix + name, safe='')}"
        try:
            async with asyncio.timeout(self._langfuse.timeout):
                reply = await client.get(path, params={"label": self._langfuse.label})
            if reply.status_code == _NOT_THERE:
                self._found.pop(name, None)
                self._well(name)
                return
            if reply.status_code in _REFUSED:
                self._fails(name, "Langfuse refused the keys")
                return
            reply.raise_for_status()
            self._found[name] = self._read(name, reply.content)
            self._well(name)
        except (httpx.HTTPError, TimeoutError) as error:
            self._fails(name, f"Langfuse could not be asked ({type(error).__name__})")
        except (ValidationError, _UnusableError):
            self._fails(name, "what Langfuse holds is no prompt of text or of messages")

    def _read(self, name: str, body: bytes) -> SourcedPrompt:
        if len(body) > _MOST_BYTES:
            raise _UnusableError
        found = _PROMPT.validate_json(body)
        whence = f"langfuse {self._langfuse.prefix}{name} v{found.version}"
        if isinstance(found, _Text):
            return SourcedPrompt(instructions=found.prompt, text=None, whence=whence)
        by_role = {message.role: message.content for message in found.prompt}
        if len(by_role) != len(found.prompt) or not by_role.keys() <= {"system", "user"}:
            raise _UnusableError
        if "system" not in by_role:
            raise _UnusableError
        return SourcedPrompt(
            instructions=by_role["system"], text=by_role.get("user"), whence=whence
        )

    def _fails(self, name: str, problem: str) -> None:
        if self._problems.get(name) != problem:
            log.warning("prompt_not_fetched", prompt=name, reason=problem)
        self._problems[name] = problem

    def _well(self, name: str) -> None:
        self._problems.pop(name, None)


class _UnusableError(Exception):
    """A prompt in a form that is not ours."""

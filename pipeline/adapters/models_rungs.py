"""One configured model, asked through the agent library; its SDK is loaded when it is needed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pipeline.adapters.models_connections import Connection, connected
from pipeline.adapters.models_conversing import (
    Form,
    began_with,
    conversing,
    held_to,
    turn_of,
)
from pipeline.adapters.models_history import UnreadableHistoryError
from pipeline.adapters.models_prices import Price, cost_of
from pipeline.adapters.models_streaming import telling
from pipeline.agents.ports import (
    Limits,
    ModelAwayError,
    Output,
    Prompt,
    Talking,
    Turn,
    UnusableAnswerError,
    Usage,
)
from pipeline.agents.watching import watched
from pipeline.model_calls import SoFar, Tool

if TYPE_CHECKING:
    from pydantic_ai import Agent, AgentRunResult, ModelSettings
    from pydantic_ai.usage import RunUsage

Effort: TypeAlias = Literal["none", "minimal", "low", "medium", "high"]
Provider: TypeAlias = Literal["openai", "openai-chat", "anthropic", "azure", "compatible"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """How one model is reached, its limits and price. `form` is how it is held to the output.

    `effort` is how much it is to think first; None leaves that to its provider.
    """

    provider: Provider
    model: str
    api_key: str = ""
    base_url: str = ""
    api_version: str = ""
    max_input_tokens: int = 12_000
    max_output_tokens: int = 4_000
    timeout: float = 60.0
    form: Form = "tool"
    price: Price | None = None
    effort: Effort | None = None


class RungClient:
    """The ModelClient port over one rung."""

    def __init__(self, rung: Rung) -> None:
        self._rung = rung
        self._opening = asyncio.Lock()

    @property
    def name(self) -> str:
        return f"{self._rung.provider}:{self._rung.model}"

    @property
    def max_input_tokens(self) -> int:
        return self._rung.max_input_tokens

    async def answer(
        self, prompt: Prompt, kind: type[Output], so_far: SoFar | None = None
    ) -> tuple[Output, Usage]:
        return await self._asked(prompt, kind, (), Limits(requests=1), so_far)

    async def explore(
        self, prompt: Prompt, kind: type[Output], tools: Sequence[Tool], limits: Limits
    ) -> tuple[Output, Usage]:
        return await self._asked(prompt, kind, tools, limits)

    async def close(self) -> None:
        if "_connection" in self.__dict__:
            await self._connection.close()

    @cached_property
    def _connection(self) -> Connection:
        rung = self._rung
        return connected(
            rung.provider, rung.model, rung.api_key, rung.base_url, rung.api_version or None
        )

    async def converse(
        self, prompt: Prompt, talking: Talking, tools: Sequence[Tool], limits: Limits
    ) -> tuple[Turn, Usage]:
        agent = conversing(
            (await self._opened()).model, prompt, talking, tools, self._rung.form, self._settings()
        )
        try:
            began = began_with(prompt, talking)
            result, usage = await self._ran(agent, began, limits)
            return turn_of(result), usage
        except UnreadableHistoryError as error:
            reason = "The talk is too long, or of another version."
            raise UnusableAnswerError(self.name, reason, Usage()) from error

    async def _asked(
        self,
        prompt: Prompt,
        kind: type[Output],
        tools: Sequence[Tool],
        limits: Limits,
        so_far: SoFar | None = None,
    ) -> tuple[Output, Usage]:
        from pydantic_ai import Agent, AgentRetries
        from pydantic_ai import Tool as AgentTool

        agent = Agent(
            (await self._opened()).model,
            output_type=held_to(kind, self._rung.form),
            instructions=prompt.instructions,
            tools=[AgentTool(tool, takes_ctx=False) for tool in watched(tools)],
            # A paid answer is a step of its own, so that no crash pays it twice: nothing is
            # tried again in here.
            retries=AgentRetries(tools=0, output=0),
            model_settings=self._settings(),
        )
        began: dict[str, Any] = {"user_prompt": prompt.text}
        if so_far is not None:
            began["event_stream_handler"] = telling(so_far)
        result, usage = await self._ran(agent, began, limits)
        return result.output, usage

    async def _opened(self) -> Connection:
        """The connection. Raises `ModelAwayError` where a setting could not be kept to."""
        # Importing an SDK takes a second or two: the first time it must not hold up anybody else.
        async with self._opening:
            connection = await asyncio.to_thread(lambda: self._connection)
        if problem := connection.not_honoured(self._rung.effort, self._rung.form):
            raise ModelAwayError(self.name, problem, passing=False)
        return connection

    def not_honoured(self) -> str:
        """What of its settings the model's API cannot be told; nothing is sent. Blocks."""
        return self._connection.not_honoured(self._rung.effort, self._rung.form)

    async def _ran(
        self, agent: Agent[object, Any], began: Mapping[str, Any], limits: Limits
    ) -> tuple[AgentRunResult[Any], Usage]:
        """One run of the agent within the limits, every failure as one of ours."""
        from pydantic_ai import UsageLimits
        from pydantic_ai.exceptions import AgentRunError, ModelAPIError, UserError
        from pydantic_ai.usage import RunUsage

        used = RunUsage()
        several = limits.requests > 1
        bounds = UsageLimits(
            request_limit=limits.requests,
            tool_calls_limit=limits.calls,
            input_tokens_limit=limits.input_tokens if several else None,
        )
        try:
            async with asyncio.timeout(self._rung.timeout * limits.requests):
                result = await agent.run(**began, usage=used, usage_limits=bounds)
        except ModelAPIError as error:
            raise self._away(error) from error
        except TimeoutError as error:
            reason = f"no answer within {self._rung.timeout:g} s"
            raise ModelAwayError(self.name, reason, passing=False) from error
        except AgentRunError as error:
            usage = self._usage(used, None)
            raise UnusableAnswerError(self.name, *_plain(error, usage)) from error
        except UserError as error:
            raise ModelAwayError(self.name, "its settings cannot work", passing=False) from error
        return result, self._usage(used, result)

    def _settings(self) -> ModelSettings:
        from pydantic_ai import ModelSettings

        settings = ModelSettings(
            max_tokens=self._rung.max_output_tokens,
            timeout=self._rung.timeout,
            cache={"messages": False},
        )
        if self._rung.effort is not None:
            settings["thinking"] = False if self._rung.effort == "none" else self._rung.effort
        return settings

    def _away(self, error: Any) -> ModelAwayError:
        from pydantic_ai import exceptions as said

        reasons = (
            (said.ModelAuthenticationError, "the key was refused", False),
            (said.ModelNotFoundError, "there is no such model", False),
            (said.ModelContextWindowExceededError, "the question does not fit into it", False),
            (said.ModelQuotaExceededError, "its account has no quota left", False),
            (said.ModelRequestRejectedError, "it refused the request", False),
            (said.ModelRateLimitError, "it is rate-limited", True),
            (said.ModelTimeoutError, "it did not answer in time", False),
            (said.ModelRequestTimeout, "it did not answer in time", False),
            (said.ModelConnectionError, "it cannot be reached", True),
            (said.ModelUnavailableError, "it is overloaded", True),
            (said.ModelServerError, "it failed", True),
        )
        for kind, reason, passing in reasons:
            if isinstance(error, kind):
                return ModelAwayError(self.name, reason, passing=passing, wait=error.retry_after)
        return ModelAwayError(self.name, "the call failed", passing=True)

    def _usage(self, used: RunUsage, result: AgentRunResult[Any] | None) -> Usage:
        return Usage(
            input_tokens=used.input_tokens,
            output_tokens=used.output_tokens,
            cached_tokens=used.cache_read_tokens,
            cost=cost_of(used, self._rung.price, result.response if result else None),
        )


def _plain(error: Exception, usage: Usage) -> tuple[str, Usage, str]:
    """What was wrong with an answer, for people and the next try: never a provider's whole text."""
    from pydantic_ai import exceptions as said

    match error:
        case said.OutputTokenLimitExceeded():
            reason = "The last answer was cut off: it was longer than a model may write here."
            return reason, usage, "Ask an admin to raise max_output_tokens of the model."
        case said.ContentFilterError():
            return "The last answer was taken by the provider's content filter.", usage, ""
        case said.UsageLimitExceeded():
            reason = "The last answer came to no end within its calls of tools."
            return reason, usage, "Ask an admin to raise models.layers.explore.requests."
        case _:
            return "The last answer was not in the form that was asked for.", usage, ""

"""Connections to the vendors' APIs: the SDK's client and the agent library's model over it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic_ai.models import Model

_OPENAI = "https://api.openai.com/v1"
_ANTHROPIC = "https://api.anthropic.com"
_AZURE_VERSION = "2025-04-01-preview"
# Servers of one's own often need no key, but the SDK wants one.
_NO_KEY = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """A model that can be asked, and how its connections are closed."""

    model: Model
    close: Callable[[], Awaitable[None]]

    def not_honoured(self, effort: str | None, form: str) -> str:
        """What of these settings the model's API cannot be told; empty where it can be told all."""
        profile = self.model.profile
        thinks = profile.get("supports_thinking") or profile.get("thinking_always_enabled")
        if effort not in (None, "none") and not thinks:
            return "it cannot be told an effort"
        if form == "json_schema" and not profile.get("supports_json_schema_output"):
            return "it cannot be held to a JSON schema"
        return ""


def connected(
    provider: str, model: str, api_key: str, base_url: str, api_version: str | None
) -> Connection:
    """The connection; nothing is sent yet. Every URL is given, so that no variable decides it."""
    if provider == "anthropic":
        return _anthropic(model, api_key, base_url or _ANTHROPIC)
    if provider == "azure":
        return _azure(model, api_key, base_url, api_version or _AZURE_VERSION)
    return _openai(provider, model, api_key or _NO_KEY, base_url or _OPENAI)


def _openai(provider: str, model: str, api_key: str, base_url: str) -> Connection:
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    client = AsyncOpenAI(api_key=api_key, base_url=base_url, max_retries=0)
    if provider == "openai":
        through = OpenAIProvider(openai_client=client)
        return Connection(model=OpenAIResponsesModel(model, provider=through), close=client.close)
    if provider == "openai-chat":
        through = OpenAIProvider(openai_client=client)
        return Connection(model=OpenAIChatModel(model, provider=through), close=client.close)
    other = OpenAICompatibleProvider("compatible", openai_client=client)
    # Of unknown servers the library assumes OpenAI's newest: most know `max_tokens` alone, and an
    # effort that is set is sent, for the server to keep or to refuse.
    profile: OpenAIModelProfile = {
        "openai_chat_supports_max_completion_tokens": False,
        "supports_thinking": True,
    }
    through_other = OpenAIChatModel(model, provider=other, profile=profile)
    return Connection(model=through_other, close=client.close)


def _azure(model: str, api_key: str, endpoint: str, version: str) -> Connection:
    from openai import AsyncAzureOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.azure import AzureProvider

    client = AsyncAzureOpenAI(
        api_key=api_key, azure_endpoint=endpoint, api_version=version, max_retries=0
    )
    through = AzureProvider(openai_client=client)
    # A deployment's name says nothing of its model: an effort that is set is sent.
    thinks: OpenAIModelProfile = {"supports_thinking": True}
    deployed = OpenAIChatModel(model, provider=through, profile=thinks)
    return Connection(model=deployed, close=client.close)


def _anthropic(model: str, api_key: str, base_url: str) -> Connection:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    client = AsyncAnthropic(api_key=api_key, base_url=base_url, max_retries=0)
    through = AnthropicProvider(anthropic_client=client)
    return Connection(model=AnthropicModel(model, provider=through), close=client.close)

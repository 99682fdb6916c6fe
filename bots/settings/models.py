"""What can be set for the models that write SQL."""

from typing import Literal, TypeAlias

from pydantic import Field, SecretStr, model_validator

from bots.settings.part import Part
from pipeline.model_calls import When
from pipeline.small_layers import SMALL_LAYERS, SmallLayer


class PriceSettings(Part):
    """US dollars for a million tokens."""

    input: float = Field(ge=0, examples=[0.25])
    output: float = Field(ge=0, examples=[2.0])
    cached: float | None = Field(default=None, ge=0)


class RungSettings(Part):
    """One model of the ladder."""

    provider: Literal["openai", "openai-chat", "anthropic", "azure", "compatible"] = Field(
        examples=["openai"]
    )
    model: str = Field(min_length=1, examples=["gpt-5-mini"])
    api_key: SecretStr = Field(default=SecretStr(""), examples=["${OPENAI_API_KEY}"])
    base_url: str = Field(default="", examples=["http://127.0.0.1:11434/v1"])
    api_version: str = Field(default="", description="of Azure's API")
    max_input_tokens: int = Field(default=12_000, ge=1_000, le=1_000_000)
    max_output_tokens: int = Field(default=4_000, ge=200, le=64_000)
    timeout: float = Field(default=60, gt=0, le=300, description="seconds")
    form: Literal["tool", "json_schema", "prompt"] = Field(
        default="tool", description="how the model is held to the form of its answer"
    )
    price: PriceSettings | None = None

    @model_validator(mode="after")
    def _reachable(self) -> "RungSettings":
        if self.provider in {"azure", "compatible"} and not self.base_url:
            message = f"provider {self.provider} needs base_url"
            raise ValueError(message)
        if self.provider != "compatible" and not self.api_key.get_secret_value():
            message = f"provider {self.provider} needs api_key"
            raise ValueError(message)
        if self.api_version and self.provider != "azure":
            message = f"api_version is Azure's: provider {self.provider} cannot be told one"
            raise ValueError(message)
        return self


class EmbeddingsSettings(Part):
    """The service that embeds questions and tables, in place of the model that is built in."""

    provider: Literal["openai", "compatible"] = Field(examples=["openai"])
    model: str = Field(min_length=1, examples=["text-embedding-3-small"])
    dimensions: int = Field(ge=32, le=4_096, examples=[512])
    api_key: SecretStr = Field(default=SecretStr(""), examples=["${OPENAI_API_KEY}"])
    base_url: str = Field(default="", examples=["http://127.0.0.1:11434/v1"])
    timeout: float = Field(default=5, gt=0, le=60, description="seconds")

    @model_validator(mode="after")
    def _reachable(self) -> "EmbeddingsSettings":
        if self.provider == "compatible" and not self.base_url:
            message = "provider compatible needs base_url"
            raise ValueError(message)
        if self.provider == "openai" and not self.api_key.get_secret_value():
            message = "provider openai needs api_key"
            raise ValueError(message)
        return self


Effort: TypeAlias = Literal["none", "minimal", "low", "medium", "high"]
LayerName: TypeAlias = Literal[
    SmallLayer,
    "write_sql",
    "repair",
    "sample",
    "explore",
    "tell",
    "draw",
    "outline",
    "sum_up",
    "administer",
]


class LayerSettings(Part):
    """What one layer has of its own; what is not set is as the ladder has it."""

    models: tuple[str, ...] = Field(
        default=(), examples=[["gpt-5-mini"]], description="of the ladder, the cheapest first"
    )
    ask: When = Field(
        default="auto", description="when a layer between the rules and the SQL is asked"
    )
    effort: Effort | None = Field(default=None, description="how much a model thinks first")
    max_input_tokens: int | None = Field(default=None, ge=1_000, le=1_000_000)
    max_output_tokens: int | None = Field(default=None, ge=200, le=64_000)
    requests: int = Field(default=10, ge=1, le=50, description="of one look around with tools")
    calls: int = Field(default=24, ge=0, le=200, description="of tools, in one look around")


class BudgetSettings(Part):
    """US dollars that models may cost in a day or a month (UTC); nothing set means no limit."""

    day: float | None = Field(default=None, ge=0, examples=[20])
    month: float | None = Field(default=None, ge=0)
    person_day: float | None = Field(default=None, ge=0, description="for each person")
    workspace_day: float | None = Field(default=None, ge=0, description="for each workspace")

    @property
    def limits(self) -> bool:
        """Whether anything is limited."""
        return any(value is not None for value in self.model_dump().values())


class LangfuseSettings(Part):
    """A Langfuse project whose prompts stand before the built-in files."""

    url: str = Field(min_length=1, examples=["https://cloud.langfuse.com"])
    public_key: str = Field(min_length=1, examples=["${LANGFUSE_PUBLIC_KEY}"])
    secret_key: SecretStr = Field(min_length=1, examples=["${LANGFUSE_SECRET_KEY}"])
    label: str = Field(default="production", min_length=1)
    prefix: str = Field(default="countersign/", description="before each prompt's name there")
    timeout: float = Field(default=3, gt=0, le=30, description="seconds")
    keep: float = Field(default=60, ge=1, le=86_400, description="seconds until it is asked anew")

    @model_validator(mode="after")
    def _a_url(self) -> "LangfuseSettings":
        if not self.url.startswith(("https://", "http://")):
            message = "langfuse.url begins with https://"
            raise ValueError(message)
        return self


class ModelsSettings(Part):
    """The models that write SQL where the rules cannot, the cheapest first."""

    ladder: tuple[RungSettings, ...] = Field(
        min_length=1,
        examples=[[{"provider": "openai", "model": "gpt-5-mini", "api_key": "${OPENAI_API_KEY}"}]],
    )
    layers: dict[LayerName, LayerSettings] = Field(
        default={}, examples=[{"tell": {"models": ["gpt-5-mini"], "effort": "low"}}]
    )
    concurrency: int = Field(default=4, ge=1, le=64)
    samples: int = Field(
        default=1, ge=1, le=3, description="queries of a question that the reader cannot check"
    )
    repairs: int = Field(default=3, ge=0, le=3, description="tries after a failed check")
    budget: BudgetSettings = BudgetSettings()
    langfuse: LangfuseSettings | None = None

    @model_validator(mode="after")
    def _layers_of_the_ladder(self) -> "ModelsSettings":
        known = {rung.model for rung in self.ladder}
        for name, layer in self.layers.items():
            strange = [model for model in layer.models if model not in known]
            if strange:
                message = f"layers.{name}: the ladder has no model {strange[0]!r}"
                raise ValueError(message)
        return self

    @model_validator(mode="after")
    def _asked_layers(self) -> "ModelsSettings":
        for name, layer in self.layers.items():
            if layer.ask != "auto" and name not in SMALL_LAYERS:
                message = f"layers.{name}: only {', '.join(SMALL_LAYERS)} have `ask`"
                raise ValueError(message)
        return self

    @model_validator(mode="after")
    def _prices_for_a_budget(self) -> "ModelsSettings":
        unpriced = [rung.model for rung in self.ladder if rung.price is None]
        if self.budget.limits and unpriced:
            message = f"budget: {unpriced[0]} needs a price, or its calls could not be counted"
            raise ValueError(message)
        return self

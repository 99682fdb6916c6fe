"""The sentence model of this process: the one that is built in, or the service of the settings."""

from dataclasses import dataclass
from functools import cache

from bots.settings.features import is_installed
from bots.settings.models import EmbeddingsSettings
from knowledge.adapters.onnx_embeddings import PACKAGES, OnnxEmbedder
from knowledge.embeddings import Embedder, EmbeddingsError

NOT_INSTALLED = "The sentence model is not installed: nothing is trusted, and words alone find it."


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """The model, or why there is none."""

    embedder: Embedder | None
    problem: str = ""


@cache
def load_embedder(service: EmbeddingsSettings | None = None) -> Loaded:
    """The model of this process. Its file is read when something is first embedded.

    Whoever embeds is told then what is wrong with the file, or with a service that is away: words
    alone find what they can.
    """
    if service is not None:
        return Loaded(embedder=_hosted(service))
    if not all(map(is_installed, PACKAGES)):
        return Loaded(embedder=None, problem=NOT_INSTALLED)
    return Loaded(embedder=OnnxEmbedder())


def problem_of(service: EmbeddingsSettings | None) -> str:
    """Why nothing can be embedded now, asking a service; empty where it can."""
    loaded = load_embedder(service)
    if loaded.embedder is None:
        return loaded.problem
    try:
        loaded.embedder.embed(["ready"])
    except EmbeddingsError as error:
        return str(error)
    return ""


def _hosted(service: EmbeddingsSettings) -> Embedder:
    # The vendor's package is heavy, and most installations never need it.
    from knowledge.adapters.openai_embeddings import hosted_embedder

    return hosted_embedder(
        model=service.model,
        dim=service.dimensions,
        api_key=service.api_key.get_secret_value(),
        base_url=service.base_url,
        timeout=service.timeout,
    )

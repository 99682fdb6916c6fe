"""The sentence model of this process, loaded once and only when it is needed."""

from dataclasses import dataclass
from functools import cache

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.embeddings import Embedder, EmbeddingsError


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """The model, or why there is none."""

    embedder: Embedder | None
    problem: str = ""


@cache
def load_embedder() -> Loaded:
    """The embedded model. Blocks for up to a second the first time."""
    embedder = OnnxEmbedder()
    try:
        embedder.embed(["ready"])
    except EmbeddingsError as error:
        return Loaded(embedder=None, problem=str(error))
    return Loaded(embedder=embedder)

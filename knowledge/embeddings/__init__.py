"""Embeddings: the port every sentence model sits behind, and a cache in front of it."""

from knowledge.embeddings.cache import CachedEmbedder
from knowledge.embeddings.port import (
    DamagedModelError,
    Embedder,
    EmbeddingsError,
    EmbeddingsUnavailableError,
    Part,
    Vectors,
    normalised,
)

__all__ = [
    "CachedEmbedder",
    "DamagedModelError",
    "Embedder",
    "EmbeddingsError",
    "EmbeddingsUnavailableError",
    "Part",
    "Vectors",
    "normalised",
]

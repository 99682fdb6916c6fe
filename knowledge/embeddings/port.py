"""The port of a sentence model: texts in, unit vectors out."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
# An array of what an index consists of, as it is kept on disk.
Part = npt.NDArray[Any]


class EmbeddingsError(Exception):
    """Base of everything that goes wrong with embeddings."""


class EmbeddingsUnavailableError(EmbeddingsError):
    """The model or the service behind it cannot answer now."""

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self.reason = reason
        super().__init__(f"The embedding model {name} is not available: {reason}")


class DamagedModelError(EmbeddingsError):
    """A model file is not the one that was pinned."""

    def __init__(self, path: str, expected: str, found: str) -> None:
        self.path = path
        self.expected = expected
        self.found = found
        super().__init__(f"{path} has sha256 {found}, expected {expected}")


class Embedder(Protocol):
    """Turns texts into L2-normalised float32 rows of width `dim`; raises EmbeddingsError.

    `name` identifies the model: vectors of two names are never compared.
    """

    @property
    def name(self) -> str: ...

    @property
    def dim(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Vectors: ...


def normalised(rows: Vectors) -> Vectors:
    """The rows at length one; a zero row stays zero."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1e-12), dtype=np.float32)

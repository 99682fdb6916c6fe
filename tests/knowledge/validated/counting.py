"""A sentence model that counts what it is asked, and goes away when told so."""

from collections.abc import Sequence

from knowledge.embeddings import Embedder, EmbeddingsUnavailableError, Vectors


class Counting:
    """The real model under another name."""

    def __init__(self, inner: Embedder, name: str = "another") -> None:
        self._inner = inner
        self.name = name
        self.dim = inner.dim
        self.texts = 0
        self.gone = False

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.gone:
            raise EmbeddingsUnavailableError(self.name, "it is down")
        self.texts += len(texts)
        return self._inner.embed(texts)

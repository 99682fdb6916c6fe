"""Sentence embeddings from OpenAI or anything that speaks its API."""

from collections.abc import Sequence
from urllib.parse import urlsplit

import numpy as np
import openai

from knowledge.embeddings import (
    CachedEmbedder,
    Embedder,
    EmbeddingsUnavailableError,
    Vectors,
    normalised,
)

BATCH = 256
OPENAI = "https://api.openai.com/v1"


def hosted_embedder(
    *, model: str, dim: int, api_key: str, base_url: str = "", timeout: float
) -> Embedder:
    """The embedder of a service, which remembers what it embedded last; `timeout` in seconds.

    The key and the URL are given, so that no variable decides where texts go.
    """
    client = openai.OpenAI(
        api_key=api_key or "none",
        base_url=base_url or OPENAI,
        timeout=timeout,
        max_retries=1,
    )
    name = f"{model}-{dim}"
    # Elsewhere the same name may be another model, whose vectors are not to be compared with these.
    place = urlsplit(base_url).netloc if base_url else ""
    named = f"{name}@{place}" if place else name
    return CachedEmbedder(OpenAiEmbedder(client, model=model, dim=dim, name=named))


class OpenAiEmbedder:
    """Embeds with a hosted model; a service that is down raises EmbeddingsUnavailableError."""

    def __init__(self, client: openai.OpenAI, *, model: str, dim: int, name: str) -> None:
        self._client = client
        self._model = model
        self._dim = dim
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    @property
    def dim(self) -> int:
        return self._dim

    def embed(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self._dim), dtype=np.float32)
        batches = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]
        return normalised(np.concatenate([self._request(batch) for batch in batches]))

    def _request(self, texts: Sequence[str]) -> Vectors:
        # An empty input is refused by the service; a space has a vector that matches nothing.
        wanted = [text or " " for text in texts]
        try:
            reply = self._client.embeddings.create(
                model=self._model, input=wanted, dimensions=self._dim, encoding_format="float"
            )
        except openai.OpenAIError as error:
            raise EmbeddingsUnavailableError(self.name, str(error)) from error
        ordered = sorted(reply.data, key=lambda item: item.index)
        rows = np.array([item.embedding for item in ordered], dtype=np.float32)
        if rows.shape != (len(texts), self._dim):
            raise EmbeddingsUnavailableError(self.name, f"it answered with shape {rows.shape}")
        return rows

"""The cache embeds a text once and forgets the least recently used."""

from collections.abc import Sequence

import numpy as np

from knowledge.embeddings import CachedEmbedder, Vectors


class _Counting:
    """An embedder that remembers what it was asked for."""

    name = "counting"
    dim = 2

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.extend(texts)
        return np.array([[len(text), 1] for text in texts], dtype=np.float32)


def test_a_text_is_embedded_once() -> None:
    inner = _Counting()
    cached = CachedEmbedder(inner)
    cached.embed(["a", "b", "a"])
    again = cached.embed(["b", "a"])
    assert inner.asked == ["a", "b"]
    assert again.tolist() == [[1, 1], [1, 1]]


def test_the_least_recently_used_text_is_forgotten() -> None:
    inner = _Counting()
    cached = CachedEmbedder(inner, size=2)
    cached.embed(["a", "b"])
    cached.embed(["a"])
    cached.embed(["c"])
    cached.embed(["a", "b"])
    assert inner.asked == ["a", "b", "c", "b"]


def test_no_texts_do_not_reach_the_model() -> None:
    inner = _Counting()
    assert CachedEmbedder(inner).embed([]).shape == (0, 2)
    assert inner.asked == []

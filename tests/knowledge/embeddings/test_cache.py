"""The cache embeds a text once and forgets the least recently used."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from typing_extensions import override

from knowledge.embeddings import CachedEmbedder, EmbeddingsUnavailableError, Vectors


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


class _Slow(_Counting):
    """Stands still until it is let go, and is away from then on if it is to be."""

    def __init__(self, *, away: bool = False) -> None:
        super().__init__()
        self.away = away
        self.begun, self.go_on = threading.Event(), threading.Event()

    @override
    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = super().embed(texts)
        self.begun.set()
        self.go_on.wait(20)
        if self.away:
            raise EmbeddingsUnavailableError(self.name, "it is away")
        return rows


def test_what_another_thread_is_embedding_is_waited_for() -> None:
    inner = _Slow()
    cached = CachedEmbedder(inner)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(cached.embed, ["a"])
        assert inner.begun.wait(20)
        second = threads.submit(cached.embed, ["a", "bb"])
        inner.go_on.set()
        assert first.result(20).tolist() == [[1, 1]]
        assert second.result(20).tolist() == [[1, 1], [2, 1]]
    assert inner.asked == ["a", "bb"]


def test_a_text_whose_embedding_failed_is_embedded_anew_the_next_time() -> None:
    inner = _Slow(away=True)
    inner.go_on.set()
    cached = CachedEmbedder(inner)
    with pytest.raises(EmbeddingsUnavailableError):
        cached.embed(["a"])
    inner.away = False
    assert cached.embed(["a"]).tolist() == [[1, 1]]
    assert inner.asked == ["a", "a"]

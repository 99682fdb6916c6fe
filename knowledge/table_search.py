"""Finds the tables that a question is about: by meaning and by words, fused."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from knowledge.embeddings import Embedder, EmbeddingsError, Vectors
from knowledge.table_cards import TableCard
from knowledge.table_hit import TableHit
from knowledge.value_lookup import folded

# How much the best match of words adds to a cosine: 0.2 to 0.3 were equally good on pooled schemas.
_WORDS_WEIGHT = 0.25
_SATURATION = 1.2
_LENGTH = 0.75
_WORD_END = re.compile(r"(ies|es|s|ing|ed)$")


class TableSearch:
    """Semantic and lexical search over table cards. Blocks while it embeds."""

    def __init__(self, cards: Sequence[TableCard], embedder: Embedder) -> None:
        self._cards = tuple(cards)
        self._embedder = embedder
        self._words = _Bm25([card.words for card in self._cards])

    def prepare(self) -> "TableSearch":
        """Embeds the cards now instead of at the first question."""
        _ = self._vectors
        return self

    def search(self, question: str, *, limit: int = 10) -> tuple[TableHit, ...]:
        """The likeliest tables, best first; by words alone where embeddings are unavailable."""
        if not self._cards:
            return ()
        words = self._words.scores(question)
        meaning = self._meaning(question)
        score = meaning + _WORDS_WEIGHT * words / max(float(words.max()), 1e-9)
        best = np.argsort(-score, kind="stable")[:limit]
        return tuple(
            TableHit(
                key=self._cards[place].key,
                score=round(float(score[place]), 5),
                meaning=round(float(meaning[place]), 4),
                words=round(float(words[place]), 4),
            )
            for place in best
        )

    def _meaning(self, question: str) -> Vectors:
        try:
            asked = self._embedder.embed([question])
            return np.asarray(self._vectors @ asked[0], dtype=np.float32)
        except EmbeddingsError:
            return np.zeros(len(self._cards), dtype=np.float32)

    @cached_property
    def _vectors(self) -> Vectors:
        return self._embedder.embed([card.text for card in self._cards])


class _Bm25:
    """Okapi BM25 over short texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(_stems(text)) for text in texts]
        sizes = np.array([max(counts.total(), 1) for counts in self._counts], np.float32)
        self._norm = (
            1 - _LENGTH + _LENGTH * sizes / max(float(sizes.sum()) / max(len(texts), 1), 1.0)
        )
        seen = Counter(stem for counts in self._counts for stem in counts)
        total = len(texts)
        self._weights = {
            stem: math.log(1 + (total - count + 0.5) / (count + 0.5))
            for stem, count in seen.items()
        }

    def scores(self, question: str) -> Vectors:
        found = np.zeros(len(self._counts), dtype=np.float32)
        for stem in set(_stems(question)):
            if stem in self._weights:
                count = np.array([counts[stem] for counts in self._counts], np.float32)
                gain = count * (_SATURATION + 1) / (count + _SATURATION * self._norm)
                found += self._weights[stem] * gain
        return found


def _stems(text: str) -> list[str]:
    return [_WORD_END.sub("", word) or word for word in folded(text).split()]

"""Retrieval: the stored wordings most worth comparing with a question."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from knowledge.embeddings import Vectors
from knowledge.matching import lexicon
from knowledge.matching.reading import Mark, Reading
from knowledge.matching.slots import LITERALS

DENSE, MASKED, LEXICAL = 4, 4, 3


def masked_text(reading: Reading) -> str:
    """The question with its literals replaced by what kind of thing they are."""
    out, last = [], 0
    for token in reading.tokens:
        if token.mark in LITERALS:
            out.append(reading.text[last : token.start])
            out.append("number" if token.mark is Mark.NUMBER else "value")
            last = token.end
    out.append(reading.text[last:])
    return "".join(out)


def terms(reading: Reading) -> list[str]:
    """The words that count for lexical search."""
    return [
        token.key
        for token in reading.tokens
        if token.key not in lexicon.LIGHT and token.mark is not Mark.TIME
    ]


class LexicalIndex:
    """BM25 over short texts."""

    def __init__(self, documents: Sequence[Sequence[str]]) -> None:
        self._size = len(documents)
        lengths = [max(len(document), 1) for document in documents]
        mean = sum(lengths) / max(len(lengths), 1)
        postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, document in enumerate(documents):
            for term, count in Counter(document).items():
                weight = count * 2.2 / (count + 1.2 * (0.25 + 0.75 * lengths[number] / mean))
                postings[term].append((number, weight))
        self._postings = {
            term: (
                np.array([number for number, _ in listed]),
                np.array([weight for _, weight in listed]) * self._rarity(len(listed)),
            )
            for term, listed in postings.items()
        }

    def _rarity(self, documents: int) -> float:
        return math.log(1 + (self._size - documents + 0.5) / (documents + 0.5))

    def best(self, query: Sequence[str], count: int) -> list[int]:
        """The documents that share the rarest words with the query."""
        scores = np.zeros(self._size)
        for term in set(query):
            if term in self._postings:
                numbers, weights = self._postings[term]
                scores[numbers] += weights
        return [int(number) for number in _top(scores, count) if scores[number] > 0]


def _top(scores: np.ndarray, count: int) -> list[int]:
    if len(scores) > count:
        chosen = np.argpartition(-scores, count)[:count]
        return [int(number) for number in chosen[np.argsort(-scores[chosen])]]
    return [int(number) for number in np.argsort(-scores)]


def nearest(rows: Vectors, row: Vectors, count: int) -> tuple[list[int], np.ndarray]:
    """The nearest rows and every similarity, exactly."""
    similarities = rows @ row
    return _top(similarities, count), similarities

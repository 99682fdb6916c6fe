"""Retrieval: the stored wordings most worth comparing with a question."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np

from knowledge.embeddings import Vectors
from knowledge.matching import wordlists
from knowledge.matching.reading import Reading
from knowledge.matching.slots import LITERALS
from knowledge.matching.tokens import Mark

DENSE, MASKED, LEXICAL = 4, 4, 3
_SMALL = 1_000
_WORD = re.compile(r"[^\W_]+")


class VectorIndex(Protocol):
    """Unit vectors by number; the search's similarities are exact, whatever finds them."""

    def __len__(self) -> int: ...

    def add(self, numbers: Sequence[int], rows: Vectors) -> None:
        """Keep rows under numbers; a number that is already there gets the new row."""
        ...

    def remove(self, numbers: Sequence[int]) -> None: ...

    def search(self, row: Vectors, count: int) -> list[tuple[int, float]]:
        """The nearest numbers with their cosine, best first."""
        ...

    def rows(self, numbers: Sequence[int]) -> Vectors:
        """The rows of numbers that are there, in that order."""
        ...


class ExactIndex:
    """Compares with every row: right for thousands of rows, and what others are measured by."""

    def __init__(self, dim: int) -> None:
        self._rows: Vectors = np.zeros((0, dim), dtype=np.float32)
        self._numbers: list[int] = []
        self._place: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def add(self, numbers: Sequence[int], rows: Vectors) -> None:
        self.remove([number for number in numbers if number in self._place])
        self._place.update(
            {number: len(self._numbers) + offset for offset, number in enumerate(numbers)}
        )
        self._numbers.extend(numbers)
        self._rows = np.concatenate([self._rows, rows])

    def remove(self, numbers: Sequence[int]) -> None:
        gone = {number for number in numbers if number in self._place}
        if not gone:
            return
        kept = [place for place, number in enumerate(self._numbers) if number not in gone]
        self._rows = self._rows[kept]
        self._numbers = [self._numbers[place] for place in kept]
        self._place = {number: place for place, number in enumerate(self._numbers)}

    def search(self, row: Vectors, count: int) -> list[tuple[int, float]]:
        similarities = self._rows @ row
        return [
            (self._numbers[place], float(similarities[place]))
            for place in _top(similarities, count)
        ]

    def rows(self, numbers: Sequence[int]) -> Vectors:
        return np.asarray(self._rows[[self._place[number] for number in numbers]])


def _top(scores: Vectors, count: int) -> list[int]:
    if len(scores) > count:
        chosen = np.argpartition(-scores, count)[:count]
        return [int(place) for place in chosen[np.argsort(-scores[chosen])]]
    return [int(place) for place in np.argsort(-scores)]


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


def terms(text: str) -> list[str]:
    """The words that count for lexical search."""
    return [word for word in _WORD.findall(text.lower()) if word not in wordlists.LIGHT]


class LexicalIndex:
    """BM25 over short texts, for rare words, codes and names that a sentence model blurs."""

    def __init__(self) -> None:
        self._counts: dict[int, Counter[str]] = {}
        self._postings: dict[str, dict[int, int]] = defaultdict(dict)
        self._length = 0

    def add(self, number: int, words: Iterable[str]) -> None:
        self.remove(number)
        counts = Counter(words)
        self._counts[number] = counts
        self._length += counts.total()
        for word, count in counts.items():
            self._postings[word][number] = count

    def remove(self, number: int) -> None:
        counts = self._counts.pop(number, None)
        for word in counts or ():
            del self._postings[word][number]
        self._length -= counts.total() if counts else 0

    def search(self, words: Iterable[str], count: int) -> list[int]:
        """The texts that share the rarest words with the query."""
        scores: dict[int, float] = defaultdict(float)
        mean = self._length / max(len(self._counts), 1) or 1.0
        for word in set(words):
            found = self._postings.get(word, {})
            if len(self._counts) > _SMALL and len(found) > len(self._counts) // 20:
                continue
            rarity = math.log(1 + (len(self._counts) - len(found) + 0.5) / (len(found) + 0.5))
            for number, times in found.items():
                share = self._counts[number].total() / mean
                scores[number] += rarity * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * share))
        return sorted(scores, key=lambda number: -scores[number])[:count]

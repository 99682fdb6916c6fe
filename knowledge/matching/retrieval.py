"""Retrieval: the stored wordings most worth comparing with a question."""

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from knowledge.embeddings import Part, Vectors
from knowledge.matching import wordlists
from knowledge.matching.reading import Reading
from knowledge.matching.slots import LITERALS
from knowledge.matching.tokens import Mark

DENSE, MASKED, LEXICAL = 4, 4, 3
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

    def parts(self) -> Mapping[str, Part]:
        """All of it as arrays, to be kept on disk."""
        ...

    def restore(self, parts: Mapping[str, Part]) -> None:
        """Be again what gave these parts; only for an index that is still empty."""
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

    def parts(self) -> dict[str, Part]:
        return {"numbers": np.asarray(self._numbers, dtype=np.int64), "rows": self._rows}

    def restore(self, parts: Mapping[str, Part]) -> None:
        self.add(parts["numbers"].tolist(), parts["rows"])


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

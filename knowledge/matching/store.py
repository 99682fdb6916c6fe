"""Stored questions of one workspace, prepared for matching."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

import numpy as np

from knowledge.embeddings import Embedder, EmbeddingsError, Part, Vectors
from knowledge.matching import retrieval
from knowledge.matching.alignment import Word, content_words
from knowledge.matching.binding import Bindable
from knowledge.matching.lexical import LexicalIndex
from knowledge.matching.periods import periods_of
from knowledge.matching.reading import Reading, Span, read
from knowledge.matching.retrieval import ExactIndex, VectorIndex
from knowledge.matching.schema import SchemaWords
from knowledge.matching.slots import slots_of
from knowledge.matching.sqlshape import Shape, shape_of
from knowledge.matching.values import ValueIndex, is_a_name

# Above this many statements, values come from the catalog alone: parsing them all takes too long.
_LEARN_VALUES_UP_TO = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A stored question and the SQL that answers it.

    `spans` are its time expressions as they were resolved when it was approved. `open_literals`
    are the literals (numbered in the SQL's reading order) that may be re-bound; None is any.
    """

    question: str
    sql: str
    id: str = ""
    dialect: str = ""
    spans: tuple[Span, ...] = ()
    open_literals: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair, read and parsed."""

    pair: Pair
    reading: Reading
    shape: Shape | None
    open_to: Bindable
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Vectorised:
    """The two vectors of every pair: of its question, and of it with its literals masked."""

    dense: Vectors
    masked: Vectors


class QuestionStore:
    """Pairs that can be added and dropped while questions are matched.

    A number may be known (found by words or vectors) before its pair is put in, and be found by
    words alone while its vectors are owed.
    """

    def __init__(
        self,
        pairs: Sequence[Pair],
        embedder: Embedder,
        *,
        schema: SchemaWords | None = None,
        values: ValueIndex | None = None,
        index: Callable[[int], VectorIndex] = ExactIndex,
    ) -> None:
        self.embedder = embedder
        self.schema = schema or SchemaWords()
        self.values = values or ValueIndex()
        # Grows with whatever may change what a question is matched with.
        self.revision = 0
        self._pairs: dict[int, Pair] = {}
        self._entries: dict[int, Entry] = {}
        self._owed: dict[int, None] = {}
        self._learned: set[tuple[str, str, str]] = set()
        self._dense, self._masked = index(embedder.dim), index(embedder.dim)
        self._lexical = LexicalIndex()
        self._next = 0
        self.add(pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def add(self, pairs: Sequence[Pair], vectors: Vectorised | None = None) -> list[int]:
        """Keep more pairs; the numbers they are known by. Raises EmbeddingsError."""
        self._learn_values(pairs)
        found = vectors or self.vectorised(pairs)
        numbers = self._number(pairs)
        self.settle(numbers, found)
        return numbers

    def add_later(self, pairs: Sequence[Pair]) -> list[int]:
        """Keep more pairs whose vectors are owed; the numbers they are known by."""
        self._learn_values(pairs)
        return self._number(pairs)

    def _number(self, pairs: Sequence[Pair]) -> list[int]:
        numbers = list(range(self._next, self._next + len(pairs)))
        self._next += len(pairs)
        self.revision += 1
        for number, pair in zip(numbers, pairs, strict=True):
            self._pairs[number] = pair
            self._owed[number] = None
            self._lexical.add(number, retrieval.terms(pair.question))
        return numbers

    def owed(self, count: int | None = None) -> list[int]:
        """The numbers, at most so many, whose vectors are still to be made."""
        return list(islice(self._owed, count))

    def settle(self, numbers: Sequence[int], vectors: Vectorised) -> None:
        """Take in vectors that were owed; of what was removed meanwhile nothing is kept."""
        kept = [place for place, number in enumerate(numbers) if number in self._owed]
        if not kept:
            return
        self.revision += 1
        known = [numbers[place] for place in kept]
        whole = len(kept) == len(numbers)
        self._dense.add(known, vectors.dense if whole else vectors.dense[kept])
        self._masked.add(known, vectors.masked if whole else vectors.masked[kept])
        for number in known:
            del self._owed[number]

    def put(self, number: int, pair: Pair) -> None:
        """The pair of a number that is known from before."""
        self._learn_values([pair])
        if number in self._pairs:
            self.revision += 1
        self._pairs[number] = pair
        self._entries.pop(number, None)

    def has(self, number: int) -> bool:
        """Whether the pair of a number is there."""
        return number in self._pairs

    def remove(self, numbers: Sequence[int]) -> None:
        """Forget pairs."""
        self.revision += 1
        self._dense.remove(numbers)
        self._masked.remove(numbers)
        for number in numbers:
            self._lexical.remove(number)
            self._pairs.pop(number, None)
            self._entries.pop(number, None)
            self._owed.pop(number, None)

    def vectorised(self, pairs: Sequence[Pair]) -> Vectorised:
        """The vectors of pairs, embedded now."""
        masked = [
            retrieval.masked_text(read(pair.question, self.values, pair.spans)) for pair in pairs
        ]
        return Vectorised(
            self.embedder.embed([pair.question for pair in pairs]), self.embedder.embed(masked)
        )

    def vectors_of(self, numbers: Sequence[int]) -> Vectorised:
        """The vectors kept under numbers."""
        return Vectorised(self._dense.rows(numbers), self._masked.rows(numbers))

    def pair(self, number: int) -> Pair:
        """The pair of a number."""
        return self._pairs[number]

    def entry(self, number: int) -> Entry:
        """The pair of a number, read and parsed on first use."""
        if number not in self._entries:
            self._entries[number] = self._read(self._pairs[number])
        return self._entries[number]

    def candidates(self, reading: Reading) -> list[tuple[int, float]]:
        """The numbers worth comparing, with their similarity. Raises EmbeddingsError."""
        if not self._next:
            return []
        rows = self.embedder.embed([reading.text, retrieval.masked_text(reading)])
        dense = self._dense.search(rows[0], retrieval.DENSE)
        masked = self._masked.search(rows[1], retrieval.MASKED)
        lexical = self.lexical_candidates(reading)
        owed = [number for number in lexical if number in self._owed]
        if owed:
            self.settle(owed, self.vectorised([self._pairs[number] for number in owed]))
        numbers = list(dict.fromkeys([number for number, _ in (*dense, *masked)] + lexical))
        kept = self.vectors_of(numbers)
        nearest = np.maximum(kept.dense @ rows[0], kept.masked @ rows[1])
        return [(number, float(near)) for number, near in zip(numbers, nearest, strict=True)]

    def expect(self, question: str) -> None:
        """Embed what will be looked for in a moment; where that fails, it fails then."""
        if self._next:
            with suppress(EmbeddingsError):
                self.embedder.embed([question])

    def lexical_candidates(self, reading: Reading) -> list[int]:
        """The numbers of the pairs that share rare words: all there is without a sentence model."""
        return self._lexical.search(retrieval.terms(reading.text), retrieval.LEXICAL)

    def near(self, question: str, count: int) -> list[int]:
        """The numbers of the nearest questions, best first. Raises EmbeddingsError."""
        if not self._next:
            return []
        row = self.embedder.embed([question])[0]
        return [number for number, _ in self._dense.search(row, count)]

    def parts(self) -> dict[str, Part]:
        """What `restore` needs, as arrays; nothing may be owed."""
        found = {
            f"{name}.{part}": array
            for name, index in self._indexes()
            for part, array in index.parts().items()
        }
        learned = json.dumps(sorted(self._learned)).encode()
        return found | {"learned": np.frombuffer(learned, dtype=np.uint8)}

    def restore(self, parts: Mapping[str, Part]) -> None:
        """Know again the numbers of a store whose parts these are; their pairs are put in later."""
        for name, index in self._indexes():
            prefix = f"{name}."
            index.restore(
                {key.removeprefix(prefix): parts[key] for key in parts if key.startswith(prefix)}
            )
        for table, column, value in json.loads(parts["learned"].tobytes()):
            self._learn(table, column, value)
        self.revision += 1
        self._next = int(max(parts["lexical.numbers"], default=-1)) + 1

    def _indexes(self) -> tuple[tuple[str, VectorIndex | LexicalIndex], ...]:
        return ("dense", self._dense), ("masked", self._masked), ("lexical", self._lexical)

    def similar(self, left: str, right: str) -> float:
        """How near two words are to the sentence model; not at all while it is away."""
        try:
            rows = self.embedder.embed([left, right])
        except EmbeddingsError:
            # What is found now is found without them: not the next time.
            self.revision += 1
            return 0.0
        return float(rows[0] @ rows[1])

    def _learn_values(self, pairs: Iterable[Pair]) -> None:
        """A text that approved SQL compares a column with is a value of that column."""
        listed = list(pairs)
        if len(listed) > _LEARN_VALUES_UP_TO:
            return
        for pair in listed:
            shape = shape_of(pair.sql, pair.dialect)
            for literal in shape.literals if shape else ():
                if literal.is_text and literal.column and is_a_name(literal.value):
                    self._learn(literal.table, literal.column, literal.value)

    def _learn(self, table: str, column: str, value: str) -> None:
        if (table, column, value) in self._learned:
            return
        self.revision += 1
        self._learned.add((table, column, value))
        self.values.add((table, column), value)

    def _read(self, pair: Pair) -> Entry:
        shape = shape_of(pair.sql, pair.dialect)
        reading = read(pair.question, self.values, pair.spans)
        open_to = open_places(pair, reading, shape) if shape else Bindable((), ())
        return Entry(pair, reading, shape, open_to, content_words(reading, self.schema))


def open_places(pair: Pair, reading: Reading, shape: Shape) -> Bindable:
    """The slots and periods that the reviewer left open: all of them unless the pair says which."""
    slots, periods = slots_of(reading, shape), periods_of(reading, shape)
    if pair.open_literals is None:
        return Bindable(slots, periods)
    open_ = pair.open_literals
    return Bindable(
        tuple(slot for slot in slots if {place.number for place in slot.places} <= open_),
        tuple(
            period
            for period in periods
            if {place.literal.number for place in period.places} <= open_
        ),
    )

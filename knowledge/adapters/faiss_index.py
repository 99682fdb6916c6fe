"""The vector index on FAISS: exact while small, inverted lists with exact re-scoring above."""

from collections.abc import Sequence
from typing import Any

import faiss
import numpy as np

from knowledge.embeddings import Vectors

EXACT_UP_TO = 20_000
_SAMPLE = 200
_WANTED_RECALL = 0.99
_RESCORED = 4


class FaissIndex:
    """Unit vectors by number. Searches compare exactly; large indexes only narrow down first."""

    def __init__(self, dim: int, *, exact_up_to: int = EXACT_UP_TO) -> None:
        # More threads wait for each other longer than one takes for a single question.
        faiss.omp_set_num_threads(1)
        self._dim = dim
        self._exact_up_to = exact_up_to
        self._rows: Vectors = np.zeros((0, dim), dtype=np.float32)
        self._numbers = np.zeros(0, dtype=np.int64)
        self._place: dict[int, int] = {}
        self._used = 0
        self._lists: Any = None
        self._quantizer: Any = None
        self._trained_on = 0

    def __len__(self) -> int:
        return self._used

    def add(self, numbers: Sequence[int], rows: Vectors) -> None:
        self.remove([number for number in numbers if number in self._place])
        self._make_room(len(numbers))
        start, end = self._used, self._used + len(numbers)
        self._rows[start:end] = rows
        self._numbers[start:end] = numbers
        self._place.update(zip(numbers, range(start, end), strict=True))
        self._used = end
        self._keep_lists(np.asarray(numbers, dtype=np.int64), rows)

    def remove(self, numbers: Sequence[int]) -> None:
        gone = [number for number in numbers if number in self._place]
        if self._lists is not None and gone:
            self._lists.remove_ids(np.asarray(gone, dtype=np.int64))
        for number in gone:
            self._fill_gap(self._place.pop(number))

    def search(self, row: Vectors, count: int) -> list[tuple[int, float]]:
        if self._used == 0:
            return []
        if self._lists is None:
            return self._nearest(row, count)
        _, found = self._lists.search(row.reshape(1, -1), count * _RESCORED)
        places = np.array([self._place[int(number)] for number in found[0] if number >= 0])
        return self._scored(places, row, count)

    def rows(self, numbers: Sequence[int]) -> Vectors:
        return np.asarray(self._rows[[self._place[number] for number in numbers]])

    def _nearest(self, row: Vectors, count: int) -> list[tuple[int, float]]:
        rows = self._rows[: self._used]
        scores, places = faiss.knn(
            row.reshape(1, -1), rows, min(count, self._used), metric=faiss.METRIC_INNER_PRODUCT
        )
        return [
            (int(self._numbers[place]), float(score))
            for place, score in zip(places[0], scores[0], strict=True)
        ]

    def _scored(self, places: Any, row: Vectors, count: int) -> list[tuple[int, float]]:
        scores = self._rows[places] @ row
        best = np.argsort(-scores)[:count]
        return [(int(self._numbers[places[place]]), float(scores[place])) for place in best]

    def _make_room(self, more: int) -> None:
        if self._used + more <= len(self._rows):
            return
        size = max(int(1.1 * (self._used + more)) + 16, int(1.5 * len(self._rows)))
        rows = np.zeros((size, self._dim), dtype=np.float32)
        numbers = np.zeros(size, dtype=np.int64)
        rows[: self._used] = self._rows[: self._used]
        numbers[: self._used] = self._numbers[: self._used]
        self._rows, self._numbers = rows, numbers

    def _fill_gap(self, place: int) -> None:
        """The last row takes the place of a removed one."""
        self._used -= 1
        last = int(self._numbers[self._used])
        if place != self._used:
            self._rows[place] = self._rows[self._used]
            self._numbers[place] = last
            self._place[last] = place

    def _keep_lists(self, numbers: Any, rows: Vectors) -> None:
        if self._used <= self._exact_up_to:
            return
        if self._lists is None or self._used > 2 * self._trained_on:
            self._train()
        else:
            self._lists.add_with_ids(rows, numbers)

    def _train(self) -> None:
        """Cluster the store itself, and probe as many lists as its own questions need."""
        rows, numbers = self._rows[: self._used], self._numbers[: self._used]
        lists = int(2 * np.sqrt(self._used))
        quantizer = faiss.IndexFlatIP(self._dim)
        bytes_ = faiss.ScalarQuantizer.QT_8bit
        metric = faiss.METRIC_INNER_PRODUCT
        index = faiss.IndexIVFScalarQuantizer(quantizer, self._dim, lists, bytes_, metric)
        index.cp.niter, index.cp.max_points_per_centroid = 4, 39
        index.cp.min_points_per_centroid = 1
        index.train(rows)
        index.add_with_ids(rows, numbers)
        index.nprobe = 8
        self._lists, self._quantizer, self._trained_on = index, quantizer, self._used
        while index.nprobe < lists and self._recall() < _WANTED_RECALL:
            index.nprobe *= 2

    def _recall(self) -> float:
        """The share of the ten nearest of some rows that the lists find."""
        step = max(self._used // _SAMPLE, 1)
        sample = self._rows[: self._used : step]
        exact = np.argpartition(-(sample @ self._rows[: self._used].T), 10, axis=1)[:, :10]
        _, found = self._lists.search(np.ascontiguousarray(sample), 10 * _RESCORED)
        hits = [
            len(set(self._numbers[near].tolist()) & set(got.tolist()))
            for near, got in zip(exact, found, strict=True)
        ]
        return float(np.mean(hits)) / 10

"""Many vectors: inverted lists of codes in memory narrow down, whole rows on disk decide."""

from collections.abc import Mapping, Sequence
from typing import Any

import faiss
import numpy as np

from knowledge.adapters.row_file import RowFile
from knowledge.embeddings import Part, Vectors

_SAMPLE = 200
_NEAR = 10
_WANTED_RECALL = 0.99
# How many times as many rows as are wanted are read whole: as few as find what the most would.
_RESCORED = (3, 5, 10)
_LEAST, _LOST = 10, 0.001
_PER_LIST = 39
# Two dimensions share half a byte: a quarter of what a byte for each takes, and read faster. A
# short vector has none to share.
_SHORT, _BITS = 128, 4
# A search looks at no more rows than about twice this, whatever recall that gives.
_MOST_SCANNED = 20_000


class FaissLists:
    """Lists trained on the rows themselves, and anew when these have doubled."""

    def __init__(self, dim: int) -> None:
        self._dim = dim
        self._rows = RowFile(dim)
        self._count = 0
        self._trained_on = 0
        self._rescored = _RESCORED[-1]
        self._lists: Any = None
        self._quantizer: Any = None

    def __len__(self) -> int:
        return self._count

    def __contains__(self, number: int) -> bool:
        return number in self._rows

    def add(self, numbers: Sequence[int], rows: Vectors) -> None:
        """Keep rows under numbers that are not there yet."""
        self._rows.write(numbers, rows)
        self._count += len(numbers)
        if self._count > 2 * self._trained_on:
            self._train()
        else:
            self._lists.add_with_ids(rows, np.asarray(numbers, dtype=np.int64))

    def remove(self, numbers: Sequence[int]) -> None:
        """Forget numbers that are there."""
        self._rows.forget(numbers)
        self._lists.remove_ids(np.asarray(numbers, dtype=np.int64))
        self._count -= len(numbers)

    def search(self, row: Vectors, count: int) -> list[tuple[int, float]]:
        wanted = max(count, _LEAST) * self._rescored
        _, found = self._lists.search(row.reshape(1, -1), wanted)
        numbers = found[0][found[0] >= 0]
        scores = self._rows.read(numbers) @ row
        best = np.argsort(-scores)[:count]
        return list(zip(numbers[best].tolist(), scores[best].tolist(), strict=True))

    def rows(self, numbers: Sequence[int]) -> Vectors:
        return self._rows.read(numbers)

    def parts(self) -> dict[str, Part]:
        """Everything of it as arrays, from which `restored` makes it again."""
        numbers = self._rows.numbers()
        return {
            "numbers": numbers,
            # Half the width on disk: similarities are the same to three digits.
            "rows": self._rows.read(numbers.tolist()).astype(np.float16),
            "lists": faiss.serialize_index(self._lists),
            "trained_on": np.asarray([self._trained_on, self._rescored]),
        }

    @classmethod
    def restored(cls, dim: int, parts: Mapping[str, Part]) -> "FaissLists":
        """The lists as they were, without training them again."""
        found = cls(dim)
        found._rows.lay_beneath(np.array(parts["numbers"]), parts["rows"])
        found._count = len(parts["numbers"])
        found._trained_on, found._rescored = (int(part) for part in parts["trained_on"])
        found._lists = faiss.deserialize_index(np.array(parts["lists"]))
        return found

    def _train(self) -> None:
        """Cluster the rows, and probe as many lists as some of their own neighbours need."""
        lists = int(2 * np.sqrt(self._count))
        quantizer = faiss.IndexFlatIP(self._dim)
        shared = self._dim >= _SHORT and self._dim % 2 == 0
        codes = self._dim // 2 if shared else self._dim
        index = faiss.IndexIVFPQFastScan(
            quantizer, self._dim, lists, codes, _BITS, faiss.METRIC_INNER_PRODUCT
        )
        index.cp.niter, index.cp.max_points_per_centroid = 4, _PER_LIST
        index.cp.min_points_per_centroid = index.pq.cp.min_points_per_centroid = 1
        index.train(self._some(lists * _PER_LIST))
        for numbers, rows in self._rows.chunks():
            index.add_with_ids(rows, numbers)
        index.nprobe = 8
        self._lists, self._quantizer, self._trained_on = index, quantizer, self._count
        asked = self._some(_SAMPLE)
        exact = self._nearest(asked)
        most = max(lists * _MOST_SCANNED // self._count, index.nprobe)
        while index.nprobe < most and self._recall(asked, exact, _RESCORED[-1]) < _WANTED_RECALL:
            index.nprobe *= 2
        best = self._recall(asked, exact, _RESCORED[-1])
        enough = (many for many in _RESCORED if self._recall(asked, exact, many) >= best - _LOST)
        self._rescored = next(enough, _RESCORED[-1])
        # Rows are nearer to their own list than a question is that nobody has asked yet.
        index.nprobe *= 2

    def _some(self, count: int) -> Vectors:
        """Rows from all over, at most so many."""
        numbers = self._rows.numbers()
        return self._rows.read(numbers[:: max(len(numbers) // count, 1)].tolist())

    def _nearest(self, asked: Vectors) -> Any:
        """The numbers nearest to each row asked, by comparing with every row."""
        scores = np.zeros((len(asked), 0), dtype=np.float32)
        nearest = np.zeros((len(asked), 0), dtype=np.int64)
        for numbers, rows in self._rows.chunks():
            near, places = faiss.knn(asked, rows, _NEAR, metric=faiss.METRIC_INNER_PRODUCT)
            scores = np.concatenate([scores, near], axis=1)
            nearest = np.concatenate([nearest, numbers[places]], axis=1)
            best = np.argsort(-scores, axis=1)[:, :_NEAR]
            scores = np.take_along_axis(scores, best, axis=1)
            nearest = np.take_along_axis(nearest, best, axis=1)
        return nearest

    def _recall(self, asked: Vectors, exact: Any, rescored: int) -> float:
        """The share of the nearest that the lists find, with so many times as many read whole."""
        _, found = self._lists.search(asked, _NEAR * rescored)
        hits = [
            len(set(near.tolist()) & set(got.tolist()))
            for near, got in zip(exact, found, strict=True)
        ]
        return float(np.mean(hits)) / _NEAR

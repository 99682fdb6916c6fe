"""The vector index on FAISS: exact while small, inverted lists with exact re-scoring above."""

from collections.abc import Mapping, Sequence

import faiss
import numpy as np

from knowledge.adapters.faiss_lists import FaissLists
from knowledge.embeddings import Part, Vectors

EXACT_UP_TO = 4_000


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
        self._lists: FaissLists | None = None

    def __len__(self) -> int:
        return self._used if self._lists is None else len(self._lists)

    def add(self, numbers: Sequence[int], rows: Vectors) -> None:
        self.remove(numbers)
        if self._lists is None and self._used + len(numbers) > self._exact_up_to:
            self._move_to_lists(numbers, rows)
        elif self._lists is not None:
            self._lists.add(numbers, rows)
        else:
            self._append(numbers, rows)

    def remove(self, numbers: Sequence[int]) -> None:
        if self._lists is not None:
            held = [number for number in numbers if number in self._lists]
            if held:
                self._lists.remove(held)
            return
        for number in numbers:
            if number in self._place:
                self._fill_gap(self._place.pop(number))

    def search(self, row: Vectors, count: int) -> list[tuple[int, float]]:
        if len(self) == 0:
            return []
        if self._lists is not None:
            return self._lists.search(row, count)
        rows = self._rows[: self._used]
        scores, places = faiss.knn(
            row.reshape(1, -1), rows, min(count, self._used), metric=faiss.METRIC_INNER_PRODUCT
        )
        return [
            (int(self._numbers[place]), float(score))
            for place, score in zip(places[0], scores[0], strict=True)
        ]

    def rows(self, numbers: Sequence[int]) -> Vectors:
        if self._lists is not None:
            return self._lists.rows(numbers)
        return np.asarray(self._rows[[self._place[number] for number in numbers]])

    def parts(self) -> dict[str, Part]:
        if self._lists is not None:
            return self._lists.parts()
        return {"numbers": self._numbers[: self._used], "rows": self._rows[: self._used]}

    def restore(self, parts: Mapping[str, Part]) -> None:
        if "lists" in parts:
            self._lists = FaissLists.restored(self._dim, parts)
        elif len(parts["numbers"]):
            self.add(parts["numbers"].tolist(), parts["rows"])

    def _append(self, numbers: Sequence[int], rows: Vectors) -> None:
        self._make_room(len(numbers))
        start, end = self._used, self._used + len(numbers)
        self._rows[start:end] = rows
        self._numbers[start:end] = numbers
        self._place.update(zip(numbers, range(start, end), strict=True))
        self._used = end

    def _move_to_lists(self, numbers: Sequence[int], rows: Vectors) -> None:
        lists = FaissLists(self._dim)
        if self._used:
            lists.add(self._numbers[: self._used].tolist(), self._rows[: self._used])
        lists.add(numbers, rows)
        self._lists, self._used, self._place = lists, 0, {}
        self._rows, self._numbers = self._rows[:0].copy(), self._numbers[:0].copy()

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

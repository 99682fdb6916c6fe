"""Vectors on disk by number, read one by one: a large index needs only the best few whole."""

import os
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from knowledge.embeddings import Vectors

_CHUNK = 5_000


class RowFile:
    """Rows in a scratch file without a name, which is gone with the process."""

    def __init__(self, dim: int) -> None:
        self._dim = dim
        self._width = dim * np.dtype(np.float32).itemsize
        self._file, path = tempfile.mkstemp(prefix="countersign-rows-")
        os.unlink(path)  # noqa: PTH108 - the descriptor is now the only way to it
        weakref.finalize(self, os.close, self._file)
        self._held = np.zeros(0, dtype=np.bool_)

    def __contains__(self, number: int) -> bool:
        return 0 <= number < len(self._held) and bool(self._held[number])

    def write(self, numbers: Sequence[int], rows: Vectors) -> None:
        if not len(numbers):
            return
        self._make_room(max(numbers) + 1)
        for start, end in _runs(numbers):
            for place in range(start, end, _CHUNK):
                some = rows[place : min(place + _CHUNK, end)].astype(np.float32, copy=False)
                self._put(some.tobytes(), int(numbers[place]))
        self._held[np.asarray(numbers)] = True

    def _put(self, body: bytes, number: int) -> None:
        at, done = number * self._width, 0
        while done < len(body):
            done += os.pwrite(self._file, body[done:], at + done)

    def forget(self, numbers: Sequence[int]) -> None:
        """Its place on disk stays."""
        self._held[np.asarray(numbers, dtype=np.int64)] = False

    def read(self, numbers: Sequence[int]) -> Vectors:
        """The rows of numbers that are there, in that order."""
        width = self._width
        body = b"".join(os.pread(self._file, width, int(number) * width) for number in numbers)
        return np.frombuffer(body, dtype=np.float32).reshape(-1, self._dim)

    def chunks(self) -> Iterator[tuple[np.ndarray[tuple[int], np.dtype[np.int64]], Vectors]]:
        """Every number and its row, some thousands at a time."""
        numbers = np.flatnonzero(self._held)
        for start in range(0, len(numbers), _CHUNK):
            part = numbers[start : start + _CHUNK]
            first, last = int(part[0]), int(part[-1])
            size = (last - first + 1) * self._width
            body = os.pread(self._file, size, first * self._width)
            rows = np.frombuffer(body, dtype=np.float32).reshape(-1, self._dim)
            yield part, rows if len(rows) == len(part) else rows[part - first]

    def numbers(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """The numbers that are there, in order."""
        return np.flatnonzero(self._held)

    def _make_room(self, size: int) -> None:
        if size > len(self._held):
            held = np.zeros(max(size, 2 * len(self._held)), dtype=np.bool_)
            held[: len(self._held)] = self._held
            self._held = held


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The places from and to which numbers follow one another, so that one write takes them."""
    listed = np.asarray(numbers)
    breaks = np.flatnonzero(np.diff(listed) != 1) + 1
    edges = [0, *breaks.tolist(), len(listed)]
    yield from pairwise(edges)

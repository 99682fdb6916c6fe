"""Vectors on disk by number, read one by one: a large index needs only the best few whole."""

import os
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from knowledge.embeddings import Part, Vectors

_CHUNK = 5_000
_Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]


class RowFile:
    """Rows in a scratch file without a name, which is gone with the process.

    Rows that lie on disk already may be laid beneath it: they are read where they are.
    """

    def __init__(self, dim: int) -> None:
        self._dim = dim
        self._width = dim * np.dtype(np.float32).itemsize
        self._file = -1
        self._held = np.zeros(0, dtype=np.bool_)
        self._beneath: Part = np.zeros((0, dim), dtype=np.float32)
        # By number, the place of a row that lies beneath; below zero for none.
        self._places = np.zeros(0, dtype=np.int64)

    def __contains__(self, number: int) -> bool:
        return 0 <= number < len(self._held) and bool(self._held[number])

    def lay_beneath(self, numbers: _Numbers, rows: Part) -> None:
        """Know the rows of another file by these numbers; only while nothing is held."""
        size = int(numbers.max(initial=-1)) + 1
        self._make_room(size)
        self._held[numbers] = True
        self._beneath = rows
        self._places = np.full(size, -1, dtype=np.int64)
        self._places[numbers] = np.arange(len(numbers))

    def write(self, numbers: Sequence[int], rows: Vectors) -> None:
        if not len(numbers):
            return
        self._make_room(max(numbers) + 1)
        for start, end in _runs(numbers):
            for place in range(start, end, _CHUNK):
                some = rows[place : min(place + _CHUNK, end)].astype(np.float32, copy=False)
                self._put(some.tobytes(), int(numbers[place]))
        listed = np.asarray(numbers, dtype=np.int64)
        self._held[listed] = True
        self._places[listed[listed < len(self._places)]] = -1

    def _put(self, body: bytes, number: int) -> None:
        if self._file < 0:
            self._file, path = tempfile.mkstemp(prefix="countersign-rows-")
            os.unlink(path)  # noqa: PTH108 - the descriptor is now the only way to it
            weakref.finalize(self, os.close, self._file)
        at, done = number * self._width, 0
        while done < len(body):
            done += os.pwrite(self._file, body[done:], at + done)

    def forget(self, numbers: Sequence[int]) -> None:
        """Its place on disk stays."""
        self._held[np.asarray(numbers, dtype=np.int64)] = False

    def read(self, numbers: Sequence[int]) -> Vectors:
        """The rows of numbers that are there, in that order."""
        listed = np.asarray(numbers, dtype=np.int64)
        places = self._beneath_of(listed)
        if not len(places) or int(places.max()) < 0:
            return self._written(listed)
        if int(places.min()) >= 0:
            return self._beneath[places].astype(np.float32)
        rows = np.empty((len(listed), self._dim), dtype=np.float32)
        rows[places >= 0] = self._beneath[places[places >= 0]]
        rows[places < 0] = self._written(listed[places < 0])
        return rows

    def _beneath_of(self, numbers: _Numbers) -> _Numbers:
        found = np.full(len(numbers), -1, dtype=np.int64)
        there = numbers < len(self._places)
        found[there] = self._places[numbers[there]]
        return found

    def _written(self, numbers: _Numbers) -> Vectors:
        width = self._width
        body = b"".join(os.pread(self._file, width, number * width) for number in numbers.tolist())
        return np.frombuffer(body, dtype=np.float32).reshape(-1, self._dim)

    def chunks(self) -> Iterator[tuple[_Numbers, Vectors]]:
        """Every number and its row, some thousands at a time."""
        numbers = self.numbers()
        for start in range(0, len(numbers), _CHUNK):
            part = numbers[start : start + _CHUNK]
            first, last = int(part[0]), int(part[-1])
            if last - first + 1 == len(part) and int(self._beneath_of(part).max()) < 0:
                body = os.pread(self._file, len(part) * self._width, first * self._width)
                yield part, np.frombuffer(body, dtype=np.float32).reshape(-1, self._dim)
            else:
                yield part, self.read(part.tolist())

    def numbers(self) -> _Numbers:
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

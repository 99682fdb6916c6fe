"""How fast and how large the vector index is: `python -m benchmarks.index [SIZE ...]`.

Vectors are clustered as questions are. ChromaDB (the extra `bench`) holds the same ones, and the
two are asked in turns, so that what else the machine does meets both. Then: how long a start with
many validated queries takes. The last line is JSON.
"""

import importlib.util
import json
import sys
import time
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from benchmarks.index_start import started
from knowledge.adapters.faiss_index import FaissIndex
from knowledge.embeddings import Vectors, normalised

DIM = 384
ASKED = 500
ROUNDS = 4
STARTED_WITH = 100_000
SIZES = (10_000, 100_000, 1_000_000)
_CHUNK = 100_000
_COLUMNS = ("build_s", "mb", "p50", "p99", "add_ms", "recall")

Figures = dict[str, float]


def clustered(count: int, seed: int, *, of: int = 0) -> Vectors:
    """Unit vectors in families of about twenty in a store of that many."""
    random = np.random.default_rng(7)
    centres = random.standard_normal((max((of or count) // 20, 1), DIM), dtype=np.float32)
    random = np.random.default_rng(seed)
    rows = np.empty((count, DIM), dtype=np.float32)
    for start in range(0, count, _CHUNK):
        some = rows[start : start + _CHUNK]
        noise = random.standard_normal(some.shape, dtype=np.float32)
        family = centres[random.integers(0, len(centres), len(some))]
        some[:] = normalised(np.asarray(family + noise / 2, dtype=np.float32))
    return rows


def resident_mb() -> float:
    """The memory of this process."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096 / 1e6


class Index(Protocol):
    """An index under measurement."""

    def fill(self, rows: Vectors) -> None: ...

    def search(self, row: Vectors) -> list[int]: ...

    def add(self, number: int, row: Vectors) -> None: ...


class Ours:
    """This project's index."""

    def __init__(self) -> None:
        self._index = FaissIndex(DIM)

    def fill(self, rows: Vectors) -> None:
        self._index.add(range(len(rows)), rows)

    def search(self, row: Vectors) -> list[int]:
        return [number for number, _ in self._index.search(row, 10)]

    def add(self, number: int, row: Vectors) -> None:
        self._index.add([number], row.reshape(1, -1))


class Chroma:
    """ChromaDB with its defaults."""

    def __init__(self) -> None:
        chromadb: Any = importlib.import_module("chromadb")
        settings = chromadb.config.Settings(anonymized_telemetry=False)
        self._collection = chromadb.EphemeralClient(settings).create_collection(
            "questions", metadata={"hnsw:space": "ip"}
        )

    def fill(self, rows: Vectors) -> None:
        for at in range(0, len(rows), 5_000):
            chunk = rows[at : at + 5_000]
            ids = [str(at + place) for place in range(len(chunk))]
            self._collection.add(ids=ids, embeddings=chunk)

    def search(self, row: Vectors) -> list[int]:
        found = self._collection.query(query_embeddings=[row], n_results=10, include=["distances"])
        return [int(number) for number in found["ids"][0]]

    def add(self, number: int, row: Vectors) -> None:
        self._collection.add(ids=[str(number)], embeddings=row.reshape(1, -1))


# The one that takes longer to build first, so that nothing is built while questions are asked.
INDEXES: dict[str, Callable[[], Index]] = {"chromadb": Chroma, "countersign": Ours}


def serve(parent: Connection, name: str, size: int) -> None:
    """Build an index, and answer its parent's wishes: a round of questions, or the other figures.

    A process of its own, so that no other's memory counts.
    """
    rows = clustered(size, seed=1)
    asked = clustered(ASKED, seed=2, of=size)
    before, start = resident_mb(), time.perf_counter()
    index = INDEXES[name]()
    index.fill(rows)
    built = time.perf_counter() - start
    parent.send({"build_s": built, "mb": resident_mb() - before})
    while (wish := parent.recv()) != "end":
        parent.send(_timed(index, asked) if wish == "ask" else _checked(index, rows, asked))


def _timed(index: Index, asked: Vectors) -> list[float]:
    """Milliseconds of each question."""
    taken = []
    for row in asked:
        start = time.perf_counter()
        index.search(row)
        taken.append((time.perf_counter() - start) * 1e3)
    return taken


def _checked(index: Index, rows: Vectors, asked: Vectors) -> Figures:
    """The share of the ten nearest that is found, and what adding one row takes."""
    hits = 0
    for row in asked[:100]:
        exact = np.argpartition(-(rows @ row), 10)[:10]
        hits += len(set(exact.tolist()) & set(index.search(row)))
    taken = []
    for place in range(20):
        start = time.perf_counter()
        index.add(len(rows) + place, asked[place])
        taken.append((time.perf_counter() - start) * 1e3)
    return {"recall": hits / 1_000, "add_ms": float(np.median(taken))}


class Child:
    """An index in a process of its own."""

    def __init__(self, name: str, size: int) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, name, size), daemon=True)
        self._process.start()
        theirs.close()
        self.taken: list[float] = []
        self.figures: Figures = self._pipe.recv()

    def ask(self) -> None:
        """One round of questions."""
        self._pipe.send("ask")
        self.taken += self._pipe.recv()

    def ended(self) -> Figures:
        """All its figures; the process is over."""
        self._pipe.send("check")
        self.figures |= self._pipe.recv()
        self._pipe.send("end")
        self._process.join()
        p50, p99 = np.percentile(self.taken, [50, 99])
        return self.figures | {"p50": float(p50), "p99": float(p99)}


def measured(size: int, built: dict[str, Child]) -> dict[str, Figures]:
    """The figures of indexes that hold the same rows, asked in turns."""
    for _ in range(ROUNDS):
        for child in built.values():
            child.ask()
    found = {name: child.ended() for name, child in built.items()}
    for name, figures in found.items():
        line = "".join(f"{figures[column]:>10.2f}" for column in _COLUMNS)
        print(f"{size:>9} {name:12}{line}", flush=True)
    return found


def main(sizes: Sequence[int]) -> None:
    names = [name for name in INDEXES if name != "chromadb" or importlib.util.find_spec(name)]
    print(f"{'vectors':>9} {'index':12}" + "".join(f"{name:>10}" for name in _COLUMNS))
    figures: dict[str, Any] = {}
    for size in sizes:
        built = {name: Child(name, size) for name in names}
        figures[str(size)] = measured(size, built)
    start = started(STARTED_WITH)
    print(f"start with {STARTED_WITH} validated queries: {start['answered_s']:.2f} s")
    print(json.dumps(figures | {"start": start}))


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or SIZES)

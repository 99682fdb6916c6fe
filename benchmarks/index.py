"""How fast and how large the vector index is: `python -m benchmarks.index [SIZE ...]`.

Vectors are clustered as questions are. ChromaDB (the extra `bench`) is measured on the same ones.
"""

import importlib.util
import json
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from knowledge.adapters.faiss_index import FaissIndex
from knowledge.embeddings import Vectors, normalised

DIM = 384
ASKED = 500
SIZES = (10_000, 100_000, 1_000_000)
_CHUNK = 100_000


def clustered(count: int, seed: int) -> Vectors:
    """Unit vectors in families of about twenty."""
    random = np.random.default_rng(7)
    centres = random.standard_normal((max(count // 20, 1), DIM), dtype=np.float32)
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


def timed(search: Callable[[Vectors], object], asked: Vectors) -> tuple[float, float]:
    """The p50 and p99 of a search in milliseconds."""
    taken = []
    for row in asked:
        start = time.perf_counter()
        search(row)
        taken.append((time.perf_counter() - start) * 1e3)
    taken.sort()
    return taken[len(taken) // 2], taken[int(len(taken) * 0.99)]


def recall(search: Callable[[Vectors], Sequence[int]], rows: Vectors, asked: Vectors) -> float:
    """The share of the ten nearest that a search finds."""
    hits = 0
    for row in asked[:100]:
        exact = np.argpartition(-(rows @ row), 10)[:10]
        hits += len(set(exact.tolist()) & set(search(row)))
    return hits / 1_000


def ours(rows: Vectors, asked: Vectors) -> dict[str, float]:
    """The figures of this project's index."""
    before, start = resident_mb(), time.perf_counter()
    index = FaissIndex(DIM)
    index.add(range(len(rows)), rows)
    built, memory = time.perf_counter() - start, resident_mb() - before

    def search(row: Vectors) -> list[int]:
        return [number for number, _ in index.search(row, 10)]

    p50, p99 = timed(search, asked)
    start = time.perf_counter()
    index.add([len(rows)], asked[:1])
    added = (time.perf_counter() - start) * 1e3
    found = recall(search, rows, asked[1:])
    return {
        "build_s": built,
        "mb": memory,
        "p50": p50,
        "p99": p99,
        "add_ms": added,
        "recall": found,
    }


def chroma(rows: Vectors, asked: Vectors) -> dict[str, float]:
    """The same figures of ChromaDB with its defaults."""
    chromadb: Any = importlib.import_module("chromadb")
    before, start = resident_mb(), time.perf_counter()
    settings = chromadb.config.Settings(anonymized_telemetry=False)
    collection = chromadb.EphemeralClient(settings).create_collection(
        f"size-{len(rows)}", metadata={"hnsw:space": "ip"}
    )
    for at in range(0, len(rows), 5_000):
        chunk = rows[at : at + 5_000]
        collection.add(ids=[str(at + place) for place in range(len(chunk))], embeddings=chunk)
    built, memory = time.perf_counter() - start, resident_mb() - before

    def search(row: Vectors) -> list[int]:
        found = collection.query(query_embeddings=[row], n_results=10, include=["distances"])
        return [int(number) for number in found["ids"][0]]

    p50, p99 = timed(search, asked)
    start = time.perf_counter()
    collection.add(ids=["one more"], embeddings=asked[:1])
    added = (time.perf_counter() - start) * 1e3
    collection.delete(ids=["one more"])
    found = recall(search, rows, asked[1:])
    return {
        "build_s": built,
        "mb": memory,
        "p50": p50,
        "p99": p99,
        "add_ms": added,
        "recall": found,
    }


RULES = {"countersign": ours, "chromadb": chroma}


def measured(name: str, size: int) -> dict[str, float]:
    """The figures of one index in a process of its own, so that no other's memory counts."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(_measure, name, size).result()


def _measure(name: str, size: int) -> dict[str, float]:
    rows, asked = clustered(size, seed=1), clustered(size, seed=2)[:ASKED].copy()
    return RULES[name](rows, asked)


def main(sizes: Sequence[int]) -> None:
    names = [name for name in RULES if name != "chromadb" or importlib.util.find_spec(name)]
    figures: dict[str, dict[str, dict[str, float]]] = {}
    print(f"{'vectors':>9} {'index':12}" + "".join(f"{name:>10}" for name in _NAMES))
    for size in sizes:
        for name in names:
            found = measured(name, size)
            figures.setdefault(str(size), {})[name] = found
            print(
                f"{size:>9} {name:12}" + "".join(f"{found[key]:>10.2f}" for key in _NAMES),
                flush=True,
            )
    print(json.dumps(figures))


_NAMES = ("build_s", "mb", "p50", "p99", "add_ms", "recall")

if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or SIZES)

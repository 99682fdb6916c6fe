"""How fast and how large the vector index is: `python -m benchmarks.index [SIZE ...]`.

Vectors are clustered as questions are. ChromaDB, where installed, is measured on the same vectors.
"""

import importlib.util
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from knowledge.adapters.faiss_index import FaissIndex
from knowledge.embeddings import Vectors, normalised

DIM = 384
ASKED = 500
SIZES = (10_000, 100_000)


def clustered(count: int, seed: int) -> Vectors:
    """Unit vectors in families of about twenty."""
    random = np.random.default_rng(7)
    centres = random.normal(size=(max(count // 20, 1), DIM)).astype(np.float32)
    random = np.random.default_rng(seed)
    rows = centres[random.integers(0, len(centres), count)]
    return normalised(rows + 0.5 * random.normal(size=rows.shape).astype(np.float32))


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


def main(sizes: Sequence[int]) -> None:
    rules = {"countersign": ours}
    if importlib.util.find_spec("chromadb"):
        rules["chromadb"] = chroma
    figures: dict[str, dict[str, dict[str, float]]] = {}
    print(f"{'vectors':>9} {'index':12}" + "".join(f"{name:>10}" for name in _NAMES))
    for size in sizes:
        rows, asked = clustered(size, seed=1), clustered(size, seed=2)[:ASKED]
        for name, rule in rules.items():
            found = rule(rows, asked)
            figures.setdefault(str(size), {})[name] = found
            print(f"{size:>9} {name:12}" + "".join(f"{found[key]:>10.2f}" for key in _NAMES))
    print(json.dumps(figures))


_NAMES = ("build_s", "mb", "p50", "p99", "add_ms", "recall")

if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or SIZES)

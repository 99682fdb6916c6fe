"""Every vector index finds the same nearest rows, after any adding and removing."""

from collections.abc import Callable

import numpy as np
import pytest

from knowledge.adapters.faiss_index import FaissIndex
from knowledge.embeddings import Vectors, normalised
from knowledge.matching import ExactIndex, VectorIndex

INDEXES: list[Callable[[int], VectorIndex]] = [
    ExactIndex,
    FaissIndex,
    lambda dim: FaissIndex(dim, exact_up_to=200),
]


def _rows(count: int, seed: int = 0) -> Vectors:
    """Clustered like questions: many near some few centres."""
    random = np.random.default_rng(seed)
    centres = random.normal(size=(20, 32))
    rows = centres[random.integers(0, 20, count)] + 0.3 * random.normal(size=(count, 32))
    return normalised(rows.astype(np.float32))


@pytest.fixture(params=INDEXES, ids=["exact", "faiss", "faiss lists"])
def index(request: pytest.FixtureRequest) -> VectorIndex:
    build: Callable[[int], VectorIndex] = request.param
    return build(32)


def test_a_row_is_its_own_nearest(index: VectorIndex) -> None:
    rows = _rows(600)
    index.add(range(600), rows)
    assert all(index.search(rows[number], 1)[0][0] == number for number in range(0, 600, 50))
    assert index.search(rows[3], 1)[0][1] == pytest.approx(1.0, abs=1e-5)


def test_a_removed_row_is_not_found(index: VectorIndex) -> None:
    rows = _rows(600)
    index.add(range(600), rows)
    index.remove([3, 599, 4_000])
    assert 3 not in [number for number, _ in index.search(rows[3], 20)]
    assert len(index) == 598


def test_rows_come_back_by_their_numbers(index: VectorIndex) -> None:
    rows = _rows(50)
    index.add(range(100, 150), rows)
    index.remove([100])
    assert np.allclose(index.rows([149, 101]), rows[[49, 1]])


def test_a_number_added_again_has_the_new_row(index: VectorIndex) -> None:
    rows = _rows(300)
    index.add(range(299), rows[:299])
    index.add([7], rows[299:])
    assert index.search(rows[299], 1)[0][0] == 7
    assert len(index) == 299


def test_an_empty_index_finds_nothing(index: VectorIndex) -> None:
    assert index.search(_rows(1)[0], 5) == []


def test_lists_find_what_comparing_with_every_row_finds() -> None:
    rows, exact, lists = _rows(3_000), ExactIndex(32), FaissIndex(32, exact_up_to=500)
    exact.add(range(2_000), rows[:2_000])
    lists.add(range(2_000), rows[:2_000])
    for number in range(2_000, 3_000):
        exact.add([number], rows[number : number + 1])
        lists.add([number], rows[number : number + 1])
    asked = normalised(rows[:100] + 0.02 * _rows(100, seed=1))
    hits = [
        len({n for n, _ in exact.search(row, 10)} & {n for n, _ in lists.search(row, 10)})
        for row in asked
    ]
    assert sum(hits) >= 950

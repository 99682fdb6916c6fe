"""Vectors of a large index are checked beside the work, everything else before it is used."""

from pathlib import Path

import numpy as np
import pytest

from knowledge.embeddings import Part
from knowledge.validated.index_file import DamagedIndexError, IndexContent, check, load, save

ROWS = np.ones((24_000, 192), dtype=np.float16)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    parts: dict[str, Part] = {"dense.rows": ROWS, "dense.lists": np.arange(100)}
    content = IndexContent(
        model="m", version=7, revisions={"q1": 2}, numbers=[0], queries=["q1"], texts=["?"],
        parts=parts,
    )  # fmt: skip
    save(content, tmp_path / "sales.index")
    return tmp_path / "sales.index"


def _damage(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 0xFF
    path.write_bytes(bytes(content))


def test_a_sound_file_comes_back_as_it_was(path: Path) -> None:
    check(path)
    found = load(path, model="m")
    assert found is not None
    assert (found.version, found.revisions, found.checked) == (7, {"q1": 2}, False)
    assert np.array_equal(found.parts["dense.rows"], ROWS)
    assert load(path, model="another") is None


def test_damaged_vectors_are_found_by_the_later_check(path: Path) -> None:
    _damage(path, path.stat().st_size // 2)
    assert load(path, model="m") is not None
    with pytest.raises(DamagedIndexError, match="wrong checksum"):
        check(path)


@pytest.mark.parametrize("place", [150, -20, -300])
def test_whatever_else_is_damaged_is_found_at_once(path: Path, place: int) -> None:
    _damage(path, place)
    with pytest.raises(DamagedIndexError):
        load(path, model="m")

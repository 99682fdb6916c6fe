"""Lists of words that lie beside this file."""

from collections.abc import Iterator
from pathlib import Path


def lines_of(name: str) -> Iterator[str]:
    """The lines of a list that are neither empty nor comments."""
    text = (Path(__file__).parent / name).read_text("utf8")
    yield from (line for line in text.splitlines() if line and not line.startswith("# "))


def words_of(name: str) -> frozenset[str]:
    """All words of a list."""
    return frozenset(word for line in lines_of(name) for word in line.split())

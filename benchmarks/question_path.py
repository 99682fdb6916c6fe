"""Counts the files on the way of one plain question: `python -m benchmarks.question_path`.

It asks the smallest question of a database of two tables twice, as `countersign ask --db` does, and
watches the second time. A move is a call from one of our files to another. `--names` lists the
files by their calls. The figures are one JSON line last.
"""

import asyncio
import json
import sqlite3
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from pydantic import SecretStr

from bots.bootstrap.asking import direct
from bots.settings import Settings, WorkspaceSettings
from pipeline.direct import take_defaults

_HOME = Path(__file__).parent.parent
_FOLDERS = tuple(f"{_HOME / name}/" for name in ("bots", "pipeline", "review", "knowledge"))
_QUESTION = "how many orders are there"
_TABLES = (
    "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);"
    "CREATE TABLE orders (id INTEGER PRIMARY KEY,"
    " customer_id INTEGER REFERENCES customers (id), amount REAL, ordered_on DATE);"
    "INSERT INTO customers VALUES (1, 'Ana'), (2, 'Rui');"
    "INSERT INTO orders VALUES (1, 1, 10.5, '2026-01-03'), (2, 2, 20, '2026-02-04');"
)


@dataclass(kw_only=True)
class QuestionPath:
    """What ran: calls of each file of ours, the functions, and the calls between files."""

    calls: Counter[str] = field(default_factory=Counter)
    functions: set[tuple[str, int]] = field(default_factory=set)
    moves: int = 0

    def figures(self) -> dict[str, int]:
        return {
            "files_of_a_question": len(self.calls),
            "functions_of_a_question": len(self.functions),
            "moves_of_a_question": self.moves,
        }


@contextmanager
def watched() -> Iterator[QuestionPath]:
    """Watch all threads, also those that start later."""
    found = QuestionPath()

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event != "call" or not (own := frame.f_code.co_filename).startswith(_FOLDERS):
            return
        found.calls[own] += 1
        found.functions.add((own, frame.f_code.co_firstlineno))
        found.moves += own != _caller(frame)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def _caller(frame: FrameType) -> str:
    """Return the nearest file of ours that the call came from; empty where there is none."""
    before = frame.f_back
    while before is not None and not before.f_code.co_filename.startswith(_FOLDERS):
        before = before.f_back
    return before.f_code.co_filename if before is not None else ""


async def plain_question(folder: Path) -> QuestionPath:
    """Ask twice; the first time loads and compiles what stays."""
    with closing(sqlite3.connect(folder / "shop.sqlite")) as connection:
        connection.executescript(_TABLES)
    url = SecretStr(f"sqlite:///{folder / 'shop.sqlite'}")
    settings = Settings(workspaces={"database": WorkspaceSettings(url=url)})
    async with direct(settings, folder) as asking:
        await asking.ask(_QUESTION, take_defaults)
        # Threads that run already are not watched: this takes new ones.
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor())
        with watched() as found:
            await asking.ask(_QUESTION, take_defaults)
    return found


def measure() -> QuestionPath:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(plain_question(Path(folder)))


def main(arguments: Sequence[str]) -> None:
    found = measure()
    if "--names" in arguments:
        for name, calls in found.calls.most_common():
            print(f"{calls:>6} {Path(name).relative_to(_HOME)}")
    print(json.dumps(found.figures()))


if __name__ == "__main__":
    main(sys.argv[1:])

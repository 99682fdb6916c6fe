"""Pausing for people, durably: Countersign beside LangGraph and DBOS, on SQLite and PostgreSQL.

`pip install -e .[bench]` brings the others; who is not installed is left out, and said to be.
"""

import argparse
import importlib.util
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

from benchmarks.durability.child import CONTENDERS
from benchmarks.durability.measuring import RESTARTS, Number, samples
from benchmarks.durability.table import table

_ROOT = Path(__file__).parents[2]
_BEGUN = time.monotonic()
_LONG = 8.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, nargs="*", default=[2000, 5000], help="paused runs")
    parser.add_argument("--postgres", default="", help="URL of a PostgreSQL server's database")
    parser.add_argument("--only", nargs="*", default=CONTENDERS, choices=CONTENDERS)
    parser.add_argument("--turn-seconds", type=float, default=180.0, help="the longest turn")
    parser.add_argument("--save", default="", help="file of the figures so far")
    chosen = parser.parse_args()
    present = [name for name in chosen.only if _installed(name)]
    absent = sorted(set(chosen.only) - set(present))
    if absent:
        print(f"not installed, so left out: {', '.join(absent)}")
    figures: dict[str, dict[str, dict[str, Number]]] = {}
    for database in ("sqlite", *(["postgresql"] if chosen.postgres else [])):
        for runs in chosen.runs:
            clicked, burst = samples(runs)
            title = f"{database}, {runs} paused runs ({clicked} clicked at 20/s, {burst} at once)"
            figures[title] = {}
            for name in present:
                figures[title][name] = _cost(name, database, runs, chosen)
                _saved(figures, chosen)
            print(table(title, figures[title]), flush=True)
        title = f"{database}, faults"
        figures[title] = {}
        for name in present:
            figures[title][name] = _faults(name, database, chosen)
            _saved(figures, chosen)
        print(table(title, figures[title]), flush=True)
    print(json.dumps({"benchmark": "durability", "absent": absent} | figures))


def _saved(figures: object, chosen: argparse.Namespace) -> None:
    if chosen.save:
        Path(chosen.save).write_text(json.dumps(figures), encoding="utf-8")


def _cost(name: str, database: str, runs: int, chosen: argparse.Namespace) -> dict[str, Number]:
    with _database(database, chosen.postgres) as url, tempfile.TemporaryDirectory() as folder:
        turn = _Turns(name, url, chosen.turn_seconds, ("--buttons", f"{folder}/buttons"))
        found = turn("paused", "--runs", str(runs))
        restarts = [turn("restarted", "--number", "0")]
        for number in range(1, RESTARTS):
            # Nobody needs to see a long one three times.
            if restarts[-1].get("restart_process_s", _LONG) < _LONG:
                restarts.append(turn("restarted", "--number", str(number)))
        for figure in dict.fromkeys(key for each in restarts for key in each):
            found[figure] = statistics.median(each[figure] for each in restarts if figure in each)
        return found | turn("resumed")


def _faults(name: str, database: str, chosen: argparse.Namespace) -> dict[str, Number]:
    seconds = chosen.turn_seconds
    with _database(database, chosen.postgres) as url:
        found = _Turns(name, url, seconds)("raced")
    with _database(database, chosen.postgres) as url, tempfile.TemporaryDirectory() as folder:
        acts = ("--acts", f"{folder}/acts")
        _killed(name, url, acts)
        found |= _Turns(name, url, seconds, acts)("recovered")
    with _database(database, chosen.postgres) as url, tempfile.TemporaryDirectory() as folder:
        turn = _Turns(name, url, seconds, ("--buttons", f"{folder}/buttons"))
        turn("left")
        return found | turn("renamed")


class _Turns:
    """A contender's turns over one database, each in a process of its own."""

    def __init__(self, name: str, url: str, seconds: float, always: Sequence[str] = ()) -> None:
        self._name = name
        self._url = url
        self._seconds = seconds
        self._always = always

    def __call__(self, turn: str, *more: str) -> dict[str, Number]:
        """The figures; none where there are none in time."""
        child = (sys.executable, "-m", "benchmarks.durability.child", turn, self._name, self._url)
        what = f"{self._name} {turn} {self._url.partition(':')[0]}"
        print(f"{time.monotonic() - _BEGUN:6.0f} s  {what}", file=sys.stderr, flush=True)
        try:
            done = subprocess.run(  # noqa: S603 - our own module
                [*child, *self._always, *more, "--spawned", str(time.time())],
                cwd=_ROOT,
                capture_output=True,
                text=True,
                check=False,
                timeout=self._seconds,
            )
        except subprocess.TimeoutExpired:
            print(f"{what}: no figures within {self._seconds:g} s", file=sys.stderr)
            return {}
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        if not lines:
            print(f"{what}: no figures\n{done.stderr[-2000:]}", file=sys.stderr)
            return {}
        found: dict[str, Number] = json.loads(lines[-1])
        return found


def _killed(name: str, url: str, more: Sequence[str]) -> None:
    """Kill a process -9 when everything was clicked and nothing is done yet."""
    command = [sys.executable, "-m", "benchmarks.durability.child", "clicked", name, url, *more]
    with subprocess.Popen(  # noqa: S603 - our own module
        command, cwd=_ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as child:
        for line in child.stdout or ():
            if line.strip() == "clicked":
                break
        child.kill()


def _installed(name: str) -> bool:
    return name == "countersign" or importlib.util.find_spec(name) is not None


@contextmanager
def _database(kind: str, postgres: str) -> Iterator[str]:
    """An empty database's URL."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/bench.sqlite3"
        return
    name = "countersign_bench"
    drop, create = f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)', f'CREATE DATABASE "{name}"'
    _on_server(postgres, drop, create)
    base, _, query = postgres.partition("?")
    yield f"{base.rpartition('/')[0]}/{name}{'?' if query else ''}{query}"
    _on_server(postgres, drop)


def _on_server(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


if __name__ == "__main__":
    main()

"""Pausing for people, durably: Countersign beside LangGraph and DBOS, on SQLite and PostgreSQL.

`pip install -e .[bench]` brings the others; who is not installed is left out, and said to be.
"""

import argparse
import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

from benchmarks.durability.child import CONTENDERS
from benchmarks.durability.measuring import Number
from benchmarks.durability.table import table

_ROOT = Path(__file__).parents[2]
_TURN_SECONDS = 900


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, nargs="*", default=[2000, 5000], help="paused runs")
    parser.add_argument("--postgres", default="", help="URL of a PostgreSQL server's database")
    parser.add_argument("--only", nargs="*", default=CONTENDERS, choices=CONTENDERS)
    chosen = parser.parse_args()
    present = [name for name in chosen.only if _installed(name)]
    absent = sorted(set(chosen.only) - set(present))
    if absent:
        print(f"not installed, so left out: {', '.join(absent)}")
    figures: dict[str, dict[str, dict[str, Number]]] = {}
    for database in ("sqlite", *(["postgresql"] if chosen.postgres else [])):
        for runs in chosen.runs:
            title = f"{database}, {runs} paused runs"
            figures[title] = {name: _cost(name, database, runs, chosen) for name in present}
            print(table(title, figures[title]), flush=True)
        title = f"{database}, faults"
        figures[title] = {name: _faults(name, database, chosen) for name in present}
        print(table(title, figures[title]), flush=True)
    print(json.dumps({"benchmark": "durability", "absent": absent} | figures))


def _cost(name: str, database: str, runs: int, chosen: argparse.Namespace) -> dict[str, Number]:
    with _database(database, chosen.postgres) as url:
        paused = _turn("paused", name, url, "--runs", str(runs))
        return paused | _turn("resumed", name, url, "--runs", str(runs))


def _faults(name: str, database: str, chosen: argparse.Namespace) -> dict[str, Number]:
    with _database(database, chosen.postgres) as url:
        found = _turn("raced", name, url)
    with _database(database, chosen.postgres) as url, tempfile.TemporaryDirectory() as folder:
        acts = ("--acts", f"{folder}/acts")
        _killed(name, url, acts)
        found |= _turn("recovered", name, url, *acts)
    with _database(database, chosen.postgres) as url:
        _turn("left", name, url)
        return found | _turn("renamed", name, url)


def _turn(turn: str, name: str, url: str, *more: str) -> dict[str, Number]:
    command = [sys.executable, "-m", "benchmarks.durability.child", turn, name, url, *more]
    try:
        done = subprocess.run(  # noqa: S603 - our own module
            command, cwd=_ROOT, capture_output=True, text=True, check=False, timeout=_TURN_SECONDS
        )
    except subprocess.TimeoutExpired:
        print(f"{name} {turn}: no figures within {_TURN_SECONDS} s", file=sys.stderr)
        return {}
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        print(f"{name} {turn}: no figures\n{done.stderr[-2000:]}", file=sys.stderr)
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

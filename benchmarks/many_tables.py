"""`countersign init` on a database of many tables: seconds, CPU and memory.

    python -m benchmarks.many_tables                          # a SQLite file of 5,000 tables
    python -m benchmarks.many_tables --postgres postgresql://postgres@127.0.0.1:5432/postgres

The tables are those of a large business system: 100 objects in each of 50 modules, 20 columns each,
a third of the keys declared. The server gets a database of its own, which is dropped at the end.
Memory is the proportional set size of the command and of all processes that it starts. The last
line is JSON.
"""

import argparse
import json
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
from typing_extensions import override

from benchmarks.start import memory_of

_COMMAND = (sys.executable, "-c", "from bots.cli import main; main()")
_NAME = "countersign_many_tables"
_LOOK_SECONDS = 0.5
_MODULES = (
    "sales", "purchasing", "warehouse", "finance", "payroll", "crm", "support", "marketing",
    "logistics", "production", "quality", "maintenance", "projects", "assets", "tax", "treasury",
    "claims", "contracts", "fleet", "training", "recruiting", "travel", "expenses", "budget",
    "audit", "legal", "energy", "safety", "returns", "loyalty", "pricing", "catalog", "web",
    "mobile", "billing", "metering", "leasing", "subscriptions", "planning", "forecast", "store",
    "pos", "gifts", "events", "partners", "suppliers", "customs", "research", "lab", "archive",
)  # fmt: skip
_OBJECTS = (
    "orders", "order_lines", "invoices", "invoice_lines", "payments", "customers", "products",
    "categories", "regions", "employees",
)  # fmt: skip
_SORTS = ("", "_history", "_staging", "_details", "_types", "_links", "_notes", "_rates",
          "_batches", "_snapshots")  # fmt: skip
# Name and type of the columns that each table draws from.
_COLUMNS = (
    ("name", "TEXT"), ("code", "VARCHAR(20)"), ("status", "VARCHAR(12)"),
    ("amount", "NUMERIC(12,2)"),
    ("quantity", "INTEGER"), ("unit_price", "NUMERIC(10,2)"), ("discount", "NUMERIC(5,2)"),
    ("tax_amount", "NUMERIC(12,2)"), ("currency", "CHAR(3)"), ("country_code", "CHAR(2)"),
    ("created_at", "TIMESTAMP"), ("updated_at", "TIMESTAMP"), ("deleted_at", "TIMESTAMP"),
    ("ordered_on", "DATE"), ("due_on", "DATE"), ("closed_on", "DATE"), ("is_active", "INTEGER"),
    ("is_test", "INTEGER"), ("priority", "INTEGER"), ("channel", "VARCHAR(12)"),
    ("description", "TEXT"), ("email", "TEXT"), ("weight_kg", "NUMERIC(8,3)"),
    ("cost", "NUMERIC(12,2)"), ("external_ref", "VARCHAR(40)"), ("version", "INTEGER"),
)  # fmt: skip
_STATES = ("open", "paid", "cancelled", "shipped")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    """One table: its columns, its declared key to another table, and its rows."""

    name: str
    columns: str
    key: tuple[str, str] | None
    rows: list[tuple[object, ...]]


def _tables(count: int, width: int, rows: int) -> Iterator[_Made]:
    draw = random.Random(38)  # noqa: S311 - the same tables each time
    for number in range(count):
        module = _MODULES[number * len(_MODULES) // count]
        place = number % (len(_OBJECTS) * len(_SORTS))
        name = f"{module}_{_OBJECTS[place % len(_OBJECTS)]}{_SORTS[place // len(_OBJECTS)]}"
        kept = draw.sample(_COLUMNS, max(width - 4, 1))
        keys = [
            ("id", "INTEGER PRIMARY KEY"), (f"{module}_customers_id", "INTEGER"),
            (f"{module}_products_id", "INTEGER"), ("region_id", "INTEGER"),
        ]  # fmt: skip
        columns = list(dict.fromkeys([*keys, *kept]))[:width]
        declared = place > len(_OBJECTS) and place % 3 == 0
        filled = [
            (at, *(_value(c, kind, rows, draw) for c, kind in columns[1:]))
            for at in range(1, rows + 1)
        ]
        yield _Made(
            name=name,
            columns=", ".join(f"{column} {kind}" for column, kind in columns),
            key=(f"{module}_customers_id", f"{module}_customers") if declared else None,
            rows=filled,
        )


def _value(column: str, kind: str, rows: int, draw: random.Random) -> object:
    if column.endswith("_id"):
        return draw.randint(1, rows)
    if column.startswith("is_"):
        return draw.randint(0, 1)
    if kind in ("DATE", "TIMESTAMP"):
        day = f"2026-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}"
        return None if column == "deleted_at" else day if kind == "DATE" else f"{day} 12:00:00"
    if kind.startswith("NUMERIC"):
        return round(draw.uniform(1, 900), 2)
    if kind == "INTEGER":
        return draw.randint(1, 50)
    choices = {"status": _STATES, "channel": ("web", "shop"), "currency": ("EUR", "USD"),
               "country_code": ("ES", "DE", "FR"), "email": ("ana@example.org",)}  # fmt: skip
    return draw.choice(choices[column]) if column in choices else f"{column} {draw.randint(1, 999)}"


def _insert(made: _Made, mark: str) -> str:
    return f"INSERT INTO {made.name} VALUES ({', '.join([mark] * len(made.rows[0]))})"


def _as_file(path: Path, made: Iterator[_Made]) -> str:
    with closing(sqlite3.connect(path)) as connection:
        for table in made:
            key = f", FOREIGN KEY ({table.key[0]}) REFERENCES {table.key[1]}" if table.key else ""
            connection.execute(f"CREATE TABLE {table.name} ({table.columns}{key})")
            connection.executemany(_insert(table, "?"), table.rows)
        connection.commit()
    return str(path)


def _as_database(server: str, made: Iterator[_Made]) -> str:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {_NAME}".encode())
        connection.execute(f"CREATE DATABASE {_NAME}".encode())
    url = server.rpartition("/")[0] + f"/{_NAME}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET synchronous_commit = off")
        tables = list(made)
        for table in tables:
            connection.execute(f"CREATE TABLE {table.name} ({table.columns})".encode())
            with connection.cursor() as cursor:
                cursor.executemany(_insert(table, "%s").encode(), table.rows)
        for table in tables:
            if table.key:
                column, target = table.key
                sql = f"ALTER TABLE {table.name} ADD FOREIGN KEY ({column}) REFERENCES {target}"
                connection.execute(sql.encode())
        connection.execute("ANALYZE")
    return url


def _drop(server: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {_NAME}".encode())


class _Memory(threading.Thread):
    """Looks at the memory of a process and its children until it ends."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        super().__init__(daemon=True)
        self.most = 0.0
        self._process = process

    @override
    def run(self) -> None:
        while self._process.poll() is None:
            # A process may end while it is looked at.
            with suppress(OSError, StopIteration):
                self.most = max(self.most, memory_of(self._process.pid)[0])
            time.sleep(_LOOK_SECONDS)


def _measured(target: str) -> dict[str, object]:
    """What `init` in an empty folder takes."""
    with tempfile.TemporaryDirectory() as named:
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        process = subprocess.Popen(  # noqa: S603 - this Python
            [*_COMMAND, "init", target], cwd=named, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        memory = _Memory(process)
        memory.start()
        said, _ = process.communicate()
        memory.join()
        seconds = time.perf_counter() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if process.returncode:
            sys.exit(f"init failed:\n{said}")
        questions = said.partition("asked and answered:\n")[2].count("?")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {
        "seconds": round(seconds, 1), "cpu_s": round(cpu, 1), "memory_mb": memory.most,
        "questions": questions,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.many_tables")
    parser.add_argument("--postgres", default="", help="a server where a database may be made")
    parser.add_argument("--tables", type=int, default=5_000)
    parser.add_argument("--columns", type=int, default=20)
    parser.add_argument("--rows", type=int, default=20, help="of each table")
    parser.add_argument("--keep", type=Path, help="keep the SQLite file there, and use it again")
    arguments = parser.parse_args()
    made = _tables(arguments.tables, arguments.columns, arguments.rows)
    found: dict[str, object] = {"benchmark": "many_tables", "tables": arguments.tables}
    if arguments.postgres:
        try:
            found["postgres"] = _measured(_as_database(arguments.postgres, made))
        finally:
            _drop(arguments.postgres)
    else:
        with tempfile.TemporaryDirectory() as named:
            path = arguments.keep or Path(named) / "many.sqlite"
            known = path.exists()
            found["sqlite"] = _measured(str(path) if known else _as_file(path, made))
    print(json.dumps(found))


if __name__ == "__main__":
    main()

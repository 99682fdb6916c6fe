"""The engines of the suite: how each makes a database, spells types and names, and takes values.

A later engine joins by one line of `ENGINES`.
"""

import contextlib
import datetime as dt
import itertools
import json
import os
import sqlite3
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeAlias

import duckdb
import psycopg
import pymysql
from psycopg.types.json import Json
from psycopg.types.range import Range

Values: TypeAlias = Sequence[Sequence[Any]]
# A statement, and the rows that it is run for; none: it is run once.
Step: TypeAlias = tuple[str, Values | None]
_NUMBERS = itertools.count(1)
_MARIADB: Mapping[str, Any] = {"host": "127.0.0.1", "port": 3306, "user": "root", "password": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """One engine. `types` say how it spells what `_TYPES` does not; `put` how its driver wants."""

    name: str
    fresh: Callable[["Servers"], AbstractContextManager[str]]
    run: Callable[[str, Sequence[Step]], None]
    mark: str = "?"
    quote: str = '"'
    types: Mapping[str, str] = field(default_factory=dict)
    put: Callable[[Any], Any] = lambda value: value
    default_schema: str = ""
    # Texts that differ in case, or in blanks at their end, are equal.
    folds: bool = False
    # How near to the true one its own averages of whole and decimal numbers are.
    precision: float = 1e-9

    def type_of(self, kind: str) -> str:
        return self.types.get(kind) or _TYPES.get(kind, kind)

    def quoted(self, name: str) -> str:
        return f"{self.quote}{name.replace(self.quote, 2 * self.quote)}{self.quote}"

    def same(self, value: Any) -> Any:
        """What is equal to a text, as the engine sees it."""
        return value.casefold().rstrip(" ") if self.folds and isinstance(value, str) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Servers:
    """Where databases are made: a folder for files, and servers as their owners; empty: none."""

    folder: Path
    postgres: str = ""
    mariadb: bool = True


class NoServerError(Exception):
    """There is no server of that engine here."""


_TYPES = {
    "int": "INTEGER", "bigint": "BIGINT", "text": "VARCHAR(60)", "money": "DECIMAL(10,2)",
    "date": "DATE", "moment": "TIMESTAMP", "instant": "TIMESTAMPTZ", "bool": "BOOLEAN",
    "float": "DOUBLE PRECISION", "wide": "DECIMAL(38,10)", "huge": "DECIMAL(38,0)",
    "uuid": "UUID", "json": "JSON", "array": "VARCHAR(60)[]", "range": "INT4RANGE",
    "enum": "kind_of_goods", "domain": "amount_of_money", "text time": "VARCHAR(60)",
}  # fmt: skip
ENUM = ("coffee", "mugs", "plates", "tea")
_ENUM = ", ".join(f"'{value}'" for value in ENUM)


def _fresh_name() -> str:
    return f"countersign_test_{os.getpid()}_shape_{next(_NUMBERS)}"


@contextlib.contextmanager
def _file(servers: Servers, engine: str) -> Iterator[str]:
    path = servers.folder / f"{_fresh_name()}.{engine}"
    yield f"{engine}:///{path}"
    for each in (path, Path(f"{path}.wal")):
        each.unlink(missing_ok=True)


@contextlib.contextmanager
def _in_postgres(servers: Servers) -> Iterator[str]:
    if not servers.postgres:
        raise NoServerError
    name = _fresh_name()
    with psycopg.connect(servers.postgres, autocommit=True) as owner:
        owner.execute(f'CREATE DATABASE "{name}"'.encode())
        yield servers.postgres.replace("/postgres?", f"/{name}?")
        owner.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@contextlib.contextmanager
def _in_mariadb(servers: Servers) -> Iterator[str]:
    if not servers.mariadb:
        raise NoServerError
    name = _fresh_name()
    try:
        owner = pymysql.connect(**_MARIADB, autocommit=True)
    except pymysql.err.OperationalError as error:
        raise NoServerError from error
    with owner, owner.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE `{name}` CHARACTER SET utf8mb4")
        yield f"mariadb://root@127.0.0.1:3306/{name}"
        cursor.execute(f"DROP DATABASE `{name}`")


def _run_sqlite(url: str, steps: Sequence[Step]) -> None:
    connection = sqlite3.connect(url.removeprefix("sqlite:///"))
    with contextlib.closing(connection), connection:
        for sql, values in steps:
            connection.execute(sql) if values is None else connection.executemany(sql, values)


def _run_duckdb(url: str, steps: Sequence[Step]) -> None:
    with duckdb.connect(url.removeprefix("duckdb:///")) as connection:
        connection.execute("BEGIN")
        for sql, values in steps:
            if values is None:
                connection.execute(sql)
            elif values:
                connection.executemany(sql, values)
        connection.execute("COMMIT")


def _run_postgres(url: str, steps: Sequence[Step]) -> None:
    with psycopg.connect(url) as connection, connection.cursor() as cursor:
        for sql, values in steps:
            if values is None:
                cursor.execute(sql.encode())
            else:
                cursor.executemany(sql.encode(), values)


def _run_mariadb(url: str, steps: Sequence[Step]) -> None:
    database = url.rpartition("/")[2]
    connection = pymysql.connect(**_MARIADB, database=database, autocommit=False)
    with connection, connection.cursor() as cursor:
        cursor.execute("SET sql_mode = '', time_zone = '+00:00'")
        for sql, values in steps:
            if values is None:
                cursor.execute(sql)
            else:
                cursor.executemany(sql, values)
        connection.commit()


def _plain(value: Any) -> Any:
    """What every driver takes: texts and numbers."""
    match value:
        case uuid.UUID():
            return str(value)
        case dict() | list():
            return json.dumps(value)
        case dt.datetime() if value.tzinfo is not None:
            return value.astimezone(dt.UTC).replace(tzinfo=None)
        case _:
            return value


def _put_sqlite(value: Any) -> Any:
    match _plain(value):
        case dt.datetime() as moment:
            return moment.isoformat(sep=" ")
        case dt.date() as day:
            return day.isoformat()
        case Decimal() as number:
            return float(number)
        case plain:
            return plain


def _put_duckdb(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, dict) else value


def _put_postgres(value: Any) -> Any:
    if isinstance(value, dict):
        return Json(value)
    return Range(*value) if isinstance(value, tuple) else value


ENGINES: Mapping[str, Engine] = {
    engine.name: engine
    for engine in (
        Engine(name="sqlite", fresh=lambda servers: _file(servers, "sqlite"), run=_run_sqlite,
               put=_put_sqlite,
               types={"instant": "TIMESTAMP", "uuid": "TEXT", "json": "TEXT", "array": "TEXT",
                      "enum": f"TEXT CHECK (category IN ({_ENUM}))", "domain": "DECIMAL(10,2)"}),
        Engine(name="duckdb", fresh=lambda servers: _file(servers, "duckdb"), run=_run_duckdb,
               put=_put_duckdb, default_schema="main",
               types={"enum": f"ENUM({_ENUM})", "domain": "DECIMAL(10,2)", "float": "DOUBLE"}),
        Engine(name="postgres", fresh=_in_postgres, run=_run_postgres, put=_put_postgres,
               mark="%s", default_schema="public", types={"json": "JSONB"}),
        Engine(name="mariadb", fresh=_in_mariadb, run=_run_mariadb, put=_plain, mark="%s",
               quote="`", folds=True, precision=1e-4,
               types={"moment": "DATETIME", "instant": "DATETIME", "array": "JSON",
                      "enum": f"ENUM({_ENUM})", "domain": "DECIMAL(10,2)"}),
    )
}  # fmt: skip

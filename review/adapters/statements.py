"""Runs statements: on PostgreSQL through SQLAlchemy, on SQLite straight on Python's own driver.

A statement on SQLite takes microseconds, and all that surrounds it in an engine ten times as much.
So there it is compiled once, when it is first seen, and then handed to the driver as text.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias
from weakref import WeakKeyDictionary

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

from review.adapters.inline_sqlite import InlineSqlite

Parameters: TypeAlias = Mapping[str, Any] | Sequence[Mapping[str, Any]]
Process: TypeAlias = Callable[[Any], Any]

_DIALECT = InlineSqlite()


@dataclass(frozen=True, slots=True)
class Rows:
    """What a statement gave back: rows by name, and how many rows it changed."""

    names: Sequence[str]
    found: Sequence[Sequence[Any]]
    changed: int

    def all(self) -> list[dict[str, Any]]:
        return [dict(zip(self.names, row, strict=True)) for row in self.found]

    def first(self) -> dict[str, Any] | None:
        return dict(zip(self.names, self.found[0], strict=True)) if self.found else None

    def column(self) -> list[Any]:
        """The first value of each row."""
        return [row[0] for row in self.found]

    def value(self) -> Any:
        """The first value of the first row; None where there is none."""
        return self.found[0][0] if self.found else None


class Statements(Protocol):
    """A connection with a transaction of its own."""

    @property
    def dialect(self) -> str: ...

    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> Rows:
        """Run it; once for each of several parameters."""
        ...


class EngineStatements:
    """The Statements port over SQLAlchemy's connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    @property
    def dialect(self) -> str:
        return self._connection.dialect.name

    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> Rows:
        result = await self._connection.execute(statement, parameters)
        if not result.returns_rows:
            return Rows((), (), result.rowcount)
        return Rows(tuple(result.keys()), result.all(), result.rowcount)


class DriverStatements:
    """The Statements port over SQLite's own connection."""

    dialect = "sqlite"

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> Rows:
        several = parameters if isinstance(parameters, list) else None
        given: Any = several[0] if several else parameters or {}
        prepared = _prepared(statement, given)
        if several:
            lines = [prepared.values(each) for each in several]
            return Rows((), (), self._connection.executemany(prepared.text, lines).rowcount)
        cursor = self._connection.execute(prepared.text, prepared.values(given))
        if not prepared.names:
            return Rows((), (), cursor.rowcount)
        return Rows(prepared.names, prepared.rows(cursor.fetchall()), cursor.rowcount)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A statement as text; `wanted` are its parameters in order, each with what makes it SQLite's.

    `shaped` are the places of the columns that SQLite stores as something else.
    """

    text: str
    wanted: Sequence[tuple[str, Process | None]]
    fixed: Mapping[str, Any]
    names: Sequence[str]
    shaped: Sequence[tuple[int, Process]]

    def values(self, given: Mapping[str, Any]) -> list[Any]:
        values = []
        for name, process in self.wanted:
            value = given[name] if name in given else self.fixed[name]
            values.append(value if process is None else process(value))
        return values

    def rows(self, found: Sequence[Sequence[Any]]) -> Sequence[Sequence[Any]]:
        if not self.shaped:
            return found
        rows = [list(row) for row in found]
        for row in rows:
            for place, process in self.shaped:
                row[place] = process(row[place])
        return rows


# A statement that is made for one call leaves with it.
_KNOWN: WeakKeyDictionary[Executable, _Prepared] = WeakKeyDictionary()


def _prepared(statement: Executable, given: Mapping[str, Any]) -> _Prepared:
    known = _KNOWN.get(statement)
    if known is None:
        known = _KNOWN[statement] = _compiled(statement, given)
    return known


def _compiled(statement: Any, given: Mapping[str, Any]) -> _Prepared:
    compiled: SQLCompiler = statement.compile(dialect=_DIALECT, column_keys=list(given) or None)
    whole = compiled.construct_expanded_state(dict(given))
    kinds = {name: bind.type for bind, name in compiled.bind_names.items()}
    columns = _columns(statement)
    return _Prepared(
        text=whole.statement,
        wanted=[(name, _binding(kinds.get(name))) for name in whole.positiontup or ()],
        fixed={name: v for name, v in whole.parameters.items() if name not in given},
        names=tuple(name for name, _ in columns),
        shaped=[(place, process) for place, (_, process) in enumerate(columns) if process],
    )


def _columns(statement: Any) -> list[tuple[str, Process | None]]:
    columns = getattr(statement, "exported_columns", None)
    if columns is None:
        return []
    return [(name, _resulting(column.type)) for name, column in columns.items()]


def _binding(kind: TypeEngine[Any] | None) -> Process | None:
    return None if kind is None else kind.dialect_impl(_DIALECT).bind_processor(_DIALECT)


def _resulting(kind: TypeEngine[Any]) -> Process | None:
    return kind.dialect_impl(_DIALECT).result_processor(_DIALECT, None)

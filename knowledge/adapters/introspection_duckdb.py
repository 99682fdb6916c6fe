"""Reads the structure of a DuckDB file from its own catalog functions."""

import threading
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import duckdb

from knowledge.adapters.reading import OutOfTimeError, UnreadableError, full_name
from knowledge.catalog import Column, ForeignKey, Table
from knowledge.column_kinds import kind_of_type
from knowledge.database_url import DUCKDB_SETTINGS, DatabaseUrl
from knowledge.dotted_names import kept_name
from knowledge.errors import DatabaseUnreachableError
from knowledge.file_turns import FileBusyError, ReadingTurn

_TABLES = """
SELECT schema_name, table_name, estimated_size, comment, NULL FROM duckdb_tables()
WHERE database_name = current_database() AND NOT internal
UNION ALL
SELECT schema_name, view_name, NULL, comment, sql FROM duckdb_views()
WHERE database_name = current_database() AND NOT internal
ORDER BY 1, 2
"""
_COLUMNS = """
SELECT schema_name, table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns()
WHERE database_name = current_database() AND NOT internal ORDER BY 1, 2, column_index
"""
_KEYS = """
SELECT schema_name, table_name, constraint_type, constraint_column_names, referenced_table,
       referenced_column_names
FROM duckdb_constraints() WHERE database_name = current_database()
  AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')
ORDER BY 1, 2, constraint_index
"""
_DEFAULT_SCHEMA = "main"
_TURN_SECONDS = 30.0

_Name: TypeAlias = tuple[str, str]


class DuckdbReading:
    """A `Reading` of one DuckDB file."""

    dialect = "duckdb"
    full_scan_rows = 5_000_000
    search_path: tuple[str, ...] = (_DEFAULT_SCHEMA,)

    def __init__(self, url: DatabaseUrl) -> None:
        self._turn, self._connection = _open(url)

    def structure(self) -> Sequence[Table]:
        columns: dict[_Name, list[tuple[str, str, bool, str | None]]] = defaultdict(list)
        for schema, table, *column in self._connection.execute(_COLUMNS).fetchall():
            columns[schema, table].append((column[0], column[1], column[2], column[3]))
        keys: dict[_Name, list[tuple[object, ...]]] = defaultdict(list)
        for schema, table, *key in self._connection.execute(_KEYS).fetchall():
            keys[schema, table].append(tuple(key))
        listed = self._connection.execute(_TABLES).fetchall()
        return [_table(row, columns[row[0], row[1]], keys[row[0], row[1]]) for row in listed]

    def rows(self, sql: str, *, seconds: float) -> list[tuple[object, ...]]:
        timer = threading.Timer(max(seconds, 0.0), self._connection.interrupt)
        timer.start()
        try:
            return self._connection.execute(sql).fetchall()
        except duckdb.InterruptException as error:
            raise OutOfTimeError from error
        except duckdb.Error as error:
            raise UnreadableError(str(error)) from error
        finally:
            timer.cancel()

    def sample(self, table: Table, rows: int) -> str:
        name = full_name(self, table)
        if table.view_sql is not None or not table.rows:
            return f"(SELECT * FROM {name} LIMIT {rows})"  # noqa: S608 - quoted name
        percent = max(100.0 * rows / table.rows, 0.01)
        return f"(SELECT * FROM {name} TABLESAMPLE system({percent:.4f}%))"  # noqa: S608 - quoted

    def close(self) -> None:
        self._connection.close()
        self._turn.end()


def _open(url: DatabaseUrl) -> tuple[ReadingTurn, duckdb.DuckDBPyConnection]:
    path = Path(url.path).expanduser()
    if not path.is_file():
        raise DatabaseUnreachableError(url.shown, "there is no such file")
    try:
        turn = ReadingTurn(path, _TURN_SECONDS)
    except FileBusyError as error:
        raise DatabaseUnreachableError(url.shown, "an approved change is being written") from error
    try:
        return turn, duckdb.connect(str(path), read_only=True, config=DUCKDB_SETTINGS)
    except duckdb.Error as error:
        turn.end()
        raise DatabaseUnreachableError(url.shown, str(error).splitlines()[0]) from error


def _table(
    row: tuple[str, str, int | None, str | None, str | None],
    columns: Sequence[tuple[str, str, bool, str | None]],
    keys: Sequence[tuple[object, ...]],
) -> Table:
    schema, name, rows, comment, view_sql = row
    primary = _members(keys, "PRIMARY KEY")
    unique = {members[0] for members in [*primary, *_members(keys, "UNIQUE")] if len(members) == 1}
    in_key = {member for members in primary for member in members}
    return Table(
        name=name,
        schema=_schema(schema),
        columns=tuple(
            Column(
                name=column,
                type=declared,
                kind=kind_of_type(declared),
                nullable=nullable,
                comment=note or "",
                primary_key=column in in_key,
                unique=column in unique,
            )
            for column, declared, nullable, note in columns
        ),
        foreign_keys=tuple(_foreign_key(schema, key) for key in keys if key[0] == "FOREIGN KEY"),
        rows=rows,
        comment=comment or "",
        view_sql=view_sql,
    )


def _members(keys: Sequence[tuple[object, ...]], kind: str) -> list[tuple[str, ...]]:
    return [_names(key[1]) for key in keys if key[0] == kind]


def _foreign_key(schema: str, key: tuple[object, ...]) -> ForeignKey:
    target = kept_name(str(key[2]))
    # DuckDB keeps foreign keys within one schema.
    to_table = f"{kept_name(schema)}.{target}" if _schema(schema) else target
    return ForeignKey(columns=_names(key[1]), to_table=to_table, to_columns=_names(key[3]))


def _names(value: object) -> tuple[str, ...]:
    return tuple(str(name) for name in value) if isinstance(value, list) else ()


def _schema(name: str) -> str:
    return "" if name == _DEFAULT_SCHEMA else name

"""Reads the structure of a SQLite file, through its PRAGMAs: they accept any type and name."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from knowledge.adapters.reading import (
    Clock,
    OutOfTimeError,
    UnreadableError,
    full_name,
)
from knowledge.catalog import Column, ForeignKey, Table
from knowledge.column_kinds import kind_of_type
from knowledge.database_url import DatabaseUrl
from knowledge.dotted_names import kept_name
from knowledge.errors import DatabaseUnreachableError
from knowledge.sql_text import quoted_identifier

_STEPS_BETWEEN_CHECKS = 2_000
_TABLES = (
    "SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', 'view') "
    "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
)


class SqliteReading:
    """A `Reading` of one SQLite file."""

    dialect = "sqlite"
    full_scan_rows = 300_000
    search_path: tuple[str, ...] = ("main",)

    def __init__(self, url: DatabaseUrl, clock: Clock) -> None:
        self._clock = clock
        self._deadline = float("inf")
        self._connection = _open(url)
        self._connection.set_progress_handler(self._is_late, _STEPS_BETWEEN_CHECKS)

    def structure(self) -> Sequence[Table]:
        listed = self._connection.execute(_TABLES).fetchall()
        shadows = self._shadow_tables()
        tables = [self._table(*row) for row in listed if row[0] not in shadows]
        by_name = {table.name.lower(): table for table in tables}
        return [_with_targets(table, by_name) for table in tables]

    def rows(self, sql: str, *, seconds: float) -> list[tuple[object, ...]]:
        self._deadline = self._clock() + seconds
        try:
            return self._connection.execute(sql).fetchall()
        except sqlite3.OperationalError as error:
            if self._clock() >= self._deadline:
                raise OutOfTimeError from error
            raise UnreadableError(str(error)) from error
        except sqlite3.Error as error:
            raise UnreadableError(str(error)) from error
        finally:
            self._deadline = float("inf")

    def sample(self, table: Table, rows: int) -> str:
        return f"(SELECT * FROM {full_name(self, table)} LIMIT {rows})"  # noqa: S608 - quoted name

    def close(self) -> None:
        self._connection.close()

    def _is_late(self) -> int:
        return int(self._clock() >= self._deadline)

    def _shadow_tables(self) -> set[str]:
        listed = self._pragma("PRAGMA table_list")
        return {str(row[1]) for row in listed if row[2] == "shadow"}

    def _table(self, name: str, kind: str, sql: str | None) -> Table:
        uniques = self._unique_columns(name)
        infos = self._told("table_xinfo", name)
        key_length = sum(1 for row in infos if row[5])
        columns = tuple(_column(row, uniques, key_length) for row in infos if row[6] != 1)
        return Table(
            name=name,
            columns=columns,
            foreign_keys=self._foreign_keys(name),
            view_sql=(sql or "") if kind == "view" else None,
        )

    def _unique_columns(self, table: str) -> set[str]:
        found: set[str] = set()
        for row in self._told("index_list", table):
            _, index, is_unique, _, is_partial, *_ = row
            if is_unique and not is_partial:
                members = self._told("index_info", str(index))
                found |= {str(members[0][2])} if len(members) == 1 else set()
        return found

    def _foreign_keys(self, table: str) -> tuple[ForeignKey, ...]:
        keys: dict[int, list[tuple[object, ...]]] = {}
        for row in self._told("foreign_key_list", table):
            keys.setdefault(int(str(row[0])), []).append(row)
        return tuple(_foreign_key(keys[number]) for number in sorted(keys))

    def _told(self, pragma: str, name: str) -> list[tuple[object, ...]]:
        return self._pragma(f"PRAGMA {pragma}({quoted_identifier(name, self.dialect)})")

    def _pragma(self, sql: str) -> list[tuple[object, ...]]:
        try:
            return self._connection.execute(sql).fetchall()
        except sqlite3.Error:
            # A view over a dropped table has no columns to tell; the other tables still do.
            return []


def _open(url: DatabaseUrl) -> sqlite3.Connection:
    path = Path(url.path).expanduser()
    if not path.is_file():
        raise DatabaseUnreachableError(url.shown, "there is no such file")
    try:
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False
        )
        connection.text_factory = _text
        connection.execute("PRAGMA query_only = 1")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.Error as error:
        raise DatabaseUnreachableError(url.shown, str(error)) from error
    return connection


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _column(row: tuple[object, ...], uniques: set[str], key_length: int) -> Column:
    name, declared, required, in_key = str(row[1]), str(row[2] or ""), row[3], row[5]
    return Column(
        name=name,
        type=declared,
        kind=kind_of_type(declared),
        nullable=not required and not (in_key and "int" in declared.lower()),
        primary_key=bool(in_key),
        unique=name in uniques or (bool(in_key) and key_length == 1),
    )


def _foreign_key(rows: list[tuple[object, ...]]) -> ForeignKey:
    rows = sorted(rows, key=lambda row: int(str(row[1])))
    return ForeignKey(
        columns=tuple(str(row[3]) for row in rows),
        to_table=str(rows[0][2]),
        to_columns=tuple(str(row[4] or "") for row in rows),
    )


def _with_targets(table: Table, by_name: Mapping[str, Table]) -> Table:
    """The table with its foreign keys in the targets' own spelling; dangling ones are dropped."""
    keys = (_resolved(key, by_name.get(key.to_table.lower())) for key in table.foreign_keys)
    return replace(table, foreign_keys=tuple(key for key in keys if key))


def _resolved(key: ForeignKey, target: Table | None) -> ForeignKey | None:
    if target is None:
        return None
    names = key.to_columns if all(key.to_columns) else target.primary_key
    columns = [target.column(name) for name in names]
    found = tuple(column.name for column in columns if column)
    if len(found) != len(key.columns):
        return None
    return ForeignKey(columns=key.columns, to_table=kept_name(target.key), to_columns=found)

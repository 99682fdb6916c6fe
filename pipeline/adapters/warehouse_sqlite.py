"""SQLite behind four locks: read-only file, query_only, authorizer, nothing to attach."""

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

from knowledge.database_url import DatabaseUrl
from pipeline.adapters.driver_errors import busy, refused
from pipeline.adapters.warehouse_sessions import Read, rows_of
from pipeline.warehouse import Plan, QueryTimedOut, Rows, WarehouseDown, WarehouseError

_STEPS_BETWEEN_CHECKS = 2_000
_LONGEST_VALUE = 10_000_000
_LONGEST_SQL = 1_000_000
_ALLOWED = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
)
_FORBIDDEN_FUNCTIONS = frozenset(
    {"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "fsdir", "lsmode"}
)


class SqliteEngine:
    """One SQLite file."""

    dialect = "sqlite"

    def __init__(self, url: DatabaseUrl) -> None:
        self._path = Path(url.path).expanduser()
        self.shown = url.shown

    def open(self, seconds: float) -> "SqliteSession":
        if not self._path.is_file():
            raise WarehouseDown(self.shown, "there is no such file")
        try:
            return SqliteSession(_hardened(self._path), time.monotonic() + seconds)
        except sqlite3.Error as error:
            raise busy(str(error)) or WarehouseDown(self.shown, str(error)) from error

    def translated(self, error: Exception) -> WarehouseError | None:
        if isinstance(error, sqlite3.OperationalError) and "interrupted" in str(error):
            return QueryTimedOut(0)
        # More than one statement is a `Warning` to this driver, which is no `Error`.
        known = isinstance(error, sqlite3.Error | sqlite3.Warning)
        return refused(str(error)) if known else None

    def problems(self) -> Sequence[str]:
        return []


class SqliteSession:
    """One hardened connection."""

    def __init__(self, connection: sqlite3.Connection, deadline: float) -> None:
        self._connection = connection
        self._deadline = deadline
        self._cancelled = False
        connection.set_progress_handler(self._must_stop, _STEPS_BETWEEN_CHECKS)

    def rows(self, read: Read) -> Rows:
        return rows_of(self, read)

    def execute(self, sql: str, parameters: Sequence[object]) -> "SqliteCursor":
        return SqliteCursor(self._connection.execute(sql, tuple(parameters)))

    def explain(self, sql: str) -> Plan:
        steps = self._connection.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall()
        return Plan(text="\n".join(str(step[3]) for step in steps))

    def cancel(self) -> None:
        self._cancelled = True

    def close(self) -> None:
        self._connection.close()

    def _must_stop(self) -> int:
        return int(self._cancelled or time.monotonic() >= self._deadline)


class SqliteCursor:
    """An open result."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor
        self.names = [str(column[0]) for column in cursor.description or ()]

    def fetch(self, count: int) -> Sequence[Sequence[object]]:
        return self._cursor.fetchmany(count)


def _hardened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=ro",
        uri=True,
        check_same_thread=False,
        isolation_level=None,
        timeout=5.0,
    )
    connection.text_factory = _text
    connection.execute("PRAGMA query_only = 1")
    connection.execute("PRAGMA trusted_schema = 0")
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, _LONGEST_SQL)
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    connection.set_authorizer(_authorized)
    return connection


def _authorized(
    action: int, first: str | None, second: str | None, _database: str | None, _inner: str | None
) -> int:
    if action not in _ALLOWED:
        return sqlite3.SQLITE_DENY
    called = (second or first or "").lower()
    if action == sqlite3.SQLITE_FUNCTION and called in _FORBIDDEN_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")

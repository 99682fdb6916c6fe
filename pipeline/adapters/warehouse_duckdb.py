"""DuckDB, read-only, with no way to files, extensions, settings or this process's variables."""

import threading
from collections.abc import Sequence
from pathlib import Path

import duckdb

from knowledge.database_url import DUCKDB_SETTINGS, DatabaseUrl
from pipeline.adapters.driver_errors import busy, refused
from pipeline.adapters.warehouse_sessions import Read, rows_of
from pipeline.warehouse import Plan, QueryFailed, QueryTimedOut, Rows, WarehouseDown, WarehouseError

_ONE_STATEMENT = "Only one statement can run at a time."
_ONLY_READS = "The connection is read-only: only a SELECT can run here."


class DuckdbEngine:
    """One DuckDB file, opened for each query and closed after it, so that writers can have it."""

    dialect = "duckdb"

    def __init__(self, url: DatabaseUrl) -> None:
        self._path = Path(url.path).expanduser()
        self.shown = url.shown

    def open(self, seconds: float) -> "DuckdbSession":
        if not self._path.is_file():
            raise WarehouseDown(self.shown, "there is no such file")
        try:
            connection = duckdb.connect(str(self._path), read_only=True, config=DUCKDB_SETTINGS)
        except duckdb.Error as error:
            said = str(error)
            raise busy(said) or WarehouseDown(self.shown, said.splitlines()[0]) from error
        return DuckdbSession(connection, seconds)

    def translated(self, error: Exception) -> WarehouseError | None:
        if isinstance(error, duckdb.InterruptException):
            return QueryTimedOut(0)
        return refused(str(error)) if isinstance(error, duckdb.Error) else None

    def problems(self) -> Sequence[str]:
        return []


class DuckdbSession:
    """One hardened connection."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, seconds: float) -> None:
        self._connection = connection
        # The engine has no limit of its own that a locked configuration could hold.
        self._timer = threading.Timer(seconds, connection.interrupt)
        self._timer.daemon = True
        self._timer.start()

    def rows(self, read: Read) -> Rows:
        return rows_of(self, read)

    def execute(self, sql: str, parameters: Sequence[object]) -> "DuckdbCursor":
        statement = self._only_read(sql)
        if not parameters:
            return DuckdbCursor(self._connection.execute(statement))
        return DuckdbCursor(self._connection.execute(sql, list(parameters)))

    def explain(self, sql: str) -> Plan:
        text = self._only_read(sql).query
        rows = self._connection.execute(f"EXPLAIN {text}").fetchall()
        return Plan(text="\n".join(str(row[-1]) for row in rows))

    def cancel(self) -> None:
        self._connection.interrupt()

    def close(self) -> None:
        self._timer.cancel()
        self._connection.close()

    def _only_read(self, sql: str) -> duckdb.Statement:
        statements = self._connection.extract_statements(sql)
        if len(statements) != 1:
            raise QueryFailed(_ONE_STATEMENT)
        if statements[0].type != duckdb.StatementType.SELECT:
            raise QueryFailed(_ONLY_READS)
        return statements[0]


class DuckdbCursor:
    """An open result."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self.names = [str(column[0]) for column in connection.description or ()]

    def fetch(self, count: int) -> Sequence[Sequence[object]]:
        return self._connection.fetchmany(count)

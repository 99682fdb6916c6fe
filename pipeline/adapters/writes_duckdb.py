"""DuckDB for approved writes: readers step aside, one transaction, the same hardened settings."""

import contextlib
import threading
from collections.abc import Sequence
from pathlib import Path

import duckdb

from knowledge.database_url import DUCKDB_SETTINGS, DatabaseUrl
from knowledge.file_turns import FileBusyError, WritingTurn
from knowledge.sql_text import quoted_identifier
from pipeline.adapters.live_duckdb import read_table
from pipeline.adapters.writes_rows import MOST_OF_CELL, first_rows
from pipeline.adapters.writes_threads import Problem
from pipeline.result import Cell
from pipeline.warehouse import WarehouseDown
from pipeline.writes.execution.refusals import BUSY, NARROW, SLOW, WAIT, sentence_for
from pipeline.writes.live import LiveColumn, LiveTable, TableName
from pipeline.writes.rows.exact_text import cast_literal, text_cell
from pipeline.writes.values import Landed

_LOCK_SECONDS = 5.0
_HELD = "Another program has the database file open."


class DuckdbWrites:
    """One DuckDB file, opened for writing for one transaction only."""

    dialect = "duckdb"

    def __init__(self, url: DatabaseUrl) -> None:
        self._path = Path(url.path).expanduser()
        self.shown = url.shown

    def open(self, seconds: float) -> "DuckdbWriteSession":
        if not self._path.is_file():
            raise WarehouseDown(self.shown, "there is no such file")
        turn = WritingTurn(self._path, min(_LOCK_SECONDS, seconds / 2))
        try:
            connection = duckdb.connect(str(self._path), config=DUCKDB_SETTINGS)
        except BaseException:
            turn.end()
            raise
        return DuckdbWriteSession(connection, turn, seconds)

    def problem(self, error: Exception) -> Problem | None:
        if isinstance(error, FileBusyError):
            return Problem(reason=BUSY, next_step=WAIT)
        if not isinstance(error, duckdb.Error):
            return None
        text = str(error)
        if isinstance(error, duckdb.InterruptException):
            return Problem(reason=SLOW, next_step=NARROW)
        if isinstance(error, duckdb.IOException) and "lock" in text:
            return Problem(reason=_HELD, next_step="Close it there, and try again.")
        if isinstance(error, duckdb.TransactionException):
            return Problem(reason=BUSY, next_step=WAIT)
        return Problem(reason=sentence_for(text))

    def landed(self, mark: str) -> Landed:  # noqa: ARG002  the port has it
        return Landed.UNDECIDED


class DuckdbWriteSession:
    """One connection with one transaction."""

    dialect = "duckdb"
    rolls_back_schema = True
    returns_rows = True
    lock_clause = ""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, turn: WritingTurn, seconds: float
    ) -> None:
        self._connection = connection
        self._turn = turn
        self._began = False
        # The engine has no limit of its own that a locked configuration could hold.
        self._timer = threading.Timer(seconds, connection.interrupt)
        self._timer.daemon = True
        self._timer.start()

    def begin(self, *, writes_schema: bool) -> None:  # noqa: ARG002  the port has it
        self._connection.execute("BEGIN TRANSACTION")
        self._began = True

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        return self.returned(sql)[0]

    def returned(self, sql: str) -> tuple[list[tuple[object, ...]], int]:
        result = self._connection.execute(sql)
        return first_rows(one for one in iter(result.fetchone, None))

    def run(self, sql: str) -> int:
        counted = self._connection.execute(sql).fetchall()
        if "RETURNING" in sql.upper() and len(counted) != 1:
            return len(counted)
        first = counted[0][0] if counted and counted[0] else 0
        return int(first) if isinstance(first, int) else len(counted)

    def quoted(self, name: str) -> str:
        return quoted_identifier(name, "duckdb")

    def exact(self, column: LiveColumn, expression: str) -> str:
        if column.name == "rowid":
            return expression
        return f"left(CAST({expression} AS VARCHAR), {MOST_OF_CELL + 1})"

    def literal(self, column: LiveColumn, raw: object) -> str:
        return cast_literal(column, raw)

    def cell(self, column: LiveColumn, raw: object) -> Cell:
        return text_cell(column, raw)

    def handle(self, table: LiveTable) -> tuple[str, ...]:  # noqa: ARG002  the port has it
        return ("rowid",)

    def table(self, name: TableName) -> LiveTable | None:
        return read_table(self.rows, name)

    def hindrance(self, table: LiveTable, event: str) -> str:  # noqa: ARG002  the port has it
        return ""

    def locked(self) -> Sequence[str]:
        return ("While it runs, questions about this database wait.",)

    def mark(self) -> str:
        return ""

    def commit(self) -> None:
        self._timer.cancel()
        self._connection.execute("COMMIT")
        self._began = False

    def rollback(self) -> None:
        self._timer.cancel()
        if self._began:
            self._began = False
            self._connection.execute("ROLLBACK")

    def close(self) -> None:
        self._timer.cancel()
        with contextlib.suppress(duckdb.Error):
            self._connection.close()
        self._turn.end()

    def cancel(self) -> None:
        self._connection.interrupt()

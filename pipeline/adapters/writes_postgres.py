"""PostgreSQL for approved writes: one transaction with limits, which can be asked about later."""

import contextlib
from collections.abc import Generator, Sequence
from typing import Any, cast

import psycopg

from knowledge.database_url import DatabaseUrl
from knowledge.sql_text import quoted_identifier
from pipeline.adapters.live_postgres import read_table
from pipeline.adapters.writes_rows import MOST_OF_CELL, first_rows
from pipeline.adapters.writes_threads import Problem, Trouble
from pipeline.result import Cell
from pipeline.warehouse import WarehouseDown
from pipeline.writes.execution.refusals import BUSY, NARROW, SLOW, WAIT, sentence_for
from pipeline.writes.live import LiveColumn, LiveTable, TableName
from pipeline.writes.rows.exact_text import cast_literal, text_cell
from pipeline.writes.values import Landed

_CONNECT_SECONDS = 10
_LOCK_SECONDS = 5
_IDLE_SECONDS = 30
_BUSY = (
    psycopg.errors.LockNotAvailable,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
)
_LANDED = {"committed": Landed.COMMITTED, "aborted": Landed.ABORTED}
_LOST_STATES = ("08", "57P")
_LOCKS = """
SELECT c.relname, l.mode FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE l.pid = pg_backend_pid() AND l.granted AND c.relkind IN ('r', 'p')
  AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' ORDER BY 1
"""
# From the strongest to the weakest, as far as others notice them.
_HELD = (
    ("AccessExclusiveLock", "While it runs, nobody else can read or change {}."),
    ("ExclusiveLock", "While it runs, nobody else can change {}."),
    ("ShareRowExclusiveLock", "While it runs, nobody else can change {}."),
    ("ShareLock", "While it runs, nobody else can change {}."),
    ("RowExclusiveLock", "While it runs, nobody else can change these rows of {}."),
)


class PostgresWrites:
    """One PostgreSQL database."""

    dialect = "postgres"

    def __init__(self, url: DatabaseUrl) -> None:
        self._dsn = url.url.replace("postgresql+psycopg:", "postgresql:", 1)
        self.shown = url.shown

    def open(self, seconds: float) -> "PostgresWriteSession":
        try:
            return PostgresWriteSession(self._connected(), seconds)
        except psycopg.Error as error:
            raise WarehouseDown(self.shown, str(error).strip().splitlines()[0]) from error

    def problem(self, error: Exception) -> Problem | None:
        if not isinstance(error, psycopg.Error):
            return None
        state = error.sqlstate or ""
        if isinstance(error, _BUSY):
            return Problem(reason=BUSY, next_step=WAIT)
        if isinstance(error, psycopg.errors.QueryCanceled):
            return Problem(reason=SLOW, next_step=NARROW)
        if isinstance(error, psycopg.OperationalError) and (
            not state or state.startswith(_LOST_STATES)
        ):
            reason = "The connection to the database was lost."
            return Problem(reason=reason, next_step=WAIT, trouble=Trouble.LOST)
        if isinstance(error, psycopg.errors.RaiseException):
            said = error.diag.message_primary or ""
            return Problem(reason=f"A trigger or rule of the database refused it: {said}")
        # Its detail quotes whole rows: it may only help to find the sentence.
        detail = " ".join(filter(None, (error.diag.message_detail, str(error))))
        plain = error.diag.message_primary or str(error).partition("\n")[0]
        return Problem(reason=sentence_for(detail, otherwise=plain))

    def landed(self, mark: str) -> Landed:
        if not mark.isdigit():
            return Landed.UNDECIDED
        with self._connected() as connection:
            row = connection.execute("SELECT pg_xact_status(%s::xid8)", (mark,)).fetchone()
        return _LANDED.get(str(row[0]), Landed.UNDECIDED) if row else Landed.UNDECIDED

    def _connected(self) -> "psycopg.Connection[Any]":
        return psycopg.connect(
            self._dsn,
            connect_timeout=_CONNECT_SECONDS,
            application_name="countersign-write",
            autocommit=True,
        )


class PostgresWriteSession:
    """One connection with one transaction."""

    dialect = "postgres"
    rolls_back_schema = True
    returns_rows = True
    lock_clause = " FOR UPDATE"

    def __init__(self, connection: psycopg.Connection[Any], seconds: float) -> None:
        self._connection = connection
        self._began = False
        milliseconds = max(int(seconds * 1000), 1)
        connection.execute(
            f"SET statement_timeout = {milliseconds}; "
            f"SET lock_timeout = {min(milliseconds // 2, _LOCK_SECONDS * 1000)}; "
            f"SET idle_in_transaction_session_timeout = {milliseconds + _IDLE_SECONDS * 1000}; "
            "SET standard_conforming_strings = on; SET extra_float_digits = 1; "
            "SET bytea_output = 'hex'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'"
        )

    def begin(self, *, writes_schema: bool) -> None:  # noqa: ARG002  the port has it
        self._connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE")
        self._began = True

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        return self.returned(sql)[0]

    def returned(self, sql: str) -> tuple[list[tuple[object, ...]], int]:
        # A row at a time: a result as a whole would be in memory before anybody sees its size.
        rows = self._connection.cursor().stream(sql.encode())
        # The connection is free for the rollback only when nobody reads from it any more.
        with contextlib.closing(cast("Generator[tuple[object, ...]]", rows)) as rows_read:
            return first_rows(rows_read)

    def run(self, sql: str) -> int:
        # The extended protocol takes one statement only.
        cursor = self._connection.cursor(binary=True)
        return max(cursor.execute(sql.encode(), prepare=True).rowcount, 0)

    def quoted(self, name: str) -> str:
        return quoted_identifier(name, "postgres")

    def exact(self, column: LiveColumn, expression: str) -> str:  # noqa: ARG002  the port has it
        return f"left(({expression})::text, {MOST_OF_CELL + 1})"

    def literal(self, column: LiveColumn, raw: object) -> str:
        return cast_literal(column, raw)

    def cell(self, column: LiveColumn, raw: object) -> Cell:
        return text_cell(column, raw)

    def handle(self, table: LiveTable) -> tuple[str, ...]:
        # Rows of two partitions may have the same ctid.
        return table.key or ("tableoid", "ctid")

    def table(self, name: TableName) -> LiveTable | None:
        return read_table(self.rows, name)

    def hindrance(self, table: LiveTable, event: str) -> str:  # noqa: ARG002  the port has it
        if "\nrules True" in table.definition:
            return f"{table.name} turns changes into other statements by rules"
        return ""

    def locked(self) -> Sequence[str]:
        held: dict[str, set[str]] = {}
        for table, mode in self.rows(_LOCKS):
            held.setdefault(str(table), set()).add(str(mode))
        found = []
        for table, modes in held.items():
            sentence = next((words for mode, words in _HELD if mode in modes), "")
            found += [sentence.format(table)] if sentence else []
        return found

    def mark(self) -> str:
        return str(self.rows("SELECT pg_current_xact_id()::text")[0][0])

    def commit(self) -> None:
        done = self._connection.execute("COMMIT").statusmessage
        if done != "COMMIT":
            raise psycopg.errors.TransactionRollback("the transaction was rolled back")  # noqa: EM101
        self._began = False

    def rollback(self) -> None:
        if self._began and not self._connection.closed:
            self._connection.execute("ROLLBACK")
        self._began = False

    def close(self) -> None:
        self._connection.close()

    def cancel(self) -> None:
        self._connection.cancel_safe(timeout=_CONNECT_SECONDS)

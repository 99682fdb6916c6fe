"""MySQL and MariaDB for approved writes: rows in a transaction; the schema commits by itself."""

from collections.abc import Sequence
from typing import Any

import pymysql
from pymysql.constants import CLIENT
from pymysql.cursors import SSCursor

from knowledge.catalog import Kind
from knowledge.database_url import DatabaseUrl
from knowledge.sql_text import quoted_identifier
from pipeline.adapters.live_mysql import read_table, without_rollback
from pipeline.adapters.mysql_options import options_of
from pipeline.adapters.writes_rows import MOST_OF_CELL, first_rows
from pipeline.adapters.writes_threads import Problem, Trouble
from pipeline.result import Cell
from pipeline.warehouse import WarehouseDown, as_cell
from pipeline.writes.execution.refusals import BUSY, NARROW, SLOW, WAIT, sentence_for
from pipeline.writes.live import LiveColumn, LiveTable, TableName
from pipeline.writes.rows.exact_text import text_cell
from pipeline.writes.values import Landed

_CONNECT_SECONDS = 10
_LOCK_SECONDS = 5
_TOO_SLOW = frozenset({1969, 3024, 1317, 1028})
_BUSY = frozenset({1205, 1213, 3572})
_LOST = frozenset({2003, 2006, 2013, 2055, 1927, 1053})
_SIGNALLED = 1644
_FLOATS = ("float", "double")


class MysqlWrites:
    """One MySQL or MariaDB database."""

    dialect = "mysql"

    def __init__(self, url: DatabaseUrl) -> None:
        self.shown = url.shown
        # An UPDATE's count is then that of the rows it found, as everywhere else.
        self._options = options_of(url) | {"client_flag": CLIENT.FOUND_ROWS}

    def open(self, seconds: float) -> "MysqlWriteSession":
        try:
            return MysqlWriteSession(self._connected(seconds), self, seconds)
        except pymysql.Error as error:
            raise WarehouseDown(self.shown, str(error.args[-1])) from error

    def kill(self, thread: int) -> None:
        """Ends what that connection runs."""
        with self._connected(_CONNECT_SECONDS) as connection, connection.cursor() as cursor:
            cursor.execute("KILL QUERY %s", (thread,))

    def problem(self, error: Exception) -> Problem | None:
        if isinstance(error, pymysql.err.InterfaceError):
            return _lost()
        if not isinstance(error, pymysql.Error):
            return None
        code = error.args[0] if error.args else 0
        said = str(error.args[-1]) if error.args else ""
        if code in _BUSY:
            return Problem(reason=BUSY, next_step=WAIT)
        if code in _TOO_SLOW:
            return Problem(reason=SLOW, next_step=NARROW)
        if code == _SIGNALLED:
            return Problem(reason=f"A trigger or rule of the database refused it: {said}")
        return _lost() if code in _LOST else Problem(reason=sentence_for(said))

    def landed(self, mark: str) -> Landed:  # noqa: ARG002  the port has it
        return Landed.UNDECIDED

    def _connected(self, seconds: float) -> "pymysql.Connection[Any]":
        return pymysql.connect(**self._options, read_timeout=int(seconds) + _CONNECT_SECONDS)


class MysqlWriteSession:
    """One connection with one transaction."""

    dialect = "mysql"
    rolls_back_schema = False
    lock_clause = " FOR UPDATE"

    def __init__(
        self, connection: "pymysql.Connection[Any]", engine: MysqlWrites, seconds: float
    ) -> None:
        self._connection = connection
        self._engine = engine
        self._thread = int(connection.thread_id())  # type: ignore[no-untyped-call]
        version = str(self.rows("SELECT VERSION()")[0][0]).lower()
        self.returns_rows = "mariadb" in version
        wait = max(1, min(int(seconds / 2), _LOCK_SECONDS))
        limit = f"max_statement_time = {seconds:.3f}, " if self.returns_rows else ""
        self.run(
            f"SET SESSION {limit}lock_wait_timeout = {wait}, innodb_lock_wait_timeout = {wait}, "
            # How text is read, and what does not fit, must not depend on the server.
            "sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO'"
        )
        self.run("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED")

    def begin(self, *, writes_schema: bool) -> None:
        if not writes_schema:
            self.run("START TRANSACTION READ WRITE")

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        return self.returned(sql)[0]

    def returned(self, sql: str) -> tuple[list[tuple[object, ...]], int]:
        with self._connection.cursor(SSCursor) as cursor:
            cursor.execute(sql)
            return first_rows(iter(cursor.fetchone, None))

    def run(self, sql: str) -> int:
        with self._connection.cursor() as cursor:
            return max(int(cursor.execute(sql)), 0)

    def quoted(self, name: str) -> str:
        return quoted_identifier(name, "mysql")

    def exact(self, column: LiveColumn, expression: str) -> str:
        if column.binary:
            return f"LEFT(HEX({expression}), {MOST_OF_CELL + 1})"
        if column.type.startswith(_FLOATS):
            return f"CAST({expression} AS DOUBLE)"
        if column.kind is Kind.INTEGER:
            return expression
        return f"LEFT(CAST({expression} AS CHAR), {MOST_OF_CELL + 1})"

    def literal(self, column: LiveColumn, raw: object) -> str:
        if raw is None:
            return "NULL"
        if column.binary:
            return f"X'{raw}'" if raw else "''"
        if isinstance(raw, int | float):
            return repr(raw)
        if column.kind is Kind.NUMBER:
            return str(raw)
        text = str(raw).replace("\\", "\\\\").replace("'", "''").replace("\0", "\\0")
        return f"'{text}'"

    def cell(self, column: LiveColumn, raw: object) -> Cell:
        if column.binary and raw is not None:
            return f"0x{str(raw)[:64].lower()}"
        return text_cell(column, raw) if isinstance(raw, str) else as_cell(raw)

    def handle(self, table: LiveTable) -> tuple[str, ...]:
        return table.key

    def table(self, name: TableName) -> LiveTable | None:
        return read_table(self.rows, name)

    def hindrance(self, table: LiveTable, event: str) -> str:
        return without_rollback(self.rows, table, event)

    def locked(self) -> Sequence[str]:
        return ("While it runs, nobody else can change these rows.",)

    def mark(self) -> str:
        return ""

    def commit(self) -> None:
        self._connection.commit()

    def rollback(self) -> None:
        if self._connection.open:
            self._connection.rollback()

    def close(self) -> None:
        self._connection.close()

    def cancel(self) -> None:
        self._engine.kill(self._thread)


def _lost() -> Problem:
    reason = "The connection to the database was lost."
    return Problem(reason=reason, next_step=WAIT, trouble=Trouble.LOST)

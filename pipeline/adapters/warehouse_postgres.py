"""PostgreSQL, one read-only transaction a query, through a cursor that takes one SELECT only."""

import re
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.adapt import Transformer
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import Format
from psycopg.raw_cursor import RawServerCursor

from knowledge.database_url import DatabaseUrl
from pipeline.adapters.driver_errors import refused
from pipeline.adapters.warehouse_rows import CELL_CAP
from pipeline.adapters.warehouse_sessions import Read, rows_of
from pipeline.warehouse import Plan, QueryFailed, QueryTimedOut, Rows, WarehouseDown, WarehouseError

_CONNECT_SECONDS = 10
_LOCK_SECONDS = 5
_CURSOR = "countersign"
# More bytes than any text has that a cell may hold, so that whoever caps the cells cuts it.
_LONGEST = 4 * (CELL_CAP + 1)
_BYTEA = 17
# For roles that may too much: they could take powers back, or reach files and other servers.
_NEVER = re.compile(
    r"set_config|U&[\"']|pg_read_(binary_)?file|pg_ls_\w+|pg_stat_file|lo_(import|export)|dblink\w*",
    re.IGNORECASE,
)
_WRITABLE = """
SELECT count(*) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
"""
_IDENTITY = """
SELECT rolsuper, rolname, pg_has_role(session_user, 'pg_read_server_files', 'member'),
       EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'pg_read_all_data')
FROM pg_roles WHERE rolname = session_user
"""


class PostgresEngine:
    """One PostgreSQL database."""

    dialect = "postgres"

    def __init__(self, url: DatabaseUrl) -> None:
        self._dsn = url.url.replace("postgresql+psycopg:", "postgresql:", 1)
        self.shown = url.shown
        # Those of the URL, such as a search path, hold beside ours.
        self._options = str(conninfo_to_dict(self._dsn).get("options") or "")

    def open(self, seconds: float) -> "PostgresSession":
        try:
            return PostgresSession(self._connected(), seconds)
        except psycopg.Error as error:
            raise WarehouseDown(self.shown, str(error).strip().splitlines()[0]) from error

    def _connected(self) -> "psycopg.Connection[Any]":
        try:
            return self._connect("-c default_transaction_read_only=on")
        except psycopg.OperationalError as error:
            # A pooler between us and the server takes no options; the transaction has them too.
            if "startup parameter" not in str(error):
                raise
            return self._connect("")

    def _connect(self, options: str) -> "psycopg.Connection[Any]":
        return psycopg.connect(
            self._dsn,
            connect_timeout=_CONNECT_SECONDS,
            application_name="countersign",
            options=f"{self._options} {options}".strip() or None,
        )

    def translated(self, error: Exception) -> WarehouseError | None:
        if isinstance(error, psycopg.errors.QueryCanceled):
            return QueryTimedOut(0)
        if isinstance(error, psycopg.Error) and "out of memory" in str(error):
            return refused(str(error))
        if isinstance(error, psycopg.OperationalError) and _is_down(error.sqlstate):
            return WarehouseDown(self.shown, str(error).strip().splitlines()[0])
        if isinstance(error, psycopg.Error):
            return refused(f"{error.sqlstate} {error}")
        return None

    def problems(self) -> Sequence[str]:
        with psycopg.connect(self._dsn, connect_timeout=_CONNECT_SECONDS) as connection:
            connection.read_only = True
            row = connection.execute(_IDENTITY).fetchone()
            superuser, role, files, _ = row or (True, "?", True, False)
            writable = (connection.execute(_WRITABLE).fetchone() or (0,))[0]
        if superuser or files:
            return [
                f"{self.shown}: the role {role} may read the server's files. Use a role of its own "
                "with SELECT on what people may ask about, and nothing else."
            ]
        if writable:
            return [
                f"{self.shown}: the role {role} may change {writable} tables. The connection is "
                "read-only anyway; give the role SELECT only."
            ]
        return []


class PostgresSession:
    """One hardened connection."""

    def __init__(self, connection: psycopg.Connection[Any], seconds: float) -> None:
        self._connection = connection
        self._cursors: list[RawServerCursor[Any]] = []
        connection.read_only = True
        connection.execute(_settings(seconds).encode())
        _without_superpowers(connection)

    def rows(self, read: Read) -> Rows:
        return rows_of(self, read)

    def execute(self, sql: str, parameters: Sequence[object]) -> "PostgresCursor":
        refused_word = _NEVER.search(sql)
        if refused_word:
            message = f"The read-only connection does not send {refused_word.group()}."
            raise QueryFailed(message)
        # DECLARE over the extended protocol: no second statement, no SELECT INTO, no writing WITH.
        cursor: RawServerCursor[Any] = RawServerCursor(self._connection, _CURSOR)
        self._cursors.append(cursor)
        cursor.execute(sql.encode(), list(parameters) or None)
        names = [str(column.name) for column in cursor.description or ()]
        return PostgresCursor(self._connection, names)

    def explain(self, sql: str) -> Plan:
        # A cursor takes one plain SELECT only, and declaring it does not run it yet.
        self.execute(sql, ())
        text = f"EXPLAIN (FORMAT JSON) {sql}".encode()
        row = self._connection.cursor(binary=True).execute(text, prepare=True).fetchone()
        plan = row[0][0]["Plan"] if row else {}
        return Plan(
            text=_lines(plan),
            rows=float(plan.get("Plan Rows", 0)),
            cost=float(plan.get("Total Cost", 0)),
        )

    def cancel(self) -> None:
        self._connection.cancel_safe(timeout=5)

    def close(self) -> None:
        self._connection.close()
        for cursor in self._cursors:
            cursor.close()


class PostgresCursor:
    """An open result. A value larger than a cell may be is cut before it is decoded."""

    def __init__(self, connection: "psycopg.Connection[Any]", names: Sequence[str]) -> None:
        self._connection = connection
        self.names = names
        self._one_at_a_time = False

    def fetch(self, count: int) -> Sequence[Sequence[object]]:
        wanted = 1 if self._one_at_a_time else count
        cursor = self._connection.execute(f"FETCH FORWARD {wanted} FROM {_CURSOR}".encode())
        result = cursor.pgresult
        if result is None:
            return []
        places = range(result.nfields)
        rows = [[result.get_value(row, at) for at in places] for row in range(result.ntuples)]
        if not any(len(value or b"") > _LONGEST for row in rows for value in row):
            return cursor.fetchall()
        self._one_at_a_time = True
        types = [result.ftype(at) for at in places]
        return [list(map(self._decoded, row, types)) for row in rows]

    def _decoded(self, value: bytes | None, type_: int) -> object:
        """The value; the beginning of its text where it is too large, whatever its type is."""
        if value is None:
            return None
        if len(value) <= _LONGEST:
            transformer = Transformer.from_context(self._connection)
            return transformer.get_loader(type_, Format.TEXT).load(value)
        if type_ == _BYTEA:
            return bytes.fromhex(value[2:_LONGEST].decode("ascii"))
        return value[:_LONGEST].decode("utf-8", "ignore")


def _settings(seconds: float) -> str:
    """The limits of one transaction; all rows are wanted, not the first few."""
    milliseconds = max(int(seconds * 1000), 1)
    settings = {
        "statement_timeout": milliseconds,
        "lock_timeout": min(milliseconds, _LOCK_SECONDS * 1000),
        "idle_in_transaction_session_timeout": milliseconds + 10_000,
        "standard_conforming_strings": "on",
        "cursor_tuple_fraction": 1.0,
        "jit": "off",
        "bytea_output": "hex",
        # What a moment without a zone means must not depend on the server.
        "timezone": "'UTC'",
    }
    return "; ".join(f"SET LOCAL {name} = {value}" for name, value in settings.items())


def _without_superpowers(connection: psycopg.Connection[Any]) -> None:
    """A superuser may read files and run programs; what remains may read every table."""
    row = connection.execute(_IDENTITY).fetchone()
    if row and row[0] and row[3]:
        connection.execute("SET LOCAL ROLE pg_read_all_data")


def _is_down(code: str | None) -> bool:
    """Connection lost (08), no more connections (53), server stopping (57P)."""
    return code is None or code.startswith(("08", "533", "57P"))


def _lines(plan: dict[str, Any], depth: int = 0) -> str:
    what = " ".join(str(plan[key]) for key in ("Node Type", "Relation Name") if key in plan)
    inner = [_lines(part, depth + 1) for part in plan.get("Plans", ())]
    return "\n".join([f"{'  ' * depth}{what} (about {plan.get('Plan Rows', '?')} rows)", *inner])

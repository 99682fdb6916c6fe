"""MySQL and MariaDB: a gate on the text, then a read-only transaction with a time limit."""

import contextlib
import re
from collections.abc import Sequence
from typing import Any

import pymysql
import pymysql.cursors
import sqlglot

from knowledge.database_url import DatabaseUrl
from pipeline.adapters.driver_errors import refused
from pipeline.adapters.mysql_options import options_of
from pipeline.adapters.mysql_text import forbidden
from pipeline.adapters.warehouse_sessions import Read, rows_of
from pipeline.warehouse import Plan, QueryFailed, QueryTimedOut, Rows, WarehouseDown, WarehouseError

_CONNECT_SECONDS = 10
_LOCK_SECONDS = 5
_TOO_SLOW = {1969, 3024, 1317, 1028}
_GONE = {2003, 2006, 2013, 2055, 1040, 1045, 1049, 1044, 1698}
_CHANGES = re.compile(
    r"\b(ALL PRIVILEGES|FILE|SUPER|INSERT|UPDATE|DELETE|DROP|ALTER|CREATE|EXECUTE)\b"
)


class MysqlEngine:
    """One MySQL or MariaDB database."""

    dialect = "mysql"

    def __init__(self, url: DatabaseUrl) -> None:
        self.shown = url.shown
        self._options = options_of(url)

    def open(self, seconds: float) -> "MysqlSession":
        try:
            connection = self._connected(seconds)
            _harden(connection, seconds)
        except pymysql.Error as error:
            raise WarehouseDown(self.shown, str(error.args[-1])) from error
        return MysqlSession(connection, self)

    def kill(self, thread: int) -> None:
        """Ends what that connection runs."""
        with (
            contextlib.suppress(pymysql.Error),
            self._connected(_CONNECT_SECONDS) as connection,
            connection.cursor() as cursor,
        ):
            cursor.execute("KILL QUERY %s", (thread,))

    def translated(self, error: Exception) -> WarehouseError | None:
        if not isinstance(error, pymysql.Error):
            return None
        code = error.args[0] if error.args else 0
        if code in _TOO_SLOW:
            return QueryTimedOut(0)
        if code in _GONE:
            return WarehouseDown(self.shown, str(error.args[-1]))
        return refused(" ".join(str(part) for part in error.args))

    def problems(self) -> Sequence[str]:
        with self._connected(_CONNECT_SECONDS) as connection, connection.cursor() as cursor:
            cursor.execute("SHOW GRANTS")
            grants = [str(row[0]) for row in cursor.fetchall()]
        named = {found for grant in grants for found in _CHANGES.findall(grant.split(" ON ")[0])}
        if not named:
            return []
        return [
            f"{self.shown}: the user has {', '.join(sorted(named))}. Queries are held to reading "
            "anyway; give the user SELECT on this database only, and no FILE."
        ]

    def _connected(self, seconds: float) -> "pymysql.Connection[Any]":
        return pymysql.connect(
            **self._options,
            read_timeout=int(seconds) + _CONNECT_SECONDS,
            cursorclass=pymysql.cursors.SSCursor,
        )


class MysqlSession:
    """One hardened connection."""

    def __init__(self, connection: "pymysql.Connection[Any]", engine: MysqlEngine) -> None:
        self._connection = connection
        self._engine = engine
        self._thread = int(connection.thread_id())  # type: ignore[no-untyped-call]

    def rows(self, read: Read) -> Rows:
        return rows_of(self, read)

    def execute(self, sql: str, parameters: Sequence[object]) -> "MysqlCursor":
        _require_allowed(sql)
        cursor = self._connection.cursor()
        cursor.execute(_bound(self._connection, sql, parameters) if parameters else sql)
        return MysqlCursor(cursor)

    def explain(self, sql: str) -> Plan:
        _require_allowed(sql)
        cursor = self._connection.cursor(pymysql.cursors.DictCursor)
        cursor.execute(f"EXPLAIN {sql}")
        steps = list(cursor.fetchall())
        text = "\n".join(
            f"{step['select_type']} {step['table']} ({step['type']})" for step in steps
        )
        return Plan(text=text, rows=max((float(step["rows"] or 0) for step in steps), default=0.0))

    def cancel(self) -> None:
        self._engine.kill(self._thread)

    def close(self) -> None:
        self._connection.close()


class MysqlCursor:
    """An open result."""

    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor
        self.names = [str(column[0]) for column in cursor.description or ()]

    def fetch(self, count: int) -> Sequence[Sequence[object]]:
        return list(self._cursor.fetchmany(count))


def _require_allowed(sql: str) -> None:
    why = forbidden(sql)
    if why:
        message = f"The read-only connection does not send this: {why}."
        raise QueryFailed(message)


def _harden(connection: "pymysql.Connection[Any]", seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT VERSION()")
        row = cursor.fetchone()
        cursor.fetchall()
        mariadb = "mariadb" in str(row).lower()
        limit = (
            f"max_statement_time = {seconds:.3f}"
            if mariadb
            else f"max_execution_time = {max(int(seconds * 1000), 1)}"
        )
        for statement in (
            f"SET SESSION {limit}, lock_wait_timeout = {_LOCK_SECONDS}",
            # How text is read must not depend on the server: the gate reads it this way.
            "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'",
            # What a moment means must not depend on the server.
            "SET SESSION time_zone = '+00:00'",
            "SET SESSION TRANSACTION READ ONLY",
            "START TRANSACTION READ ONLY",
        ):
            cursor.execute(statement)


def _bound(connection: "pymysql.Connection[Any]", sql: str, parameters: Sequence[object]) -> str:
    """The statement with each `?` that is a token of its own replaced by a quoted value."""
    tokens = sqlglot.tokenize(sql, read="mysql")
    places = [token for token in tokens if token.token_type.name == "PLACEHOLDER"]
    if len(places) != len(parameters):
        message = f"The statement has {len(places)} placeholders for {len(parameters)} values."
        raise QueryFailed(message)
    cursor = connection.cursor()
    for token, value in reversed(list(zip(places, parameters, strict=True))):
        quoted = cursor.mogrify("%s", (value,))
        sql = f"{sql[: token.start]}{quoted}{sql[token.end + 1 :]}"
    return sql

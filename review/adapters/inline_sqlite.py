"""SQLite called where it is awaited, instead of handing every call to a thread and back.

A statement on the ledger takes some microseconds, and a commit in WAL mode waits for no disk: a
thread costs more than the work, several hundred times in a run, and most of all on a busy machine.
"""

import sqlite3
from typing import Any

from sqlalchemy import Pool
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import ConnectArgsType, DBAPICursor, ExecutionContext
from sqlalchemy.pool import AsyncAdaptedQueuePool
from sqlalchemy.util import await_only
from typing_extensions import override

DRIVER = "sqlite+inline"


class InlineCursor(sqlite3.Cursor):
    """A cursor as SQLAlchemy's asynchronous results expect it."""

    async def _async_soft_close(self) -> None:
        """Rows are read where they are needed: there is nothing to close ahead of that."""


class InlineConnection(sqlite3.Connection):
    """A connection that makes such cursors."""

    @override
    def cursor(self, factory: Any = InlineCursor) -> Any:
        return super().cursor(factory)


class InlineSqlite(SQLiteDialect_pysqlite):
    """Python's own driver behind SQLAlchemy's asynchronous engine."""

    driver = "inline"
    is_async = True
    supports_statement_cache = True

    @classmethod
    @override
    def get_pool_class(cls, url: URL) -> type[Pool]:
        return AsyncAdaptedQueuePool

    @override
    def create_connect_args(self, url: URL) -> ConnectArgsType:
        arguments, options = super().create_connect_args(url)
        return arguments, {**options, "factory": InlineConnection}

    @override
    def do_execute(
        self,
        cursor: DBAPICursor,
        statement: str,
        parameters: Any,
        context: ExecutionContext | None = None,
    ) -> None:
        # SQLAlchemy wants to see that something was awaited; nothing needs to be.
        await_only(_nothing())
        cursor.execute(statement, parameters)

    @override
    def do_executemany(
        self,
        cursor: DBAPICursor,
        statement: str,
        parameters: Any,
        context: ExecutionContext | None = None,
    ) -> None:
        await_only(_nothing())
        cursor.executemany(statement, parameters)


async def _nothing() -> None:
    """Awaited without a pause."""


registry.register("sqlite.inline", __name__, "InlineSqlite")

"""Connections to the ledger's database: URLs, pools, and SQLite's settings."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from review.adapters.inline_sqlite import DRIVER

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

_DRIVERS = {
    "sqlite": DRIVER,
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=NORMAL",
    "PRAGMA busy_timeout=2000",
    "PRAGMA foreign_keys=ON",
    # The log is moved beside the event loop, long before it has so many pages.
    "PRAGMA wal_autocheckpoint=20000",
)


class Engines:
    """Engines over a ledger's database, each made when first asked for: a start needs none."""

    def __init__(
        self,
        url: URL,
        writer: Callable[[], "AsyncEngine"],
        reader: Callable[[], "AsyncEngine"] | None = None,
    ) -> None:
        self.url = url
        self._make_writer = writer
        self._make_reader = reader

    @cached_property
    def writer(self) -> "AsyncEngine":
        return self._make_writer()

    @cached_property
    def reader(self) -> "AsyncEngine":
        return self.writer if self._make_reader is None else self._make_reader()

    async def dispose(self) -> None:
        for name in ("writer", "reader"):
            if name in vars(self):
                await vars(self)[name].dispose()


def with_async_driver(url: str) -> URL:
    """The URL with the driver that the ledger uses."""
    parsed = make_url(url)
    return parsed.set(drivername=_DRIVERS.get(parsed.drivername, parsed.drivername))


def sqlite_file(url: URL) -> Path | None:
    """The file of a SQLite URL; None for one in memory and for other databases."""
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        return None
    return Path(str(url.database))


def sqlite_engine(url: URL, *, connections: int, writes: bool) -> "AsyncEngine":
    """SQLite in WAL. A writer begins at once, so that it never fails half way for a lock."""
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine(
        url,
        poolclass=AsyncAdaptedQueuePool,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=60,
    )
    event.listen(engine.sync_engine, "connect", _prepare)
    if writes:
        event.listen(engine.sync_engine, "begin", _begin_immediate)
    return engine


def postgres_engine(url: URL, *, connections: int) -> "AsyncEngine":
    """PostgreSQL over psycopg; a connection that died is replaced before it is used."""
    # It brings an object mapper along, which takes longer to load than the ledger to open.
    from sqlalchemy.ext.asyncio import create_async_engine

    return create_async_engine(
        url, pool_size=connections, max_overflow=0, pool_pre_ping=True, pool_timeout=30
    )


def _prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    # The driver would begin transactions by itself, and late: take that over.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin_immediate(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")

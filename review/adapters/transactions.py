"""Transactions and looks, straight on the databases' own drivers."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Protocol, cast

from review.adapters.bell import Bell
from review.adapters.connections import Engines, sqlite_file
from review.adapters.sqlite_log import SqliteLog
from review.adapters.statements import SqliteStatements, Statements

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine


class Transactions(Protocol):
    """The ways into a database. Raise StaleError, LedgerUnavailableError, the driver's errors."""

    def transaction(self, *, ahead: bool = False) -> AbstractAsyncContextManager[Statements]:
        """All of it is kept, or nothing; `ahead` of the disk, where `settled` waits for it."""
        ...

    def look(self) -> AbstractAsyncContextManager[Statements]:
        """Nothing is written."""
        ...

    async def settled(self) -> None:
        """Wait until what was kept ahead of the disk is as safe as any other commit."""
        ...

    async def flush(self) -> None:
        """Let what was kept outlast a power cut."""
        ...

    async def close(self) -> None: ...


class SqliteTransactions:
    """The Transactions port over Python's own driver, on the connections of the engines' pools."""

    def __init__(self, engines: Engines, bell: Bell) -> None:
        self._engines = engines
        self._log, self._bell = SqliteLog(sqlite_file(engines.url)), bell

    @asynccontextmanager
    async def transaction(self, *, ahead: bool = False) -> AsyncIterator[Statements]:
        del ahead  # No commit waits for the disk.
        async with _driver(self._engines.writer) as driver:
            driver.execute("BEGIN IMMEDIATE")
            try:
                yield SqliteStatements(driver)
                driver.commit()
            except BaseException:
                driver.rollback()
                raise
        self._log.committed()
        self._bell.ring()

    @asynccontextmanager
    async def look(self) -> AsyncIterator[Statements]:
        async with _driver(self._engines.reader) as driver:
            yield SqliteStatements(driver)

    async def settled(self) -> None:
        """It is as safe as any commit here."""

    async def flush(self) -> None:
        """SQLite writes its log to disk, as servers have."""
        await self._log.flush()

    async def close(self) -> None:
        """Close what is ours; the engines close their connections themselves."""
        self._bell.close()
        await self._log.close()


@asynccontextmanager
async def _driver(engine: "AsyncEngine") -> AsyncIterator[sqlite3.Connection]:
    """SQLite's own connection, from the pool that keeps writers one after the other."""
    # Nothing here waits for anything, so that others would never get their turn.
    await asyncio.sleep(0)
    pooled = await engine.raw_connection()
    try:
        yield cast("sqlite3.Connection", pooled.driver_connection)
    finally:
        pooled.close()

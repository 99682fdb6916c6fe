"""Transactions and looks, on the engine's connections."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from sqlalchemy.ext.asyncio import AsyncEngine

from review.adapters.statements import SqliteStatements, Statements


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[Statements]:
    """All of it is kept, or nothing."""
    if engine.dialect.name != "sqlite":
        # Only who has a PostgreSQL pays for its driver.
        from review.adapters import postgres

        async with postgres.transaction(engine) as statements:
            yield statements
        return
    async with _driver(engine) as driver:
        driver.execute("BEGIN IMMEDIATE")
        try:
            yield SqliteStatements(driver)
            driver.commit()
        except BaseException:
            driver.rollback()
            raise


@asynccontextmanager
async def look(engine: AsyncEngine) -> AsyncIterator[Statements]:
    """Nothing is written."""
    if engine.dialect.name != "sqlite":
        from review.adapters import postgres

        async with postgres.look(engine) as statements:
            yield statements
        return
    async with _driver(engine) as driver:
        yield SqliteStatements(driver)


async def flush(engine: AsyncEngine) -> None:
    """Let what was kept outlast a power cut: SQLite writes its log to disk, as servers have."""
    if engine.dialect.name == "sqlite":
        async with _driver(engine) as driver:
            driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


@asynccontextmanager
async def _driver(engine: AsyncEngine) -> AsyncIterator[sqlite3.Connection]:
    """SQLite's own connection, from the pool that keeps writers one after the other."""
    # Nothing here waits for anything, so that others would never get their turn.
    await asyncio.sleep(0)
    pooled = await engine.raw_connection()
    try:
        yield cast("sqlite3.Connection", pooled.driver_connection)
    finally:
        pooled.close()

"""A ledger's connections to PostgreSQL, in the driver's own form and without anything around them.

A pool that looks after each connection before and after every use costs more than the statements.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import psycopg
from psycopg.pq import PipelineStatus, TransactionStatus

from review.ledger.errors import LedgerUnavailableError

Driver: TypeAlias = psycopg.AsyncConnection[Any]

# A server that is gone without a word is noticed within ten seconds; else it takes a quarter hour.
LIVING: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "connect_timeout": 10,
        "keepalives_idle": 3,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 9_000,
    }
)
# Whoever waits longer for a connection is told that the ledger is away.
_PATIENCE = 30.0


class Drivers:
    """At most so many connections; the one that was used last is used next."""

    def __init__(self, connect: Callable[[], Awaitable[Driver]], most: int) -> None:
        self._connect = connect
        self._places = asyncio.Semaphore(most)
        self._idle: list[Driver] = []

    async def taken(self) -> Driver:
        """A connection with nothing begun. Raises LedgerUnavailableError, psycopg.Error."""
        await self._place()
        try:
            return self._idle.pop() if self._idle else await self._connect()
        except BaseException:
            self._places.release()
            raise

    async def given_back(self, driver: Driver) -> None:
        """Take it back, without anything that was begun and not kept."""
        try:
            if driver.info.pipeline_status != PipelineStatus.OFF:
                # Somebody stopped waiting in the middle: its answers are still on their way.
                await driver.close()
            elif not driver.closed and driver.info.transaction_status != TransactionStatus.IDLE:
                await driver.rollback()
        except BaseException as error:
            await driver.close()
            if not isinstance(error, psycopg.Error):
                raise
        finally:
            if not driver.closed:
                self._idle.append(driver)
            self._places.release()

    async def close(self) -> None:
        """Close those that nobody has."""
        while self._idle:
            await self._idle.pop().close()

    async def _place(self) -> None:
        try:
            # Most of the time there is one, and a clock costs as much as a statement.
            if self._places.locked():
                async with asyncio.timeout(_PATIENCE):
                    await self._places.acquire()
            else:
                await self._places.acquire()
        except TimeoutError as error:
            reason = "all its connections are in use"
            raise LedgerUnavailableError(reason) from error

"""SQLite's write-ahead log, written to disk beside the event loop.

SQLite by itself moves its log into the database within whichever commit makes it long: then
everybody waits for the disk, ten to thirty milliseconds. A connection of its own, in a thread,
does so while others go on reading and writing.
"""

import asyncio
import os
import sqlite3
from pathlib import Path

import structlog

log = structlog.get_logger()

# Commits until the log is moved: some five pages each. The first commit after a move waits for the
# disk too, so it is not to come often.
_COMMITS = 512
# Another look at the log may be under way. The longest wait for it is a second.
_TRIES = 50
_WAIT = 0.02
_MOVE = "PRAGMA wal_checkpoint(PASSIVE)"


class SqliteLog:
    """Moves the log of a file into it; nothing for a database in memory."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._commits = 0
        self._one = asyncio.Lock()
        self._moving: asyncio.Task[None] | None = None
        self._connection: sqlite3.Connection | None = None

    def committed(self) -> None:
        """Count a commit; after so many the log is moved, and nobody waits for that."""
        self._commits += 1
        if self._file is None or self._commits < _COMMITS or self._moving is not None:
            return
        self._commits = 0
        self._moving = asyncio.create_task(self._moved())

    async def flush(self) -> None:
        """Whatever is committed has reached the disk. Raises sqlite3.Error where it has not."""
        if self._file is None:
            return
        async with self._one:
            for _ in range(_TRIES):
                if await asyncio.to_thread(self._move):
                    return
                await asyncio.sleep(_WAIT)
        reason = "its log could not be written to disk"
        raise sqlite3.OperationalError(reason)

    async def close(self) -> None:
        if self._moving is not None:
            await self._moving
        async with self._one:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    async def _moved(self) -> None:
        try:
            await self.flush()
        except sqlite3.Error as error:
            # Nothing is lost: the log keeps it, and the writer moves it when it is very long.
            log.warning("log_not_moved", reason=str(error))
        finally:
            self._moving = None

    def _move(self) -> bool:
        """In a thread: whether it was our turn."""
        if self._connection is None:
            self._connection = sqlite3.connect(
                str(self._file), isolation_level=None, check_same_thread=False
            )
        ((busy, long, moved),) = self._connection.execute(_MOVE).fetchall()
        if not busy and moved < long:
            # Somebody reads an older state: nothing was moved, and nothing reached the disk.
            self._sync()
        return not busy

    def _sync(self) -> None:
        """The log itself to the disk, as far as it was written."""
        descriptor = os.open(f"{self._file}-wal", os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

"""Who is in the ledger now, so that it is closed behind the last one."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from review.ledger.errors import LedgerUnavailableError

# Whoever is not out by then waits for a database that does not answer.
_PATIENCE = 10.0


class Visits:
    """Counts who is in. A connection that comes back to a disposed pool would never be closed."""

    def __init__(self) -> None:
        self._inside = 0
        self._closed = False
        self._left = asyncio.Event()

    @contextmanager
    def one(self) -> Iterator[None]:
        """Be in. Raises LedgerUnavailableError where it is closed."""
        if self._closed:
            reason = "it is closed"
            raise LedgerUnavailableError(reason)
        self._inside += 1
        try:
            yield
        finally:
            self._inside -= 1
            self._left.set()

    async def end(self) -> None:
        """Let nobody in any more, and wait for those who are."""
        self._closed = True
        try:
            async with asyncio.timeout(_PATIENCE):
                while self._inside:
                    self._left.clear()
                    await self._left.wait()
        except TimeoutError:
            return

"""Reading a catalog again as soon as a change of its schema was written, on any replica."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from review.ledger.errors import LedgerUnavailableError
from review.ledger.schema_changes import SchemaChanges

log = structlog.get_logger()


class CatchingUp:
    """One workspace's catalog, held to the last change that the ledger knows."""

    def __init__(
        self, workspace: str, changes: SchemaChanges, refresh: Callable[[str], Awaitable[None]]
    ) -> None:
        self._workspace = workspace
        self._changes = changes
        self._refresh = refresh
        self._known = ""
        self._turn = asyncio.Lock()

    async def catch_up(self) -> None:
        """Read the catalog again where there was a change since; whoever asks meanwhile waits."""
        if not await self._missed():
            return
        async with self._turn:
            last = await self._missed()
            if last:
                await self._refresh(self._workspace)
                self._known = last

    async def _missed(self) -> str:
        """The last change, where this catalog does not have it yet."""
        try:
            last = await self._changes.last_in(self._workspace)
        except LedgerUnavailableError as error:
            log.warning("schema_changes_unknown", workspace=self._workspace, reason=error.reason)
            return ""
        return "" if last == self._known else last

"""A warehouse that notes whether its database can be reached, for the log and `/readyz`."""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import TypeVar

import structlog

from pipeline.warehouse import (
    BYTE_CAP,
    ROW_CAP,
    Plan,
    Rows,
    Warehouse,
    WarehouseDown,
    WarehouseError,
)

log = structlog.get_logger()

_T = TypeVar("_T")
_PROBE = "SELECT 1"
_PROBE_SECONDS = 3.0


class WatchedWarehouse:
    """The `Warehouse` of a workspace; `problem` is why it could not be reached the last time."""

    def __init__(self, warehouse: Warehouse, workspace: str) -> None:
        self._warehouse = warehouse
        self._workspace = workspace
        self.problem: WarehouseDown | None = None

    @property
    def dialect(self) -> str:
        return self._warehouse.dialect

    async def run(
        self,
        sql: str,
        *,
        parameters: Sequence[object] = (),
        timeout: float = 30.0,  # noqa: ASYNC109 - the server must know the limit too
        row_cap: int = ROW_CAP,
        byte_cap: int = BYTE_CAP,
    ) -> Rows:
        return await self._noted(
            self._warehouse.run(
                sql, parameters=parameters, timeout=timeout, row_cap=row_cap, byte_cap=byte_cap
            )
        )

    async def explain(self, sql: str) -> Plan:
        return await self._noted(self._warehouse.explain(sql))

    async def check(self) -> Sequence[str]:
        return await self._warehouse.check()

    async def close(self) -> None:
        await self._warehouse.close()

    async def probe(self) -> None:
        """Find out whether it answers. A database that is only slow is not away."""
        try:
            await asyncio.wait_for(self.run(_PROBE, timeout=_PROBE_SECONDS), _PROBE_SECONDS)
        except (WarehouseError, TimeoutError):
            return

    async def _noted(self, work: Awaitable[_T]) -> _T:
        try:
            found = await work
        except WarehouseDown as error:
            if self.problem is None:
                reason = error.technical
                log.warning("workspace_unavailable", workspace=self._workspace, reason=reason)
            self.problem = error
            raise
        if self.problem is not None:
            log.info("workspace_available", workspace=self._workspace)
            self.problem = None
        return found

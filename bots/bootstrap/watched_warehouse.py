"""A warehouse that is measured and traced, and notes whether its database can be reached."""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import TypeVar

import structlog

from bots.bootstrap.telemetry import MEASURES, TRACES, Measures, Traces, observed_statement
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

    def __init__(
        self,
        warehouse: Warehouse,
        workspace: str,
        measures: Measures = MEASURES,
        traces: Traces = TRACES,
    ) -> None:
        self._warehouse = warehouse
        self._workspace = workspace
        self._seen = (measures, traces)
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
        work = self._warehouse.run(
            sql, parameters=parameters, timeout=timeout, row_cap=row_cap, byte_cap=byte_cap
        )
        return await self._noted("query", sql, work)

    async def explain(self, sql: str) -> Plan:
        return await self._noted("explain", sql, self._warehouse.explain(sql))

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

    async def _noted(self, operation: str, sql: str, work: Awaitable[_T]) -> _T:
        try:
            with observed_statement(self._warehouse, self._workspace, operation, sql, self._seen):
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

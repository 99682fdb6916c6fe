"""A warehouse over a blocking driver: its own threads, a fresh session a query, a watchdog."""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

from pipeline.adapters.warehouse_sessions import Engine, Read, Session
from pipeline.adapters.watch import UnwantedError, Watch
from pipeline.warehouse import (
    BYTE_CAP,
    ROW_CAP,
    Plan,
    QueryFailed,
    QueryTimedOut,
    Rows,
    WarehouseDown,
    WarehouseError,
)

_T = TypeVar("_T")
AT_ONCE = 4
_EXPLAIN_SECONDS = 10.0
_CHECK_SECONDS = 10.0
# The server's own limit comes first, so that it can say why; the watchdog is for when it does not.
_GRACE = 0.25
_MOST_GRACE_SECONDS = 1.0
_UNWANTED = "Nobody waits for this query any more."
_PROBE = "CREATE TABLE countersign_write_probe (x INTEGER)"


class ThreadedWarehouse:
    """The `Warehouse` over an `Engine`. It is sent `at_once` queries; the others wait here."""

    def __init__(
        self,
        engine: Engine,
        clock: Callable[[], float] = time.monotonic,
        at_once: int = AT_ONCE,
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix=f"{engine.dialect}-read")

    @property
    def dialect(self) -> str:
        return self._engine.dialect

    async def run(
        self,
        sql: str,
        *,
        parameters: Sequence[object] = (),
        timeout: float = 30.0,  # noqa: ASYNC109 - the server must know the limit too
        row_cap: int = ROW_CAP,
        byte_cap: int = BYTE_CAP,
    ) -> Rows:
        started = self._clock()

        read = Read(sql=sql, parameters=parameters, row_cap=row_cap, byte_cap=byte_cap)
        rows = await self._in_session(lambda session: session.rows(read), timeout)
        return replace(rows, seconds=round(self._clock() - started, 4))

    async def explain(self, sql: str) -> Plan:
        return await self._in_session(lambda session: session.explain(sql), _EXPLAIN_SECONDS)

    async def check(self) -> Sequence[str]:
        """Problems in plain words; a write is tried, and must be refused."""
        try:
            await self.run("SELECT 1", timeout=_CHECK_SECONDS)
            found = list(await self._in_thread(self._engine.problems))
        except WarehouseDown as error:
            return [error.technical]
        except WarehouseError as error:
            return [str(error)]
        return found + await self._write_probe()

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _write_probe(self) -> list[str]:
        try:
            await self.run(_PROBE, timeout=_CHECK_SECONDS)
        except WarehouseError:
            return []
        return [
            f"{self._engine.shown} accepted a CREATE TABLE on the connection that must be "
            "read-only (it left the table countersign_write_probe). Use a read-only user."
        ]

    async def _in_session(self, use: Callable[[Session], _T], seconds: float) -> _T:
        watch = Watch()
        try:
            return await self._in_thread(lambda: self._used(use, seconds, watch))
        except asyncio.CancelledError:
            watch.give_up()
            raise

    async def _in_thread(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _used(self, use: Callable[[Session], _T], seconds: float, watch: Watch) -> _T:
        session = self._engine.open(seconds)
        watch.session = session
        try:
            watch.require_wanted()
            with watch.limited(seconds + min(_GRACE * seconds, _MOST_GRACE_SECONDS)):
                return use(session)
        except Exception as error:
            raise self._ours(error, seconds, watch) from error
        finally:
            watch.session = None
            session.close()

    def _ours(self, error: Exception, seconds: float, watch: Watch) -> WarehouseError:
        if isinstance(error, WarehouseDown):
            return error
        if watch.late or isinstance(error, QueryTimedOut):
            return QueryTimedOut(seconds)
        if isinstance(error, UnwantedError):
            return QueryFailed(_UNWANTED)
        if isinstance(error, WarehouseError):
            return error
        known = self._engine.translated(error)
        if isinstance(known, QueryTimedOut):
            return QueryTimedOut(seconds)
        return known or QueryFailed("The database could not run this query.", repr(error))

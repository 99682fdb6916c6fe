"""A warehouse over a blocking driver: its own threads, a fresh session a query, a watchdog."""

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from knowledge.catalog import Kind
from pipeline.adapters.warehouse_rows import Cursor, capped_rows, result_cells, result_columns
from pipeline.adapters.watch import UnwantedError, Watch
from pipeline.warehouse import (
    BYTE_CAP,
    ROW_CAP,
    Plan,
    QueryFailed,
    QueryTimedOut,
    ResultColumn,
    Rows,
    WarehouseDown,
    WarehouseError,
)

_T = TypeVar("_T")
AT_ONCE = 4
_EXPLAIN_SECONDS = 10.0
_CHECK_SECONDS = 10.0
# The server's own limit comes first, so that it can say why; the watchdog is for when it does not.
_GRACE_SECONDS = 1.0
# Cursors take no EXPLAIN; what follows it goes the way of every dry run.
_EXPLAIN = re.compile(r"\s*EXPLAIN\s+(?:QUERY\s+PLAN\s+)?(?=SELECT\b|WITH\b|\()", re.IGNORECASE)
_NO_COLUMNS = "This is no read: it returns no columns."
_UNWANTED = "Nobody waits for this query any more."
_PROBE = "CREATE TABLE countersign_write_probe (x INTEGER)"


class Session(Protocol):
    """One fresh, hardened connection, for one query. Raises the driver's own errors."""

    def execute(self, sql: str, parameters: Sequence[object]) -> Cursor: ...

    def explain(self, sql: str) -> Plan: ...

    def cancel(self) -> None:
        """Stop what runs. Called from another thread, at any moment."""
        ...

    def close(self) -> None: ...


class Engine(Protocol):
    """How one kind of database is opened, checked, and how its errors read."""

    dialect: str
    shown: str

    def open(self, seconds: float) -> Session:
        """A session whose statements end after so many seconds. Raises `WarehouseDown`."""
        ...

    def translated(self, error: Exception) -> WarehouseError | None:
        """Ours for the driver's error; None if it is not the driver's."""
        ...

    def problems(self) -> Sequence[str]:
        """What is wrong with the identity that connects, in plain words. May block."""
        ...


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

        def read(session: Session) -> Rows:
            asked = _EXPLAIN.match(sql)
            if asked:
                return _as_rows(session.explain(sql[asked.end() :]), self._clock() - started)
            cursor = session.execute(sql, parameters)
            if not cursor.names:
                raise QueryFailed(_NO_COLUMNS)
            rows, truncated = capped_rows(cursor, row_cap, byte_cap)
            columns, cells = result_columns(cursor.names, rows), result_cells(rows)
            seconds = round(self._clock() - started, 4)
            return Rows(columns=columns, rows=cells, truncated=truncated, seconds=seconds)

        return await self._in_session(read, timeout)

    async def explain(self, sql: str) -> Plan:
        return await self._in_session(lambda session: session.explain(sql), _EXPLAIN_SECONDS)

    async def check(self) -> Sequence[str]:
        """Problems in plain words; a write is tried, and must be refused."""
        try:
            await self.run("SELECT 1", timeout=_CHECK_SECONDS)
            found = list(await self._in_thread(self._engine.problems))
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
            with watch.limited(seconds + _GRACE_SECONDS):
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


def _as_rows(plan: Plan, seconds: float) -> Rows:
    lines = tuple((line,) for line in plan.text.splitlines())
    columns = (ResultColumn(name="plan", kind=Kind.TEXT),)
    return Rows(columns=columns, rows=lines, seconds=round(seconds, 4))

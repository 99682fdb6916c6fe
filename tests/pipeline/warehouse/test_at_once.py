"""A database is sent only so many queries at once; the others wait."""

import asyncio
import threading
from collections.abc import Sequence

from pipeline.adapters.warehouse_sessions import Read, rows_of
from pipeline.adapters.warehouse_threads import ThreadedWarehouse
from pipeline.warehouse import Plan, Rows, WarehouseError


class OneRow:
    """The result of every query."""

    names = ("x",)

    def __init__(self) -> None:
        self._rows = [(1,)]

    def fetch(self, count: int) -> Sequence[Sequence[object]]:
        rows, self._rows = self._rows[:count], []
        return rows


class Counter:
    """An engine whose queries stand still until they are let go; counts them meanwhile."""

    dialect = "sqlite"
    shown = "a counter"

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.full = threading.Semaphore(0)
        self.inside = 0
        self.most = 0
        self._lock = threading.Lock()

    def open(self, seconds: float) -> "Counter":
        del seconds
        return self

    def translated(self, error: Exception) -> WarehouseError | None:
        del error
        return None

    def problems(self) -> Sequence[str]:
        return ()

    def rows(self, read: Read) -> Rows:
        return rows_of(self, read)

    def execute(self, sql: str, parameters: Sequence[object]) -> OneRow:
        del sql, parameters
        with self._lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
        self.full.release()
        self.go_on.wait(20)
        with self._lock:
            self.inside -= 1
        return OneRow()

    def explain(self, sql: str) -> Plan:
        return Plan(text=sql)

    def cancel(self) -> None: ...

    def close(self) -> None: ...


async def test_only_so_many_queries_are_sent_at_once() -> None:
    engine = Counter()
    warehouse = ThreadedWarehouse(engine, at_once=2)
    asking = asyncio.gather(*(warehouse.run("SELECT 1") for _ in range(6)))
    for _ in range(2):
        await asyncio.to_thread(engine.full.acquire, timeout=20)
    engine.go_on.set()
    found = await asking
    await warehouse.close()
    assert [rows.rows for rows in found] == [((1,),)] * 6
    assert engine.most == 2

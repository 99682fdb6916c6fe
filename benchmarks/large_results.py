"""What three enormous results cost the process that asks: `python -m benchmarks.large_results URL`.

Each statement is sent past the checks that would refuse it, with a limit of eight seconds, to the
PostgreSQL database at the URL. Told are the time until it ended, the longest time for which the
event loop did nothing else, and the memory that this process kept, beside the longest stall of a
loop that has nothing to do; one JSON line comes last.
"""

import asyncio
import ctypes
import gc
import json
import sys
import time
from pathlib import Path

from pipeline.adapters.warehouses import open_warehouse
from pipeline.warehouse import Warehouse, WarehouseError

LIMIT = 8.0
_TICK = 0.01
_MOST_LATE = 1.5
_MOST_STALLED_MS = 100
_MOST_KEPT_MB = 50
STATEMENTS = {
    "array_agg": "SELECT array_agg(x) FROM generate_series(1, 9999999) x",
    "string_agg": "SELECT string_agg(repeat('x', 1000000), '') FROM generate_series(1, 1000)",
    "doubling": "WITH RECURSIVE n(x, t) AS (SELECT 1, 'aaaaaaaa' UNION ALL "
    "SELECT x + 1, t || t FROM n WHERE x < 60) SELECT t FROM n",
}


class Stalls:
    """Notices when the event loop comes late to what it was asked to do."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def watch(self) -> None:
        while True:
            started = time.perf_counter()
            await asyncio.sleep(_TICK)
            self.longest = max(self.longest, time.perf_counter() - started - _TICK)


async def measured(warehouse: Warehouse, sql: str) -> dict[str, float | str]:
    """What one statement cost."""
    stalls = Stalls()
    watching = asyncio.ensure_future(stalls.watch())
    before, started = resident_mb(), time.perf_counter()
    try:
        rows = await warehouse.run(sql, timeout=LIMIT)
        end = f"{len(rows.rows)} rows, cut" if rows.truncated else f"{len(rows.rows)} rows"
        del rows
    except WarehouseError as error:
        end = str(error)
    seconds = time.perf_counter() - started
    watching.cancel()
    gc.collect()
    return {
        "seconds": round(seconds, 2),
        "stalled_ms": round(1000 * stalls.longest, 1),
        "kept_mb": round(max(resident_mb() - before, 0.0), 1),
        "end": end,
    }


async def stalled_idle() -> float:
    """The longest stall of a loop that has nothing to do: what else keeps this machine busy."""
    stalls = Stalls()
    watching = asyncio.ensure_future(stalls.watch())
    await asyncio.sleep(LIMIT)
    watching.cancel()
    return round(1000 * stalls.longest, 1)


def resident_mb() -> float:
    """The memory of this process, once what is free was given back to the system."""
    ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4_096 / 1_000_000


async def main(url: str) -> int:
    """Measures them all; status 1 where one is beyond what is allowed."""
    warehouse = open_warehouse(url)
    await warehouse.run("SELECT 1")
    idle = await stalled_idle()
    found = {name: await measured(warehouse, sql) for name, sql in STATEMENTS.items()}
    await warehouse.close()
    for name, cost in found.items():
        print(name, cost)
    most = {
        key: max(float(cost[key]) for cost in found.values())
        for key in ("seconds", "stalled_ms", "kept_mb")
    }
    most["idle_stalled_ms"] = idle
    print(json.dumps({"limit": LIMIT, **most, "statements": found}))
    within = (
        most["seconds"] <= _MOST_LATE * LIMIT
        and most["stalled_ms"] <= _MOST_STALLED_MS
        and most["kept_mb"] <= _MOST_KEPT_MB
    )
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1])))

"""Runs requests against two applications in turn, and says how fast each acknowledges."""

import argparse
import asyncio
import gc
import json
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import httpx
from starlette.applications import Starlette

Json: TypeAlias = dict[str, Any]
# Sends the request of this number; whether it was acknowledged.
Send: TypeAlias = Callable[[int], Awaitable[bool]]
# What is measured: how many as fast as it goes, how many paced, on which ledger.
Measuring: TypeAlias = Callable[[int, int, str], Coroutine[Any, Any, Json]]

WARM = 250
_MOST_AT_ONCE = 64
_ROUND = 500
_PAGE_BYTES = 4_096
_MEGABYTE = 1_048_576


@dataclass(kw_only=True)
class Measured:
    """Acknowledgements of one side."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    refused: int = 0

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds if self.seconds else 0.0

    @property
    def cpu_ms(self) -> float:
        return self.cpu_seconds / len(self.latencies) * 1_000 if self.latencies else 0.0

    def percentile(self, part: float) -> float:
        """Milliseconds."""
        ordered = sorted(self.latencies)
        return ordered[min(int(len(ordered) * part), len(ordered) - 1)] * 1_000 if ordered else 0.0


@dataclass(kw_only=True)
class Compared:
    """The bare side, the whole one, and the whole one at half of what it can do.

    `beside` are further sides that the whole one is measured against.
    """

    bare: Measured = field(default_factory=Measured)
    beside: dict[str, Measured] = field(default_factory=dict)
    whole: Measured = field(default_factory=Measured)
    paced: Measured = field(default_factory=Measured)
    memory: list[float] = field(default_factory=list)

    def summary(self) -> Json:
        return {
            "bare_per_second": round(self.bare.rate),
            "per_second": round(self.whole.rate),
            "ratio": round(self.whole.rate / self.bare.rate, 2) if self.bare.rate else 0.0,
            "bare_cpu_ms": round(self.bare.cpu_ms, 2),
            "cpu_ms": round(self.whole.cpu_ms, 2),
            "p99_ms_at_half": round(self.paced.percentile(0.99), 1),
            "p50_ms_at_half": round(self.paced.percentile(0.5), 1),
            "requests": len(self.whole.latencies) + len(self.paced.latencies),
            "refused": self.bare.refused + self.whole.refused + self.paced.refused,
            "memory_mb": [round(each, 1) for each in self.memory],
        }


async def compared(
    bare: Send, whole: Send, count: int, paced: int, beside: Mapping[str, Send] | None = None
) -> Compared:
    """`count` requests to each side, by turns so that other load meets all; then `paced` ones."""
    beside = beside or {}
    found = Compared(beside={name: Measured() for name in beside})
    # As the product does when it has started: what is loaded by now stays.
    gc.collect()
    gc.freeze()
    for start in range(0, count, _ROUND):
        numbers = range(start, min(start + _ROUND, count))
        await _flat_out(bare, numbers, found.bare)
        for name, send in beside.items():
            await _flat_out(send, numbers, found.beside[name])
        await _flat_out(whole, numbers, found.whole)
        if start in (count // 5 // _ROUND * _ROUND, count // 5 * 3 // _ROUND * _ROUND):
            found.memory.append(_memory())
    await _at_rate(whole, range(count, count + paced), found.whole.rate / 2, found.paced)
    found.memory.append(_memory())
    return found


async def _flat_out(send: Send, numbers: range, into: Measured) -> None:
    """As fast as it goes."""
    waiting = iter(numbers)
    began, worked = time.perf_counter(), time.process_time()

    async def work() -> None:
        for number in waiting:
            await _timed(send, number, into)

    await asyncio.gather(*(work() for _ in range(_MOST_AT_ONCE)))
    into.seconds += time.perf_counter() - began
    into.cpu_seconds += time.process_time() - worked


async def _at_rate(send: Send, numbers: range, rate: float, into: Measured) -> None:
    """One after the other at this rate, whether the one before is answered or not."""
    began = time.perf_counter()
    tasks: set[asyncio.Task[None]] = set()
    for place, number in enumerate(numbers):
        await asyncio.sleep(max(0.0, began + place / rate - time.perf_counter()))
        task = asyncio.create_task(_timed(send, number, into))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    if tasks:
        await asyncio.wait(tasks)
    into.seconds += time.perf_counter() - began


async def _timed(send: Send, number: int, into: Measured) -> None:
    began = time.perf_counter()
    well = await send(number)
    into.latencies.append(time.perf_counter() - began)
    into.refused += not well


def _memory() -> float:
    """What this process holds now, in megabytes."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * _PAGE_BYTES / _MEGABYTE


def client_of(app: Starlette) -> httpx.AsyncClient:
    """A client of an application in this process."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app), base_url="http://app", timeout=60
    )


async def warm(send: Send) -> Send:
    """Send the first requests, that are not measured."""
    for number in range(-WARM, 0):
        if not await send(number):
            message = "a side does not acknowledge"
            raise SystemExit(message)
    return send


def run(name: str, about: str | None, measured: Measuring) -> None:
    """The command of a benchmark: its figures as one JSON line last."""
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{name}", description=about)
    parser.add_argument("--count", type=int, default=4_000, help="requests as fast as it goes")
    parser.add_argument("--paced", type=int, default=2_000, help="requests at half of that rate")
    parser.add_argument("--ledger", default="", help="a database URL; none: a SQLite file")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = arguments.ledger or f"sqlite:///{folder}/ledger.sqlite3"
        found = asyncio.run(measured(arguments.count, arguments.paced, url))
    kind = url.partition(":")[0]
    sys.stdout.write(json.dumps({"benchmark": name, "ledger": kind} | found) + "\n")

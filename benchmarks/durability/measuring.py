"""The figures of one contender: at rest, after a restart, clicked steadily, in a burst."""

import asyncio
import itertools
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from benchmarks.durability.scene import Contender, Scene, until

Number: TypeAlias = int | float
_AT_ONCE = 50
_IDLE_SECONDS = 5.0
_CLICKED = 200


async def paused(contender: Contender, runs: int) -> dict[str, Number]:
    """Ask so much, and look at what waiting costs."""
    before = (await asyncio.to_thread(_status))["VmRSS"]
    await contender.start()
    begun, acks = time.perf_counter(), []
    places = asyncio.Semaphore(_AT_ONCE)

    async def ask(run: str) -> None:
        async with places:
            asked = time.perf_counter()
            await contender.ask(run)
            acks.append(time.perf_counter() - asked)

    await asyncio.gather(*(ask(run) for run in _names(runs)))
    await until(lambda: contender.paused >= runs)
    figures = {
        "all_paused_s": round(time.perf_counter() - begun, 2),
        "ack_p99_ms": _ms(acks, 99),
    }
    figures |= await _at_rest(_megabytes(before))
    await contender.stop()
    return figures


async def resumed(contender: Contender, scene: Scene, runs: int) -> dict[str, Number]:
    """A new process: the first click, twenty clicks a second, then everybody at once."""
    await contender.recall()
    names = iter(_names(runs))
    begun = time.perf_counter()
    await contender.start()
    first = next(names)
    clicking = asyncio.create_task(contender.click(first))
    await until(lambda: first in scene.resumed or _failed(clicking))
    figures: dict[str, Number] = {"restart_to_resume_s": round(time.perf_counter() - begun, 3)}
    await clicking
    figures |= await _clicks(contender, scene, itertools.islice(names, min(_CLICKED, runs // 4)))
    figures |= await _burst(contender, scene, list(names))
    await contender.stop()
    return figures


async def _at_rest(imported: int) -> dict[str, Number]:
    """Memory, what of it came after the imports, threads, and the CPU that waiting costs."""
    await asyncio.sleep(1)
    status = await asyncio.to_thread(_status)
    cpu = time.process_time()
    await asyncio.sleep(_IDLE_SECONDS)
    return {
        "memory_mb": _megabytes(status["VmRSS"]),
        "of_it_for_runs_mb": _megabytes(status["VmRSS"]) - imported,
        "threads": int(status["Threads"]),
        "idle_cpu_percent": round(100 * (time.process_time() - cpu) / _IDLE_SECONDS, 2),
    }


async def _clicks(contender: Contender, scene: Scene, names: Iterator[str]) -> dict[str, Number]:
    """From each click to the step after it."""
    at: dict[str, float] = {}
    clicking = []
    for name in names:
        at[name] = time.perf_counter()
        clicking.append(asyncio.create_task(contender.click(name)))
        await asyncio.sleep(0.05)
    await asyncio.gather(*clicking)
    await until(lambda: at.keys() <= scene.resumed.keys())
    waits = [scene.resumed[name] - begun for name, begun in at.items()]
    return {"click_p50_ms": _ms(waits, 50), "click_p99_ms": _ms(waits, 99)}


async def _burst(contender: Contender, scene: Scene, names: Sequence[str]) -> dict[str, Number]:
    """Runs a second to what the person agreed to, and the CPU of each."""
    begun, cpu = time.perf_counter(), time.process_time()
    wanted = set(names)
    await asyncio.gather(*(contender.click(name) for name in names))
    await until(lambda: wanted <= scene.acted.keys())
    seconds, spent = time.perf_counter() - begun, time.process_time() - cpu
    return {
        "burst_runs_per_s": round(len(names) / seconds, 1),
        "cpu_ms_per_run": round(1000 * spent / len(names), 2),
    }


def _failed(task: asyncio.Task[bool | None]) -> bool:
    return task.done() and task.exception() is not None


def _names(runs: int) -> list[str]:
    return [f"r{number:06}" for number in range(runs)]


def _status() -> dict[str, str]:
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return {name: value for name, _, value in (line.partition(":") for line in lines)}


def _megabytes(shown: str) -> int:
    return int(shown.split()[0]) // 1024


def _ms(seconds: Sequence[float], percentile: int) -> float:
    return round(1000 * statistics.quantiles(seconds, n=100)[percentile - 1], 1)

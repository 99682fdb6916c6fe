"""The figures of one contender: at rest, after a restart, clicked steadily, in a burst."""

import asyncio
import itertools
import json
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from benchmarks.durability.scene import Contender, Scene, until

Number: TypeAlias = int | float
_AT_ONCE = 50
_IDLE_SECONDS = 8.0
_A_SECOND = 20
# Of the paused runs: who clicks at that pace, and who all at once.
CLICKED = 400
IN_A_BURST = 600
# The first runs, each for a restart of its own.
RESTARTS = 3


async def paused(contender: Contender, runs: int, buttons: Path) -> dict[str, Number]:
    """Ask so much, and look at what waiting costs. What the chat shows is left in the file."""
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
    lines = (json.dumps({"run": run, "button": contender.button(run)}) for run in _names(runs))
    await asyncio.to_thread(buttons.write_text, "\n".join(lines), encoding="utf-8")
    await contender.stop()
    return figures


async def restarted(
    contender: Contender, scene: Scene, buttons: Path, number: int, spawned: float
) -> dict[str, Number]:
    """A new process for one click: since it was spawned, and since the store was opened.

    `spawned` is the time as the one who spawned it had it.
    """
    with buttons.open(encoding="utf-8") as file:
        shown = json.loads(next(itertools.islice(file, number, None)))
    contender.recall(shown["run"], shown["button"])
    begun = time.perf_counter()
    await contender.start()
    clicking = asyncio.create_task(contender.click(shown["run"]))
    await until(lambda: shown["run"] in scene.resumed or _failed(clicking))
    figures: dict[str, Number] = {
        "restart_process_s": round(time.time() - spawned, 3),
        "restart_open_s": round(time.perf_counter() - begun, 3),
        "restart_cpu_s": round(time.process_time(), 3),
    }
    await clicking
    await contender.stop()
    return figures


async def resumed(contender: Contender, scene: Scene, buttons: Path) -> dict[str, Number]:
    """A new process: twenty clicks a second, then everybody at once."""
    text = await asyncio.to_thread(buttons.read_text, encoding="utf-8")
    names = []
    for shown in map(json.loads, text.splitlines()[RESTARTS:]):
        contender.recall(shown["run"], shown["button"])
        names.append(shown["run"])
    await contender.start()
    clicked, burst = samples(len(names) + RESTARTS)
    figures = await _clicks(contender, scene, names[:clicked])
    figures |= await _burst(contender, scene, names[clicked : clicked + burst])
    await contender.stop()
    return figures


def samples(runs: int) -> tuple[int, int]:
    """How many of so many paused runs are clicked steadily, and how many in the burst."""
    clicked = min(CLICKED, (runs - RESTARTS) // 2)
    return clicked, min(IN_A_BURST, runs - RESTARTS - clicked)


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


async def _clicks(contender: Contender, scene: Scene, names: Sequence[str]) -> dict[str, Number]:
    """From each click to the step after it."""
    at: dict[str, float] = {}
    clicking = []
    for name in names:
        at[name] = time.perf_counter()
        clicking.append(asyncio.create_task(contender.click(name)))
        await asyncio.sleep(1 / _A_SECOND)
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

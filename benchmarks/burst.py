"""A burst of questions at the real service: how soon each is acknowledged, and how soon answered.

Fifty people ask four questions each at the same moment. The service is a process of its own with
the demo's databases, and so is the simulated Slack. `--busy` keeps every core busy beside it.

    python -m benchmarks.burst
    python -m benchmarks.burst --busy

Printed are the acknowledgements, the answers, where the time of an answer goes, and how long the
service's event loop was held. The last line is JSON.
"""

import argparse
import asyncio
import json
import math
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from sqlalchemy import select

from benchmarks.simulated_slack import PEOPLE, simulated_slack
from benchmarks.slack_load import event, signed
from bots.bootstrap.application import application
from bots.bootstrap.demo import FOLDER, make_data
from bots.bootstrap.local_chat import listening
from bots.settings import read_settings
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.adapters.tables import outbox, runs, steps

Json: TypeAlias = dict[str, Any]

_QUESTIONS = Path(__file__).parent / "data" / "burst.txt"
_SECRET = "benchmark"  # noqa: S105 - signs requests to the service of this benchmark alone
# Slack's own: what is not acknowledged by then is delivered again.
_SLACK_SECONDS = 3.0
_PATIENCE_SECONDS = 300.0
_START_SECONDS = 60.0
# Seconds of computing in a second.
_RESTS = 0.05
_LOOK_SECONDS = 0.01
_HELD_SECONDS = 0.05
# What belongs to which part of the way; the first steps of a run read the question.
_PARTS: Mapping[str, str] = {
    **dict.fromkeys(("read", "route", "recall", "redraw", "about", "spell"), "read"),
    "match": "match",
    **dict.fromkeys(("dates", "intent", "write_sql", "tables"), "plan"),
    **dict.fromkeys(("check", "compare"), "check"),
    "execute": "run",
    **dict.fromkeys(("tell_apart", "draw", "tell", "interpret"), "tell"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """One question: seconds from its acknowledgement to its answer, and to the parts of it."""

    seconds: float
    parts: Mapping[str, float]


@dataclass(kw_only=True)
class Held:
    """How long the event loop was held, and where, as a thread beside it saw."""

    seconds: list[float] = field(default_factory=list)
    places: Counter[str] = field(default_factory=Counter)


# ---------------------------------------------------------------- the service, in its own process


async def serve(folder: Path, api_url: str, token: str) -> None:
    """Be the service until the input ends; say the address first and what was held last."""
    secrets = {
        "SLACK_BOT_TOKEN": token,
        "SLACK_SIGNING_SECRET": _SECRET,
        "SLACK_API_URL": api_url,
        "DEMO_STATE": str(folder),
    }
    sys.setswitchinterval(0.001)  # as `serve` does
    settings = read_settings(FOLDER / "countersign.yaml", secrets)
    async with application(settings, FOLDER) as running, listening(running) as url:
        await _at_rest()
        _say({"url": url, "ledger": settings.ledger.url.get_secret_value()})
        with watched_loop() as held:
            await asyncio.to_thread(sys.stdin.readline)
        _say(
            {
                "held_ms": percentiles(held.seconds),
                "longest_held_ms": _ms(max(held.seconds, default=0.0)),
                "held_in": held.places.most_common(12),
                "memory_mb": _memory(os.getpid()),
            }
        )


async def _at_rest() -> None:
    """Until what a start leaves to be done beside the work is done."""
    worked, until = math.inf, time.monotonic() + _START_SECONDS
    while worked > _RESTS and time.monotonic() < until:
        before = time.process_time()
        await asyncio.sleep(1)
        worked = time.process_time() - before


@contextmanager
def watched_loop() -> Iterator[Held]:
    """Ask the event loop for a turn a hundred times a second, from a thread."""
    held, over = Held(), threading.Event()
    loop, own = asyncio.get_running_loop(), threading.get_ident()

    def watch() -> None:
        while not over.wait(_LOOK_SECONDS):
            turn, asked = threading.Event(), time.monotonic()
            loop.call_soon_threadsafe(turn.set)
            while not turn.wait(_HELD_SECONDS):
                held.places[_where(own)] += 1
                if over.is_set():
                    return
            held.seconds.append(time.monotonic() - asked)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield held
    finally:
        over.set()


def _where(thread: int) -> str:
    """The function of ours that this thread is in; what it waits for where that is none."""
    frame, names = sys._current_frames().get(thread), list[str]()  # noqa: SLF001 - for this
    while frame is not None:
        names.append(f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_name}")
        frame = frame.f_back
    return " < ".join(names[:4])


def _memory(process: int) -> float:
    """What a process and its children hold, in megabytes."""
    pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    own = int(pages) * os.sysconf("SC_PAGE_SIZE") / 1_048_576
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return round(own + sum(_memory(int(each)) for each in children.split()), 1)


def _say(said: Json) -> None:
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


# ---------------------------------------------------------------- the people


@dataclass(kw_only=True)
class Service:
    """The service as those who ask it know it."""

    process: asyncio.subprocess.Process
    url: str
    ledger: str

    async def leave(self) -> Json:
        """Let it end; what it saw of itself."""
        assert self.process.stdin is not None  # noqa: S101 - asked for below
        assert self.process.stdout is not None  # noqa: S101
        self.process.stdin.write(b"\n")
        found: Json = json.loads(await self.process.stdout.readline())
        return found


@asynccontextmanager
async def service(folder: Path, api_url: str, token: str) -> AsyncIterator[Service]:
    """The service in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "benchmarks.burst", "--serve", str(folder), api_url, token),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout is not None  # noqa: S101 - asked for above
    try:
        said = json.loads(await process.stdout.readline())
        yield Service(process=process, url=said["url"], ledger=said["ledger"])
    finally:
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()


@contextmanager
def busy_cores(count: int) -> Iterator[None]:
    """So many processes that never rest."""
    turning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for each in turning:
            each.kill()
            each.wait()


async def asked_at_once(running: Service, count: int) -> tuple[list[float], int, float]:
    """Seconds until each was acknowledged, how many come again, and the service's CPU seconds."""
    texts = _QUESTIONS.read_text(encoding="utf-8").splitlines()
    whole = [_request(number, texts[number % len(texts)]) for number in range(count)]
    address = urlsplit(running.url)

    async def ask(request: bytes) -> tuple[float, bool]:
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        writer.write(request)
        status = await reader.readline()
        seconds = time.perf_counter() - began
        writer.close()
        return seconds, b" 200 " in status

    worked = _cpu_seconds(running.process.pid)
    found = await asyncio.gather(*map(ask, whole))
    worked = _cpu_seconds(running.process.pid) - worked
    late = sum(not well or seconds > _SLACK_SECONDS for seconds, well in found)
    return [seconds for seconds, _ in found], late, worked


def _request(number: int, text: str) -> bytes:
    """A signed request, ready to be sent: nothing of its making is measured."""
    body = event(number, text)
    headers = {**signed(body, "application/json"), "Host": "app", "Content-Length": len(body)}
    lines = (f"{name}: {value}\r\n" for name, value in headers.items())
    return f"POST /slack/events HTTP/1.1\r\n{''.join(lines)}\r\n".encode() + body


def _cpu_seconds(process: int) -> float:
    """What a process has computed so far, its children not counted."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def answers(ledger: SqlLedger, count: int) -> list[Answered]:
    """Every question's way, once all have an answer or a card; what is missing then is lost."""
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        found = await _told(ledger)
        if len(found) >= count or time.monotonic() > until:
            return found
        await asyncio.sleep(1)


async def _told(ledger: SqlLedger) -> list[Answered]:
    """The questions that were answered, asked back or refused, each with its message."""
    shown = select(outbox.c.run, outbox.c.slot, outbox.c.due).where(
        outbox.c.status == "sent", outbox.c.kind != "working"
    )
    async with ledger.reader.connect() as connection:
        asked = {row.id: row for row in await connection.execute(select(runs))}
        told = {row.run: row.due for row in await connection.execute(shown)}
        taken = list(await connection.execute(select(steps).order_by(steps.c.run, steps.c.number)))
    by_run = defaultdict(list)
    for row in taken:
        by_run[row.run].append(row)
    return [
        _answered(asked[run].created_at.timestamp(), by_run[run], at.timestamp())
        for run, at in told.items()
        if by_run[run]
    ]


def _answered(asked: float, taken: Sequence[Any], told: float) -> Answered:
    parts: dict[str, float] = defaultdict(float)
    began = taken[0].at.timestamp() - taken[0].seconds
    parts["queue"] = began - asked
    for step in taken:
        parts[_PARTS.get(step.node, "other")] += step.seconds
    ended = taken[-1].at.timestamp()
    parts["between steps"] = ended - began - sum(step.seconds for step in taken)
    parts["deliver"] = told - ended
    return Answered(seconds=told - asked, parts=parts)


def percentiles(seconds: Sequence[float]) -> Json:
    """Milliseconds that half, and all but one in a hundred, stay within."""
    ordered = sorted(seconds) or [0.0]
    last = len(ordered) - 1
    return {
        name: _ms(ordered[min(int(len(ordered) * part), last)])
        for name, part in (("p50", 0.5), ("p99", 0.99))
    }


def _ms(seconds: float) -> float:
    return round(seconds * 1_000, 1)


async def measured(count: int, busy: int) -> Json:
    """The burst, told as it goes."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            simulated_slack() as (api_url, token),
            service(Path(folder), api_url, token) as running,
        ):
            with busy_cores(busy):
                seconds, late, worked = await asked_at_once(running, count)
                ledger = await open_ledger(running.ledger, serving=False)
                found = await answers(ledger, count)
                await ledger.close()
            seen = await running.leave()
    parts = {name for each in found for name in each.parts}
    return {
        "questions": count,
        "answered": len(found),
        "acknowledged_ms": percentiles(seconds),
        "delivered_again": late,
        "cpu_of_an_acknowledgement_ms": _ms(worked / count),
        "answered_ms": percentiles([each.seconds for each in found]),
        "of_an_answer_ms": {
            name: _ms(sum(each.parts.get(name, 0.0) for each in found) / max(1, len(found)))
            for name in sorted(parts)
        },
        **seen,
    }


def main() -> None:
    """Run the benchmark, or be the service of one."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.burst", description=__doc__)
    parser.add_argument("--count", type=int, default=4 * PEOPLE, help="questions at once")
    parser.add_argument("--busy", action="store_true", help="keep every core busy beside it")
    parser.add_argument("--serve", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        folder, api_url, token = arguments.serve
        asyncio.run(serve(Path(folder), api_url, token))
        return
    import datetime as dt

    make_data(dt.date.today(), print)
    busy = (os.cpu_count() or 1) if arguments.busy else 0
    found = asyncio.run(measured(arguments.count, busy))
    for name, value in found.items():
        print(f"{name:>20}  {value}")
    print(json.dumps({"benchmark": "burst", "busy": busy} | found))


if __name__ == "__main__":
    main()

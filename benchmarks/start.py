"""What a start costs: CPU, time and memory of the command and of the service.

`python -m benchmarks.start [--questions 100]` prints a table, and figures as one JSON line last.

- CPU is user and system time of a command with all processes that it started
- memory is the proportional set size (PSS), added up over the service and its processes
- the service answers in a simulated Slack, which runs in the process of this benchmark
"""

import argparse
import asyncio
import json
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import asdict, dataclass, field
from pathlib import Path

import httpx
import yaml

from bots.local_workspace import AppProfile, LocalWorkspace, Person, WorkspacePlan

_APP = AppProfile()
_COMMAND = (sys.executable, "-c", "from bots.cli import main; main()")
_TRIES = 3
_LOOK_SECONDS = 0.02
_PATIENCE_SECONDS = 600.0
_QUESTION = "how many orders are there"
# Each is asked of the same two tables; the words differ, so that nothing is remembered.
_QUESTIONS = (
    "how many orders are there",
    "total amount of orders by customer",
    "average amount of orders above {number}",
    "how many orders have an amount below {number}",
    "orders with the {number} highest amounts",
)
_SHOP = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id),
  amount REAL, ordered_on DATE
);
INSERT INTO customers VALUES (1, 'Ana', 'Lisbon'), (2, 'Rui', 'Porto');
INSERT INTO orders VALUES (1, 1, 10.5, '2026-01-03'), (2, 2, 20, '2026-02-04');
"""


@dataclass(kw_only=True)
class Figures:
    """What was measured: seconds, megabytes, and numbers of modules."""

    help_cpu_s: float = 0.0
    help_modules: int = 0
    ask_cpu_s: float = 0.0
    ask_modules: int = 0
    ready_s: float = 0.0
    ready_cpu_s: float = 0.0
    ready_mb: float = 0.0
    ready_processes: int = 0
    first_answer_s: float = 0.0
    questions: int = 0
    after_questions_mb: float = 0.0
    questions_failed: int = 0
    slowest_imports_ms: dict[str, float] = field(default_factory=dict)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.start", description=__doc__)
    parser.add_argument("--questions", type=int, default=100, help="asked of the service in all")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with closing(sqlite3.connect(folder / "shop.sqlite")) as connection:
            connection.executescript(_SHOP)
        figures = Figures(questions=arguments.questions)
        measure_commands(figures, folder)
        asyncio.run(measure_service(figures, folder))
    for key, value in asdict(figures).items():
        print(f"{key.replace('_', ' '):24} {value}")
    print(json.dumps({"benchmark": "start"} | asdict(figures)))


def measure_commands(figures: Figures, folder: Path) -> None:
    """Measure `--help` and the smallest question."""
    ask = ("ask", "--db", "sqlite:///shop.sqlite", "--json", _QUESTION)
    figures.help_cpu_s = cpu_of(("--help",), folder)
    figures.ask_cpu_s = cpu_of(ask, folder)
    figures.help_modules = len(imports_of(("--help",), folder))
    imports = imports_of(ask, folder)
    figures.ask_modules = len(imports)
    slowest = sorted(imports.items(), key=lambda pair: -pair[1])[:8]
    figures.slowest_imports_ms = {name: round(own / 1_000, 1) for name, own in slowest}


def cpu_of(arguments: Sequence[str], folder: Path) -> float:
    """The least CPU seconds of a few runs; the first one also writes the compiled files."""
    return round(min(_cpu_once(arguments, folder) for _ in range(1 + _TRIES)), 2)


def _cpu_once(arguments: Sequence[str], folder: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*_COMMAND, *arguments], cwd=folder, capture_output=True, check=True)  # noqa: S603 - this Python
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def imports_of(arguments: Sequence[str], folder: Path) -> dict[str, float]:
    """Each module that the command imports, with the microseconds that it took by itself."""
    command = (_COMMAND[0], "-X", "importtime", *_COMMAND[1:], *arguments)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)  # noqa: S603
    rows = [line.removeprefix("import time:").split("|") for line in done.stderr.splitlines()]
    return {
        row[2].strip(): float(row[0]) for row in rows if len(row) == 3 and row[0].strip().isdigit()
    }


async def measure_service(figures: Figures, folder: Path) -> None:
    """Measure a start, the first question and the memory after all questions."""
    people = tuple(
        Person(id=f"U{at:05d}", name=f"person{at}", real_name=f"Person {at}") for at in range(10)
    )
    async with LocalWorkspace(WorkspacePlan(people=people, app=_APP)) as slack:
        port = _free_port()
        (folder / "countersign.yaml").write_text(yaml.safe_dump(_settings(slack, port)))
        began = time.perf_counter()
        async with serving(folder) as process, httpx.AsyncClient() as client:
            await _until_ready(client, f"http://127.0.0.1:{port}/readyz")
            figures.ready_s = round(time.perf_counter() - began, 2)
            figures.ready_cpu_s = round(sum(map(_cpu_seconds, _family(process.pid))), 2)
            figures.ready_mb, figures.ready_processes = memory_of(process.pid)
            slack.connect_app(f"http://127.0.0.1:{port}/slack/events")
            began = time.perf_counter()
            await _ask(slack, folder, 1)
            figures.first_answer_s = round(time.perf_counter() - began, 2)
            for asked in range(1, figures.questions):
                await _ask(slack, folder, asked + 1)
            figures.after_questions_mb, _ = memory_of(process.pid)
            figures.questions_failed = _count(folder, "runs WHERE status = 'failed'")


def _settings(slack: LocalWorkspace, port: int) -> dict[str, object]:
    secrets = {"bot_token": _APP.bot_token, "signing_secret": _APP.signing_secret}
    return {
        "workspaces": {"shop": {"url": "sqlite:///shop.sqlite"}},
        "surfaces": {"slack": {"mode": "http", "api_url": slack.api_url} | secrets},
        "server": {"port": port},
        "ledger": {"url": "sqlite:///ledger.sqlite3"},
    }


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """The service, as a process of its own, until it is no longer needed."""
    process = await asyncio.create_subprocess_exec(
        *_COMMAND, "serve", cwd=folder,
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _until_ready(client: httpx.AsyncClient, url: str) -> None:
    async with asyncio.timeout(_PATIENCE_SECONDS):
        while True:
            try:
                if (await client.get(url)).status_code == httpx.codes.OK:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(_LOOK_SECONDS)


async def _ask(slack: LocalWorkspace, folder: Path, count: int) -> None:
    """Post a question as a person would, and wait until its run has ended or asks back."""
    text = _QUESTIONS[count % len(_QUESTIONS) - 1].format(number=count)
    slack.doings.post(f"U{count % 10:05d}", "C0ASKDATA", f"@countersign {text}")
    for _ in range(int(_PATIENCE_SECONDS / _LOOK_SECONDS)):
        # Answered, or asked back, and shown in Slack.
        owed = _count(folder, "outbox WHERE status IN ('owed', 'sending')")
        if not owed and _count(folder, "runs WHERE status NOT IN ('ready', 'running')") >= count:
            return
        await asyncio.sleep(_LOOK_SECONDS)
    raise TimeoutError(text)


def _count(folder: Path, rows: str) -> int:
    """How many of these rows the ledger has."""
    ledger = f"file:{folder / 'ledger.sqlite3'}?mode=ro"
    with closing(sqlite3.connect(ledger, uri=True)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {rows}").fetchone()[0])


def _free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        return int(listener.getsockname()[1])


def memory_of(process: int) -> tuple[float, int]:
    """Megabytes of the process and of all that it started, and how many they are."""
    family = _family(process)
    return round(sum(map(_pss, family)) / 1_024, 1), len(family)


def _family(process: int) -> list[int]:
    found = [process]
    for tasks in Path(f"/proc/{process}/task").glob("*/children"):
        for child in tasks.read_text(encoding="ascii").split():
            found += _family(int(child))
    return found


def _pss(process: int) -> int:
    """Kilobytes; what several processes share counts in parts."""
    rows = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("Pss:"))


def _cpu_seconds(process: int) -> float:
    """User and system time so far."""
    after_name = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2]
    user, system = after_name.split()[11:13]
    return (int(user) + int(system)) / 100


if __name__ == "__main__":
    main()

"""No test reads a clock or sleeps: a busy machine must not turn a right program red.

Count steps, nodes or calls instead (`tests/work.py`), hand a clock that stands to what needs one
(`tests/review/fakes.py`), wait for what is to come with `tests/waiting.py`, and measure times in
`benchmarks/`. The few files that need the real time are listed here, each with its reason.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

HERE: Final = Path(__file__).parent
_CLOCKS: Final = frozenset(
    {
        *("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"),
        *("process_time", "process_time_ns", "thread_time", "thread_time_ns", "sleep"),
        *("gmtime", "localtime"),
    }
)
_DAYS: Final = {"datetime": {"now", "utcnow", "today"}, "date": {"today"}}
_LOOPS: Final = frozenset({"asyncio", "anyio", "trio"})
_MODULES: Final = frozenset({"time", "timeit"})
_WORTH_READING: Final = re.compile(r"\b(time|timeit|asyncio|anyio|trio)\b|\.(now|utcnow|today)\b")
_KILLED: Final = "processes of their own are killed at real moments"
ALLOWED: Final = {
    "waiting.py": "the one place that waits for what nobody tells of",
    "bots/test_cli_models.py": "the command line adds up the last days by the real clock",
    "pipeline/agents/loopback.py": "a model answers only after a while, where it is asked to",
    "review/test_dispatching.py": "PostgreSQL is away for a moment",
    "review/test_resting.py": "replicas rest in real time, and wake when something comes",
    "scenarios/conftest.py": "the demo's data ends on the day on which it is made",
    "scenarios/pictures.py": "the demo's data ends on the day on which it is made",
    "surfaces/slack/test_doors.py": "Slack signs the time, and an old signature is refused",
    "surfaces/teams/fake_connector.py": "a token of Microsoft's says from when and until when",
    "surfaces/teams/test_doors.py": "a token of Microsoft's says from when and until when",
    "chaos/crowd.py": _KILLED,
    "chaos/planned_deaths.py": _KILLED,
    "chaos/replica.py": _KILLED,
    "chaos/takeovers.py": "says how long runs of a killed process lay, and asserts nothing of it",
    "chaos/test_kill.py": _KILLED,
    "chaos/test_write_kill.py": _KILLED,
    "chaos/upgrading.py": _KILLED,
    "chaos/write_crowd.py": _KILLED,
    "chaos/write_replica.py": _KILLED,
}


def read_clocks(source: str) -> list[str]:
    """Each clock and sleep of a module, as `line: what`."""
    if not _WORTH_READING.search(source):
        return []
    return [
        f"{node.lineno}: {name}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt | ast.expr)
        for name in _clocks_of(node)
    ]


def _clocks_of(node: ast.stmt | ast.expr) -> Iterator[str]:
    match node:
        case ast.ImportFrom(module=module) if module in _MODULES:
            yield f"from {module} import"
        case ast.Import(names=names):
            yield from (each.name for each in names if each.name == "timeit")
        case ast.Attribute(value=ast.Name(id="time"), attr=attr) if attr in _CLOCKS:
            yield f"time.{attr}"
        case ast.Attribute(value=ast.Name(id=owner) | ast.Attribute(attr=owner), attr=attr):
            if attr in _DAYS.get(owner, ()):
                yield f"{owner}.{attr}"
        case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr="sleep"), args=[first]):
            # To sleep for 0 seconds gives others a turn.
            if owner in _LOOPS and not (isinstance(first, ast.Constant) and first.value == 0):
                yield f"{owner}.sleep"
        case ast.Call(func=ast.Attribute(value=loop, attr="time"), args=[]):
            if "loop" in ast.unparse(loop):
                yield "loop.time"
        case _:
            pass


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("import time\nbegan = time.perf_counter()", ["2: time.perf_counter"]),
        ("from time import monotonic", ["1: from time import"]),
        ("import timeit", ["1: timeit"]),
        ("def f(clock=time.time): ...", ["1: time.time"]),
        ("now = dt.datetime.now(dt.UTC)", ["1: datetime.now"]),
        ("today = date.today()", ["1: date.today"]),
        ("await asyncio.sleep(0.1)", ["1: asyncio.sleep"]),
        ("await anyio.sleep(pause)", ["1: anyio.sleep"]),
        ("asyncio.get_running_loop().time()", ["1: loop.time"]),
        ("await asyncio.sleep(0)", []),
        ("at = moment.time()", []),
        ("state.today", []),
    ],
)
def test_a_clock_is_found(source: str, told: list[str]) -> None:
    assert read_clocks(source) == told


def test_no_test_reads_a_clock_or_sleeps_without_a_reason() -> None:
    read = {
        path.relative_to(HERE).as_posix(): clocks
        for path in sorted(HERE.rglob("*.py"))
        if "node_modules" not in path.parts
        and (clocks := read_clocks(path.read_text(encoding="utf-8")))
    }
    assert {path: clocks for path, clocks in read.items() if path not in ALLOWED} == {}
    assert sorted(ALLOWED.keys() - read.keys()) == [], "these need no exception any more"

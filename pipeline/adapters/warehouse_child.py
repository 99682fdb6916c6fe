"""The process that reads database files: one job at a time, and gone when its parent is.

A library inside this process cannot be stopped while it builds one large value; a process can.
"""

import os
import pickle
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

from knowledge.database_url import DatabaseUrl
from pipeline.adapters.driver_errors import refused
from pipeline.adapters.warehouse_duckdb import DuckdbEngine
from pipeline.adapters.warehouse_sessions import Engine, Read
from pipeline.adapters.warehouse_sqlite import SqliteEngine
from pipeline.warehouse import (
    Plan,
    QueryFailed,
    QueryTimedOut,
    Rows,
    WarehouseBusy,
    WarehouseDown,
    WarehouseError,
)

# Past the engine's own limit, and past the parent's: for a parent that is gone.
_SECONDS_OVER = 5.0
# Twice what DuckDB may use by its own count, which leaves out some of what it uses.
_MOST_MEMORY = 4 * 1024**3
_ENGINES: dict[str, Callable[[DatabaseUrl], Engine]] = {
    "sqlite": SqliteEngine,
    "duckdb": DuckdbEngine,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One query on one file; `asked` is text when only its plan is wanted."""

    url: DatabaseUrl
    seconds: float
    asked: Read | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """An error of ours on its way to the parent: its class, and what to build it with."""

    kind: type[WarehouseError]
    facts: tuple[str | float, ...]


Answer = Rows | Plan | Refusal


def answered(job: Job) -> Answer:
    """What the engine says to a job."""
    engine = _ENGINES[job.url.dialect](job.url)
    try:
        return _asked(engine, job)
    except Exception as error:  # noqa: BLE001  every error goes to the parent
        return _refusal(engine, error, job.seconds)


def _asked(engine: Engine, job: Job) -> Rows | Plan:
    session = engine.open(job.seconds)
    try:
        return session.explain(job.asked) if isinstance(job.asked, str) else session.rows(job.asked)
    finally:
        session.close()


def _refusal(engine: Engine, error: Exception, seconds: float) -> Refusal:
    if isinstance(error, MemoryError):
        error = refused("out of memory")
    ours = error if isinstance(error, WarehouseError) else engine.translated(error)
    match ours:
        case WarehouseDown():
            return Refusal(kind=WarehouseDown, facts=(ours.shown, ours.reason))
        case WarehouseBusy():
            return Refusal(kind=WarehouseBusy, facts=(ours.detail,))
        case QueryTimedOut():
            return Refusal(kind=QueryTimedOut, facts=(seconds,))
        case QueryFailed():
            return Refusal(kind=QueryFailed, facts=(ours.message, ours.detail))
        case _:
            message = "The database could not run this query."
            return Refusal(kind=QueryFailed, facts=(message, repr(error)))


def serve(jobs: IO[bytes], answers: IO[bytes]) -> None:
    """Answers jobs until there are no more; the first thing said is that it is ready."""
    _say(None, answers)
    while True:
        try:
            job: Job = pickle.load(jobs)  # noqa: S301  from the parent alone
        except EOFError:
            return
        signal.setitimer(signal.ITIMER_REAL, job.seconds + _SECONDS_OVER)
        answer = answered(job)
        signal.setitimer(signal.ITIMER_REAL, 0)
        _say(answer, answers)


def _say(answer: Answer | None, answers: IO[bytes]) -> None:
    pickle.dump(answer, answers)
    answers.flush()


def main() -> None:
    """Serves over its standard input and output, to which nothing else may then write."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    allowed = _MOST_MEMORY if most == resource.RLIM_INFINITY else min(most, _MOST_MEMORY)
    resource.setrlimit(resource.RLIMIT_AS, (allowed, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    serve(sys.stdin.buffer, answers)

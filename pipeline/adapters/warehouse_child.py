"""The process that reads databases: one job at a time, and gone when its parent is.

A library inside this process cannot be stopped while it builds one large value, and keeps all else
waiting meanwhile; a process of its own can be ended, and its memory goes with it.
"""

import os
import pickle
import resource
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO

from knowledge.database_url import DatabaseUrl
from pipeline.adapters.driver_errors import refused
from pipeline.adapters.warehouse_sessions import Engine, Read, Session
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
_SECONDS_TO_OPEN = 15.0
_SECONDS_TO_CANCEL = 1.0
# Twice what DuckDB may use by its own count, which leaves out some of what it uses.
_MOST_OF_FILES = 4 * 1024**3
# A server's rows come a few at a time; one that does not fit in here is larger than any cap.
_MOST_OF_SERVERS = 1024**3
# What a process may still hold after a job and be given another.
_MOST_KEPT = 300 * 1024**2
_FILES = frozenset({"sqlite", "duckdb"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One query; `asked` is text when only its plan is wanted, None when a session is to open."""

    url: DatabaseUrl
    seconds: float
    asked: Read | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """An error of ours on its way to the parent: its class, and what to build it with."""

    kind: type[WarehouseError]
    facts: tuple[str | float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The session is open and waits for its query."""


Answer = Rows | Plan | Refusal | Opened


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """An answer; `spent` says that the process grew so large that it is better ended."""

    answer: Answer
    spent: bool = False


# The module and the class of each engine. Only one is loaded: that starts a process faster.
ENGINES = {
    "sqlite": ("pipeline.adapters.warehouse_sqlite", "SqliteEngine"),
    "duckdb": ("pipeline.adapters.warehouse_duckdb", "DuckdbEngine"),
    "postgres": ("pipeline.adapters.warehouse_postgres", "PostgresEngine"),
    "mysql": ("pipeline.adapters.warehouse_mysql", "MysqlEngine"),
}


def engine_of(url: DatabaseUrl) -> Engine:
    """The engine of a URL."""
    return _class_of(url.dialect)(url)


def _class_of(dialect: str) -> Callable[[DatabaseUrl], Engine]:
    module, name = ENGINES[dialect]
    found: Callable[[DatabaseUrl], Engine] = getattr(import_module(module), name)
    return found


def is_file(dialect: str) -> bool:
    """Whether the databases of a dialect are files, and no servers."""
    return dialect in _FILES


class Worker:
    """Answers jobs, and holds the session that is open."""

    def __init__(self) -> None:
        self._session: Session | None = None

    def answered(self, job: Job) -> Answer:
        """What the engine says to a job."""
        _limit_memory(_MOST_OF_FILES if is_file(job.url.dialect) else _MOST_OF_SERVERS)
        engine = engine_of(job.url)
        try:
            return self._asked(engine, job)
        except Exception as error:  # noqa: BLE001  every error goes to the parent
            return _refusal(engine, error, job.seconds)

    def cancel(self) -> None:
        """Stop what runs on the server; called from another thread."""
        session = self._session
        if session is not None:
            session.cancel()

    def _asked(self, engine: Engine, job: Job) -> Answer:
        session = self._session or engine.open(job.seconds)
        self._session = session
        if job.asked is None:
            return Opened()
        try:
            if isinstance(job.asked, str):
                return session.explain(job.asked)
            return session.rows(job.asked)
        finally:
            self._session = None
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


def serve(jobs: IO[bytes], answers: IO[bytes], worker: Worker) -> None:
    """Answers jobs until there are no more; the first thing said is that it is ready."""
    _say(None, answers)
    while True:
        try:
            job: Job = pickle.load(jobs)  # noqa: S301  from the parent alone
        except EOFError:
            return
        most = _SECONDS_TO_OPEN if job.asked is None else job.seconds + _SECONDS_OVER
        signal.setitimer(signal.ITIMER_REAL, most)
        answer = worker.answered(job)
        signal.setitimer(signal.ITIMER_REAL, 0)
        _say(Said(answer=answer, spent=_memory_held() > _MOST_KEPT), answers)


def _say(said: Said | None, answers: IO[bytes]) -> None:
    pickle.dump(said, answers)
    answers.flush()


def _memory_held() -> int:
    """What this process holds now; where the system does not say, the most that it ever held."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * resource.getpagesize()


def _limit_memory(wanted: int) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    allowed = wanted if most == resource.RLIM_INFINITY else min(most, wanted)
    resource.setrlimit(resource.RLIMIT_AS, (allowed, most))


def _end_when_told(worker: Worker) -> None:
    """Told to end, it has the server stop first: a server may not notice that nobody listens."""
    signal.sigwait({signal.SIGTERM})
    stopping = threading.Thread(target=worker.cancel, daemon=True)
    stopping.start()
    stopping.join(_SECONDS_TO_CANCEL)
    os._exit(1)


def main(dialect: str) -> None:
    """Serves over its standard input and output, to which nothing else may then write."""
    _class_of(dialect)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _limit_memory(_MOST_OF_FILES)
    worker = Worker()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    threading.Thread(target=_end_when_told, args=(worker,), daemon=True).start()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    serve(sys.stdin.buffer, answers, worker)

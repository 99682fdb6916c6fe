"""Databases read by processes of their own, which can be ended whatever they do."""

import atexit
import contextlib
import os
import pickle
import re
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, cast

from knowledge.database_url import DatabaseUrl
from knowledge.file_turns import FileBusyError, ReadingTurn
from pipeline.adapters.deadlines import DEADLINES
from pipeline.adapters.warehouse_child import (
    ENGINES,
    Answer,
    Job,
    Opened,
    Refusal,
    Said,
    engine_of,
    is_file,
    serve,
)
from pipeline.adapters.warehouse_sessions import Read
from pipeline.warehouse import (
    Plan,
    QueryFailed,
    Rows,
    WarehouseBusy,
    WarehouseDown,
    WarehouseError,
)

_START = f"import sys; from {serve.__module__} import main; main(sys.argv[1])"
_MOST_IDLE = 4
_DIED = "The query needs more memory than it may use."
_NOT_STARTED = "the process that reads it did not start"
# A process that is told to end has its server stop first; this is how long it may take for that.
_SECONDS_TO_END = 1.5
# What a driver of a server looks up: where keys and passwords are, and how it is to connect.
_OF_SERVERS = re.compile(r"PG\w+|HOME|SSL_CERT_\w+|KRB5\w*|LANG|LC_\w+|TZ")


class Child:
    """One process that takes jobs, such as reading a database, and answers each.

    It starts at once, and is ready later. `of_servers` passes on what drivers of servers look up,
    and lets the process end by itself.
    """

    def __init__(self, start: str, *arguments: str, of_servers: bool = False) -> None:
        self._is_ready = False
        self._of_servers = of_servers
        self._process = subprocess.Popen(  # noqa: S603  ourselves
            # Without -P a folder of this name in the working directory would be imported for ours.
            [sys.executable, "-P", "-c", start, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # No key or password of ours is anything to a process that runs people's queries.
            env=_environment(of_servers=of_servers),
            start_new_session=True,
        )
        self._jobs = cast("IO[bytes]", self._process.stdin)
        self._answers = cast("IO[bytes]", self._process.stdout)

    def wait_until_ready(self) -> None:
        """Raises EOFError where it did not start."""
        if not self._is_ready:
            pickle.load(self._answers)  # noqa: S301  from our own process
            self._is_ready = True

    def answer(self, job: object) -> Any:
        """What it says to a job. Raises OSError or EOFError where it was ended meanwhile."""
        pickle.dump(job, self._jobs)
        self._jobs.flush()
        return pickle.load(self._answers)  # noqa: S301  from our own process

    @property
    def is_there(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def stop(self) -> None:
        """End what it does, at any moment, from any thread."""
        if not self._of_servers:
            self._process.kill()
            return
        self._process.terminate()
        DEADLINES.after(_SECONDS_TO_END, self._process.kill)

    def end(self) -> None:
        """Let it go, and wait until the system has its file locks back."""
        self._process.kill()
        with contextlib.suppress(OSError):
            self._jobs.close()
        self._answers.close()
        self._process.wait()


def _environment(*, of_servers: bool) -> dict[str, str]:
    ours = os.environ  # noqa: TID251  what the driver itself looks up, and no setting of ours
    kept = {k: v for k, v in ours.items() if _OF_SERVERS.fullmatch(k)} if of_servers else {}
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


class _Idle:
    """Processes without a job: starting one takes longer than most queries."""

    def __init__(self, dialect: str) -> None:
        self._dialect = dialect
        self._lock = threading.Lock()
        self._children: list[Child] = []
        self._of_parent: list[Child] = []
        self._is_over = False

    def take(self) -> Child:
        child = self._taken() or self._started()
        try:
            child.wait_until_ready()
        except (EOFError, OSError):
            child.end()
            raise
        return child

    def _started(self) -> Child:
        return Child(_START, self._dialect, of_servers=not is_file(self._dialect))

    def _taken(self) -> Child | None:
        with self._lock:
            while self._children:
                child = self._children.pop()
                if child.is_there:
                    return child
                child.end()
        return None

    def replace(self, child: Child) -> None:
        """End one that is of no more use; the next query finds another that has begun to start."""
        child.end()
        with self._lock:
            if not self._children and not self._is_over:
                self._children.append(self._started())

    def give_back(self, child: Child) -> None:
        with self._lock:
            if len(self._children) < _MOST_IDLE:
                self._children.append(child)
                return
        child.end()

    def end(self) -> None:
        """End them all."""
        with self._lock:
            self._is_over = True
            for child in self._children:
                child.end()
            self._children = []

    def forget(self) -> None:
        """After a fork they are another process's: neither to be used nor to be ended here."""
        self._lock = threading.Lock()
        self._of_parent += self._children
        self._children = []


_IDLE = {dialect: _Idle(dialect) for dialect in ENGINES}
for _idle in _IDLE.values():
    atexit.register(_idle.end)
    os.register_at_fork(after_in_child=_idle.forget)


class ProcessEngine:
    """One database, read by a process of its own for each query."""

    def __init__(self, url: DatabaseUrl) -> None:
        self._url = url
        self.dialect = url.dialect
        self.shown = url.shown

    def open(self, seconds: float) -> "ProcessSession":
        turn = self._turn(seconds) if is_file(self.dialect) else None
        try:
            session = ProcessSession(_IDLE[self.dialect], turn, self._url, seconds)
        except (EOFError, OSError) as error:
            if turn is not None:
                turn.end()
            raise WarehouseDown(self.shown, _NOT_STARTED) from error
        if not is_file(self.dialect):
            self._connect(session)
        return session

    def translated(self, error: Exception) -> WarehouseError | None:
        # Its own errors come as ours; what is left is that the process is gone.
        gone = isinstance(error, EOFError | OSError | pickle.UnpicklingError)
        return QueryFailed(_DIED, repr(error)) if gone else None

    def problems(self) -> Sequence[str]:
        return engine_of(self._url).problems()

    def _turn(self, seconds: float) -> ReadingTurn | None:
        path = Path(self._url.path).expanduser()
        if not path.is_file():
            raise WarehouseDown(self.shown, "there is no such file")
        try:
            # DuckDB lets nobody read a file that is open for writing; SQLite sees to that itself.
            return ReadingTurn(path, seconds) if self.dialect == "duckdb" else None
        except FileBusyError as error:
            raise WarehouseBusy(str(error)) from error

    def _connect(self, session: "ProcessSession") -> None:
        """What it takes to connect is no part of the time that the query has."""
        try:
            session.connect()
        except (EOFError, OSError) as error:
            session.close()
            raise WarehouseDown(self.shown, _NOT_STARTED) from error
        except WarehouseError:
            session.close()
            raise


class ProcessSession:
    """One query in a process of its own."""

    def __init__(
        self, idle: _Idle, turn: ReadingTurn | None, url: DatabaseUrl, seconds: float
    ) -> None:
        self._idle = idle
        self._child = idle.take()
        self._turn = turn
        self._url = url
        self._seconds = seconds
        self._lock = threading.Lock()
        self._is_busy = self._is_over = self._is_cancelled = False

    def connect(self) -> None:
        """Open the server's session, which then waits for its query."""
        answer = self._answer(None)
        if not isinstance(answer, Opened):
            raise TypeError(answer)
        # Whoever closes it now leaves an open session behind in the process.
        self._is_busy = True

    def rows(self, read: Read) -> Rows:
        answer = self._answer(read)
        if not isinstance(answer, Rows):
            raise TypeError(answer)
        return answer

    def explain(self, sql: str) -> Plan:
        answer = self._answer(sql)
        if not isinstance(answer, Plan):
            raise TypeError(answer)
        return answer

    def cancel(self) -> None:
        with self._lock:
            # Once it is over, the process may have another's query.
            if not self._is_over:
                self._is_cancelled = self._is_busy = True
                self._child.stop()

    def close(self) -> None:
        with self._lock:
            self._is_over = True
        if self._is_busy:
            self._idle.replace(self._child)
        else:
            self._idle.give_back(self._child)
        if self._turn is not None:
            self._turn.end()

    def _answer(self, asked: Read | str | None) -> Answer:
        job = Job(url=self._url, seconds=self._seconds, asked=asked)
        with self._lock:
            self._is_busy = True
        said: Said = self._child.answer(job)
        with self._lock:
            gone = self._is_cancelled or said.spent or not self._child.is_there
            self._is_busy = gone
        if isinstance(said.answer, Refusal):
            raise said.answer.kind(*said.answer.facts)
        return said.answer

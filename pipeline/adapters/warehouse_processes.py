"""Databases in files, read by processes of their own, which can be ended whatever they do."""

import atexit
import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, cast

from knowledge.database_url import DatabaseUrl
from knowledge.file_turns import FileBusyError, ReadingTurn
from pipeline.adapters.warehouse_child import Answer, Job, Refusal, serve
from pipeline.adapters.warehouse_sessions import Read
from pipeline.warehouse import (
    Plan,
    QueryFailed,
    Rows,
    WarehouseBusy,
    WarehouseDown,
    WarehouseError,
)

_START = f"from {serve.__module__} import main; main()"
_MOST_IDLE = 4
_DIED = "The query needs more memory than it may use."
_NOT_STARTED = "the process that reads it did not start"


class Child:
    """One process that reads files."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603  ourselves
            [sys.executable, "-c", _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # No key or password of ours is anything to a process that runs people's queries.
            env={"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,
        )
        self._jobs = cast("IO[bytes]", self._process.stdin)
        self._answers = cast("IO[bytes]", self._process.stdout)

    def wait_until_ready(self) -> None:
        """Raises EOFError where it did not start."""
        pickle.load(self._answers)  # noqa: S301  from our own process

    def answer(self, job: Job) -> Answer:
        """What it says to a job. Raises OSError or EOFError where it was ended meanwhile."""
        pickle.dump(job, self._jobs)
        self._jobs.flush()
        answer: Answer = pickle.load(self._answers)  # noqa: S301  from our own process
        return answer

    @property
    def is_there(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End what it does, at any moment, from any thread."""
        self._process.kill()

    def end(self) -> None:
        """Let it go, and wait until the system has its file locks back."""
        self._process.kill()
        with contextlib.suppress(OSError):
            self._jobs.close()
        self._answers.close()
        self._process.wait()


class _Idle:
    """Processes without a job: starting one takes longer than most queries."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._children: list[Child] = []
        self._of_parent: list[Child] = []

    def take(self) -> Child:
        with self._lock:
            while self._children:
                child = self._children.pop()
                if child.is_there:
                    return child
                child.end()
        child = Child()
        try:
            child.wait_until_ready()
        except (EOFError, OSError):
            child.end()
            raise
        return child

    def give_back(self, child: Child) -> None:
        with self._lock:
            if len(self._children) < _MOST_IDLE:
                self._children.append(child)
                return
        child.end()

    def end(self) -> None:
        """End them all."""
        with self._lock:
            for child in self._children:
                child.end()
            self._children = []

    def forget(self) -> None:
        """After a fork they are another process's: neither to be used nor to be ended here."""
        self._lock = threading.Lock()
        self._of_parent += self._children
        self._children = []


_IDLE = _Idle()
atexit.register(_IDLE.end)
os.register_at_fork(after_in_child=_IDLE.forget)


class FileEngine:
    """One SQLite or DuckDB file, opened by a process of its own for each query."""

    def __init__(self, url: DatabaseUrl) -> None:
        self._url = url
        self.dialect = url.dialect
        self.shown = url.shown

    def open(self, seconds: float) -> "FileSession":
        path = Path(self._url.path).expanduser()
        if not path.is_file():
            raise WarehouseDown(self.shown, "there is no such file")
        try:
            # DuckDB lets nobody read a file that is open for writing; SQLite sees to that itself.
            turn = ReadingTurn(path, seconds) if self.dialect == "duckdb" else None
        except FileBusyError as error:
            raise WarehouseBusy(str(error)) from error
        try:
            return FileSession(_IDLE.take(), turn, self._url, seconds)
        except (EOFError, OSError) as error:
            if turn is not None:
                turn.end()
            raise WarehouseDown(self.shown, _NOT_STARTED) from error

    def translated(self, error: Exception) -> WarehouseError | None:
        # Its own errors come as ours; what is left is that the process is gone.
        gone = isinstance(error, EOFError | OSError | pickle.UnpicklingError)
        return QueryFailed(_DIED, repr(error)) if gone else None

    def problems(self) -> Sequence[str]:
        return []


class FileSession:
    """One query in a process of its own."""

    def __init__(
        self, child: Child, turn: ReadingTurn | None, url: DatabaseUrl, seconds: float
    ) -> None:
        self._child = child
        self._turn = turn
        self._url = url
        self._seconds = seconds
        self._lock = threading.Lock()
        self._is_busy = self._is_over = False

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
                self._is_busy = True
                self._child.kill()

    def close(self) -> None:
        with self._lock:
            self._is_over = True
        if self._is_busy:
            self._child.end()
        else:
            _IDLE.give_back(self._child)
        if self._turn is not None:
            self._turn.end()

    def _answer(self, asked: Read | str) -> Answer:
        job = Job(url=self._url, seconds=self._seconds, asked=asked)
        with self._lock:
            cancelled, self._is_busy = self._is_busy, True
        answer = self._child.answer(job)
        with self._lock:
            self._is_busy = cancelled or not self._child.is_there
        if isinstance(answer, Refusal):
            raise answer.kind(*answer.facts)
        return answer

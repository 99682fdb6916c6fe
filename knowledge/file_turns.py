"""Turns on a database file that one process may open for reading or for writing, never for both."""

import threading
from collections import defaultdict
from pathlib import Path


class FileBusyError(Exception):
    """The others did not finish in time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path.name} is in use")


class _Turns:
    """Many readers or one writer; readers let a writer who waits go first."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._readers = 0
        self._writing = False
        self._waiting = 0

    def start_reading(self, seconds: float) -> bool:
        with self._changed:
            free = self._changed.wait_for(lambda: not (self._writing or self._waiting), seconds)
            self._readers += free
            return free

    def stop_reading(self) -> None:
        with self._changed:
            self._readers -= 1
            self._changed.notify_all()

    def start_writing(self, seconds: float) -> bool:
        with self._changed:
            self._waiting += 1
            try:
                free = self._changed.wait_for(lambda: not (self._writing or self._readers), seconds)
                self._writing = self._writing or free
                return free
            finally:
                self._waiting -= 1
                self._changed.notify_all()

    def stop_writing(self) -> None:
        with self._changed:
            self._writing = False
            self._changed.notify_all()


# The engine shares an opened file within a process, so the turns are the process's as well.
_FILES: dict[Path, _Turns] = defaultdict(_Turns)
_FILES_LOCK = threading.Lock()


def _turns(path: Path) -> _Turns:
    with _FILES_LOCK:
        return _FILES[path.resolve()]


class ReadingTurn:
    """Leave to read the file, until `end`. Raises `FileBusyError` when there is none in time."""

    def __init__(self, path: Path, seconds: float) -> None:
        self._turns = _turns(path)
        self._open = self._turns.start_reading(seconds)
        if not self._open:
            raise FileBusyError(path)

    def end(self) -> None:
        """Let others go on; a second time does nothing."""
        if self._open:
            self._open = False
            self._turns.stop_reading()


class WritingTurn:
    """Leave to write the file, until `end`. Raises `FileBusyError` when there is none in time."""

    def __init__(self, path: Path, seconds: float) -> None:
        self._turns = _turns(path)
        self._open = self._turns.start_writing(seconds)
        if not self._open:
            raise FileBusyError(path)

    def end(self) -> None:
        """Let others go on; a second time does nothing."""
        if self._open:
            self._open = False
            self._turns.stop_writing()

"""A lock file beside a SQLite ledger: the kernel releases it when its process ends, however."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from review.ledger.errors import LedgerInUseError

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]


class FileLock:
    """The right to serve from one SQLite file."""

    def __init__(self, file: IO[str], ledger: Path) -> None:
        self._file = file
        self._ledger = ledger

    def release(self) -> None:
        """Give it back, when every connection of this process is closed."""
        if self._file.closed:
            return
        if not self._ledger.with_name(f"{self._ledger.name}-wal").exists():
            with contextlib.suppress(OSError):
                _write(self._file, _state_of(self._ledger))
        self._file.close()


def left_whole(ledger: Path) -> bool:
    """Whether the file is the very one that the last process closed in good order."""
    try:
        return _lock_of(ledger).read_text(encoding="utf-8").endswith(_state_of(ledger))
    except (OSError, UnicodeDecodeError):
        return False


def locked(ledger: Path) -> FileLock:
    """Take the lock. Raises LedgerInUseError, naming the process that has it."""
    file = _lock_of(ledger).open("a+", encoding="utf-8")
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.seek(0)
        holder = file.read().strip() or "another process"
        file.close()
        raise LedgerInUseError(str(ledger), holder) from error
    with contextlib.suppress(OSError):
        # A full disk must not keep the owner from serving: the name is only for the message.
        _write(file, f"process {os.getpid()}")
    return FileLock(file, ledger)


@contextlib.contextmanager
def only_one(path: Path) -> Iterator[IO[bytes]]:
    """The file, empty, for this process alone and its account's eyes. Raises BlockingIOError."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "w+b") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        file.truncate(0)
        yield file


def _lock_of(ledger: Path) -> Path:
    return ledger.with_name(f"{ledger.name}.lock")


def _state_of(ledger: Path) -> str:
    found = ledger.stat()
    return f"closed at {found.st_size} bytes, {found.st_mtime_ns}"


def _write(file: IO[str], said: str) -> None:
    file.truncate(0)
    file.write(said)
    file.flush()

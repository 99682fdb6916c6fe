"""A lock file beside a SQLite ledger: the kernel releases it when its process ends, however."""

import contextlib
import os
from pathlib import Path
from typing import IO

from review.errors import LedgerInUseError

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]


class FileLock:
    """The right to serve from one SQLite file."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def release(self) -> None:
        self._file.close()


def locked(ledger: Path) -> FileLock:
    """Take the lock. Raises LedgerInUseError, naming the process that has it."""
    path = ledger.with_name(f"{ledger.name}.lock")
    file = path.open("a+", encoding="utf-8")
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.seek(0)
        holder = file.read().strip() or "another process"
        file.close()
        raise LedgerInUseError(str(ledger), holder) from error
    with contextlib.suppress(OSError):
        _sign(file)
    return FileLock(file)


def _sign(file: IO[str]) -> None:
    # A full disk must not keep the owner from serving: the name is only for the message.
    file.truncate(0)
    file.write(f"process {os.getpid()}")
    file.flush()

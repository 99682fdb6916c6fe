"""A bell beside a served SQLite file: who writes to it from another process rings, to be seen."""

import asyncio
import contextlib
import os
from collections.abc import Callable
from pathlib import Path

_MUCH = 4096


class Bell:
    """A named pipe. Where there cannot be one, nobody answers and nobody hears it ring."""

    def __init__(self, ledger: Path | None) -> None:
        self._place = None if ledger is None else ledger.with_name(f"{ledger.name}.bell")
        self._pipe: int | None = None

    def answered_by(self, tell: Callable[[], None]) -> bool:
        """Have each ring told, until it is closed; False where that cannot be."""
        if self._place is None or not hasattr(os, "mkfifo"):
            return False
        try:
            # One that was left behind serves as well.
            with contextlib.suppress(FileExistsError):
                os.mkfifo(self._place)
            # Open for both, or each ring would end it.
            pipe = os.open(self._place, os.O_RDWR | os.O_NONBLOCK)
        except OSError:
            return False
        try:
            asyncio.get_running_loop().add_reader(pipe, self._rung, pipe, tell)
        except (OSError, NotImplementedError):
            os.close(pipe)
            return False
        self._pipe = pipe
        return True

    def ring(self) -> None:
        """Let who serves from the file look; who answers need not tell themselves."""
        if self._pipe is not None or self._place is None or not self._place.is_fifo():
            return
        # Nobody may be there, and where many rang one ring more changes nothing.
        with contextlib.suppress(OSError):
            pipe = os.open(self._place, os.O_WRONLY | os.O_NONBLOCK)
            try:
                os.write(pipe, b"\n")
            finally:
                os.close(pipe)

    def close(self) -> None:
        """Take it down; only who serves from the file may."""
        if self._pipe is None or self._place is None:
            return
        asyncio.get_running_loop().remove_reader(self._pipe)
        os.close(self._pipe)
        self._pipe = None
        self._place.unlink(missing_ok=True)

    def _rung(self, pipe: int, tell: Callable[[], None]) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(pipe, _MUCH)
        tell()

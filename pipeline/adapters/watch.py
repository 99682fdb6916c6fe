"""Watches one call of a blocking driver: ends it when its time is up, or nobody waits for it."""

import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from pipeline.adapters.deadlines import DEADLINES


class Cancellable(Protocol):
    """A session that another thread may cancel."""

    def cancel(self) -> None: ...


class UnwantedError(Exception):
    """Nobody waits for this call any more."""


class Watch:
    """One call's way: its session while it is open, and whether time ran out or nobody wants it."""

    def __init__(self) -> None:
        self.session: Cancellable | None = None
        self.late = False
        self.unwanted = False

    def give_up(self) -> None:
        """Nobody waits: end the call, without holding up the event loop."""
        self.unwanted = True
        threading.Thread(target=self._stop, daemon=True).start()

    def require_wanted(self) -> None:
        """Raises UnwantedError where nobody waits any more."""
        if self.unwanted:
            raise UnwantedError

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        """End what runs in here after so many seconds."""
        deadline = DEADLINES.after(seconds, self._time_out)
        try:
            yield
        finally:
            deadline.call_off()

    def _time_out(self) -> None:
        self.late = True
        self._stop()

    def _stop(self) -> None:
        session = self.session
        # It may be over by now: then there is nothing left to stop.
        with contextlib.suppress(Exception):
            if session is not None:
                session.cancel()

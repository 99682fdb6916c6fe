"""Deadlines of calls in many threads, kept by one: a thread for each would cost every query one."""

import heapq
import os
import threading
import time
from collections.abc import Callable
from itertools import count


class Deadline:
    """What is to be done at a moment, until it is called off."""

    def __init__(self, do: Callable[[], None]) -> None:
        self._do: Callable[[], None] | None = do

    @property
    def holds(self) -> bool:
        """Whether nobody called it off."""
        return self._do is not None

    def call_off(self) -> None:
        # It lies with the others until its moment, and holds on to nothing meanwhile.
        self._do = None

    def pass_by(self) -> None:
        """Do it, in a thread of its own: it may block, and the others do not wait for it."""
        if self._do is not None:
            threading.Thread(target=self._do, daemon=True).start()


class Deadlines:
    """Waits for the nearest deadline, in a thread that begins with the first."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Keep none, and have no thread: at first, and after a fork, as they are the parent's."""
        self._waiting: list[tuple[float, int, Deadline]] = []
        self._numbers = count()
        self._sooner = threading.Condition()
        self._keeper: threading.Thread | None = None

    def after(self, seconds: float, do: Callable[[], None]) -> Deadline:
        """Do that after so many seconds, unless it is called off."""
        deadline = Deadline(do)
        with self._sooner:
            entry = (time.monotonic() + seconds, next(self._numbers), deadline)
            heapq.heappush(self._waiting, entry)
            if self._keeper is None:
                self._keeper = threading.Thread(target=self._keep, daemon=True, name="deadlines")
                self._keeper.start()
            elif self._waiting[0] is entry:
                self._sooner.notify()
        return deadline

    def _keep(self) -> None:
        while True:
            self._next().pass_by()

    def _next(self) -> Deadline:
        """The next deadline, at its moment."""
        with self._sooner:
            while True:
                while self._waiting and not self._waiting[0][2].holds:
                    heapq.heappop(self._waiting)
                left = self._waiting[0][0] - time.monotonic() if self._waiting else None
                if left is not None and left <= 0:
                    return heapq.heappop(self._waiting)[2]
                self._sooner.wait(left)


DEADLINES = Deadlines()
os.register_at_fork(after_in_child=DEADLINES.forget)

"""Runs that were taken up with the decision they waited for, on their way to the engine here."""

import datetime as dt

from review.ledger.port import Wakes
from review.runs import changes
from review.runs.taking_up import Held


class HandingOver:
    """Holds each from the commit of its decision until the engine goes on with it."""

    def __init__(self, wakes: Wakes) -> None:
        self._wakes = wakes
        self._held: dict[str, Held] = {}

    @property
    def room(self) -> int:
        """How many runs could begin here at once."""
        return self._wakes.room

    def put(self, held: Held) -> None:
        """Wake the engine for a run whose lease is ours, and kept to be so."""
        self._held[held.run.id] = held
        self._wakes.wake(changes.wake_run(held.run))

    def taken(self, run: str, now: dt.datetime) -> Held | None:
        """The run, if its lease was handed over and has not run out meanwhile."""
        held = self._held.pop(run, None)
        if held is None or held.run.lease.until is None or held.run.lease.until <= now:
            return None
        return held

    def left(self) -> tuple[str, ...]:
        """The runs that no engine came for; they are not handed over any more."""
        left = tuple(self._held)
        self._held.clear()
        return left

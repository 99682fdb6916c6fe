"""Says to the other replicas that this one is at work, on the way of what it keeps."""

import time
from collections.abc import Callable, Sequence
from typing import Final

from review.adapters.in_one_go import Call
from review.ledger.news import SAID_FOR

CHANNEL: Final = "countersign_at_work"


class AtWork:
    """With the first commit and then now and then: the others go on looking for so long."""

    def __init__(self, name: str, ticks: Callable[[], float] = time.monotonic) -> None:
        self._ticks = ticks
        self._call = Call(text=f"NOTIFY {CHANNEL}, '{name}'".encode())
        self._said_at = -SAID_FOR

    def due(self) -> Sequence[Call]:
        """What is to be sent before a commit."""
        return () if self._ticks() < self._said_at + SAID_FOR else (self._call,)

    def said(self, asked_at: float) -> None:
        """It was kept with a transaction that asked then: not before all others were told."""
        self._said_at = max(self._said_at, asked_at)

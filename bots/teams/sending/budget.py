"""How much one thread takes, so that Teams never has to throttle us."""

from collections import deque
from collections.abc import Callable
from typing import Final

# What Teams documents for one bot in one thread: this many requests in this many seconds.
WINDOWS: Final = ((7, 1.0), (8, 2.0), (60, 30.0), (1_800, 3_600.0))
_MOST_THREADS: Final = 2_000


class Budget:
    """Counts what was sent to each conversation."""

    def __init__(self, ticks: Callable[[], float]) -> None:
        self._ticks = ticks
        self._sent: dict[str, deque[float]] = {}

    def wait(self, conversation: str) -> float:
        """How long to wait before the next message; zero counts it as sent."""
        now, sent = self._ticks(), self._of(conversation)
        while sent and now - sent[0] >= WINDOWS[-1][1]:
            sent.popleft()
        pause = max(_pause(sent, now, most, span) for most, span in WINDOWS)
        if pause <= 0:
            sent.append(now)
        return max(pause, 0.0)

    def _of(self, conversation: str) -> deque[float]:
        if conversation not in self._sent and len(self._sent) >= _MOST_THREADS:
            self._sent.pop(next(iter(self._sent)))
        return self._sent.setdefault(conversation, deque())


def _pause(sent: deque[float], now: float, most: int, span: float) -> float:
    if len(sent) < most:
        return 0.0
    return sent[-most] + span - now

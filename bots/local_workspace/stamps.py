"""Timestamps and ids in Slack's form; each is new and later than the last."""

from collections.abc import Callable
from typing import Final, TypeAlias

Clock: TypeAlias = Callable[[], float]

_DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MILLION: Final = 1_000_000


class Stamps:
    """Hands out message timestamps and object ids."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def now(self) -> float:
        return self._clock()

    def ts(self) -> str:
        moment = self._next()
        return f"{moment // _MILLION}.{moment % _MILLION:06d}"

    def id(self, prefix: str) -> str:
        return f"{prefix}{_base36(self._next())}"

    def not_before(self, ts: str) -> None:
        """Continue after a timestamp that an earlier process gave out."""
        self._last = max(self._last, int(float(ts) * _MILLION))

    def _next(self) -> int:
        self._last = max(int(self._clock() * _MILLION), self._last + 1)
        return self._last


def _base36(value: int) -> str:
    digits = ""
    while value:
        value, digit = divmod(value, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits

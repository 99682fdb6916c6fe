"""Makes ready, after a start and a little at a time, what the first runs would wait for."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable

import structlog

log = structlog.get_logger()

# Between two pieces, for the clicks that come in meanwhile.
_PAUSE = 0.005


class Warming:
    """Does the pieces one after the other beside everything else. A start does not wait for it."""

    def __init__(self, pieces: Iterable[Callable[[], object]]) -> None:
        self._pieces = tuple(pieces)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._all())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _all(self) -> None:
        for piece in self._pieces:
            try:
                piece()
            except Exception:
                # Whoever needs it says what is wrong with it.
                log.exception("not_made_ready")
            await asyncio.sleep(_PAUSE)

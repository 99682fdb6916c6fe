"""Makes ready, after a start and a little at a time, what the first runs would wait for."""

import asyncio
from collections.abc import Callable, Iterable

import structlog

from review.office.background_task import BackgroundTask

log = structlog.get_logger()

# Between two pieces, for the clicks that come in meanwhile.
_PAUSE = 0.005


class Warming:
    """Does the pieces one after the other beside everything else. A start does not wait for it."""

    def __init__(self, pieces: Iterable[Callable[[], object]]) -> None:
        self._pieces = tuple(pieces)
        self._task = BackgroundTask(self._all)

    def start(self) -> None:
        self._task.start()

    async def stop(self) -> None:
        await self._task.stop()

    async def _all(self) -> None:
        for piece in self._pieces:
            try:
                piece()
            except Exception:
                # Whoever needs it says what is wrong with it.
                log.exception("not_made_ready")
            await asyncio.sleep(_PAUSE)

"""Work that goes on beside everything else until it is stopped."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any


class BackgroundTask:
    """One task; stopping waits until it has ended."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._work = work
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._work())

    @property
    def goes_on(self) -> bool:
        """False once it has ended by itself, which it never should."""
        return self._task is None or not self._task.done() or self._task.cancelled()

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

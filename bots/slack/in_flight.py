"""One question to Slack for all who wait for its answer at the same moment."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

V = TypeVar("V")


class InFlight(Generic[V]):
    """What is asked by its key. Who comes while it is on its way waits for the same answer."""

    def __init__(self) -> None:
        self._asked: dict[str, asyncio.Task[V]] = {}

    async def get(self, key: str, ask: Callable[[], Awaitable[V]]) -> V:
        """The answer; raises what asking raises, for each who waits for it."""
        task = self._asked.get(key)
        if task is None:
            task = self._asked[key] = asyncio.create_task(self._get(key, ask))
        # Whoever gives up leaves the answer to the others.
        return await asyncio.shield(task)

    async def _get(self, key: str, ask: Callable[[], Awaitable[V]]) -> V:
        try:
            return await ask()
        finally:
            del self._asked[key]

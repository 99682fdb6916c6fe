"""Waits for what happens beside a test: in another task, thread or process.

This is the one place of the tests that sleeps. Nothing is said of how long anything takes: a wait
ends as soon as what it waits for is there. The patience is for what never comes, so it is long
enough for a very busy machine.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 60.0
_BETWEEN = 0.02


async def until(is_so: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until that is so. Raises TimeoutError."""
    async with asyncio.timeout(patience):
        while not is_so():  # noqa: ASYNC110 - nobody tells of it
            await asyncio.sleep(_BETWEEN)


async def found(
    find: Callable[[], Awaitable[T | None]], patience: float = PATIENCE, between: float = _BETWEEN
) -> T:
    """What is looked for, once it is there; every `between` seconds. Raises TimeoutError."""
    async with asyncio.timeout(patience):
        while (result := await find()) is None:  # noqa: ASYNC110 - nobody tells of it
            await asyncio.sleep(between)
    return result


def tried(act: Callable[[], T], busy: type[Exception], times: int = 1_000) -> T:
    """What the act gives, tried again while it is busy. Raises that error in the end."""
    for _ in range(times):
        try:
            return act()
        except busy:
            time.sleep(_BETWEEN)
    return act()

"""Where a step computes for tenths of a second: beside the event loop, which waits for nobody."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

V = TypeVar("V")


class Computing(Protocol):
    """Runs plain functions of a workspace beside the event loop.

    A function may run in another process: it must be one of a module, its arguments and its result
    plain values, and of a workspace it may read all but the ports.
    """

    async def run(self, workspace: Any, function: Callable[..., V], *arguments: Any) -> V:
        """What the function gives back; raises what it raises, or ComputingFailed."""
        ...

    async def close(self) -> None:
        """Let go of what was opened for it."""
        ...


class ComputingFailed(Exception):
    """The process that computed died each time, or computed for too long."""

    def __init__(self, function: str, reason: str) -> None:
        self.function = function
        self.reason = reason
        super().__init__(f"{function} could not be computed: {reason}.")


class InThreads:
    """In a thread of this process: for one question at a time, and where nothing else goes."""

    async def run(self, workspace: Any, function: Callable[..., V], *arguments: Any) -> V:
        del workspace
        return await asyncio.to_thread(function, *arguments)

    async def close(self) -> None:
        """A thread ends by itself."""


IN_THREADS = InThreads()

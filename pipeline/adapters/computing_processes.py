"""Computing in a few processes of their own: a burst of questions leaves the event loop alone.

The interpreter runs one thread at a time, so that threads that compute delay every
acknowledgement. One question alone is computed in a thread: no process is started for it.
"""

import asyncio
import pickle
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import structlog

from pipeline.adapters.computing_child import (
    Done,
    Job,
    NotHere,
    Shelf,
    main,
    packed,
    portable,
    unpacked,
)
from pipeline.adapters.warehouse_processes import Child
from pipeline.computing import IN_THREADS, ComputingFailed

V = TypeVar("V")
log = structlog.get_logger()

_START: Final = f"from {main.__module__} import main; main()"
_SECONDS: Final = 120
_RESTS_AFTER: Final = 300.0
# The second time it is the function that ends its process, and nobody else.
_TRIES: Final = 2
_GONE: Final = (EOFError, OSError, pickle.UnpicklingError)


class _Computer:
    """One process, and the numbers of the workspaces that it has."""

    def __init__(self) -> None:
        self.child = Child(_START)
        self.has: frozenset[int] = frozenset()
        self.rests_since = 0.0


@dataclass(frozen=True, slots=True)
class _Value:
    """What a function gave back."""

    value: Any


class ComputingProcesses:
    """Up to `most` processes, started when several questions come at once, ended when they rest.

    What takes longer than `seconds` is ended.
    """

    def __init__(
        self, most: int, *, seconds: int = _SECONDS, rests_after: float = _RESTS_AFTER
    ) -> None:
        self._places = asyncio.Semaphore(most)
        self._seconds = seconds
        self._rests_after = rests_after
        self._shelf = Shelf()
        self._idle: list[_Computer] = []
        self._ending: set[asyncio.Future[None]] = set()
        self._at_work = 0
        # What needs a port of its workspace, or cannot be sent.
        self._only_here: set[tuple[str, str]] = set()
        self._look: asyncio.TimerHandle | None = None

    @property
    def resting(self) -> int:
        """How many processes have nothing to do."""
        return len(self._idle)

    async def run(self, workspace: Any, function: Callable[..., V], *arguments: Any) -> V:
        """In a thread where nothing else is computed, else in a process.

        Raises what the function raises, or ComputingFailed.
        """
        key = (workspace.name, f"{function.__module__}.{function.__qualname__}")
        alone = not self._at_work and not self._idle
        self._at_work += 1
        try:
            if not alone and key not in self._only_here:
                try:
                    return await self._in_a_process(key[1], function, arguments)
                except NotHere as error:
                    log.info("computed_here", function=key[1], reason=str(error))
                    self._only_here.add(key)
            return await IN_THREADS.run(workspace, function, *arguments)
        finally:
            self._at_work -= 1

    async def close(self) -> None:
        """End the processes."""
        if self._look is not None:
            self._look.cancel()
        idle, self._idle = self._idle, []
        await asyncio.gather(*(asyncio.to_thread(each.child.end) for each in idle))

    async def _in_a_process(self, name: str, function: Callable[..., V], arguments: Any) -> V:
        async with self._places:
            for _ in range(_TRIES):
                try:
                    return await self._computed(function, arguments)
                except _GONE as error:
                    log.warning("computing_ended", function=name, reason=repr(error))
        raise ComputingFailed(name, "its process ended each time")

    async def _computed(self, function: Callable[..., V], arguments: Any) -> V:
        """Raises NotHere for what cannot be sent, and one of _GONE where the process ended."""
        computer = await asyncio.to_thread(self._taken)
        try:
            done = await asyncio.to_thread(self._asked, computer, function, arguments)
        except BaseException:
            # Nobody waits for it any more, or it is gone: the thread that reads it ends with it.
            computer.child.stop()
            self._let_go(computer)
            raise
        self._idle.append(computer)
        self._rest(computer)
        if isinstance(done, Exception):
            raise done
        value: V = done.value
        return value

    def _asked(
        self, computer: _Computer, function: Callable[..., V], arguments: Any
    ) -> "Exception | _Value":
        """What came of it. Blocks."""
        try:
            work, named = packed((function, arguments), self._shelf)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            return NotHere(str(error))
        fresh = {number: each for number, each in named.items() if number not in computer.has}
        gone = computer.has - self._shelf.numbers - named.keys()
        kept = [(number, portable(each)) for number, each in fresh.items()]
        job = Job(seconds=self._seconds, work=work, kept=kept, gone=tuple(gone))
        timer = threading.Timer(self._seconds, computer.child.stop)
        timer.start()
        try:
            done: Done = computer.child.answer(job)
        finally:
            timer.cancel()
        computer.has = (computer.has - gone) | fresh.keys()
        return done.error or _Value(unpacked(done.value, named))

    def _taken(self) -> _Computer:
        """A process that rests, or a new one. Raises one of _GONE where it does not start."""
        while self._idle:
            computer = self._idle.pop()
            if computer.child.is_there:
                return computer
            computer.child.end()
        computer = _Computer()
        try:
            computer.child.wait_until_ready()
        except BaseException:
            computer.child.end()
            raise
        return computer

    def _let_go(self, computer: _Computer) -> None:
        """End a process beside the loop, which does not wait for it."""
        ended = asyncio.get_running_loop().run_in_executor(None, computer.child.end)
        self._ending.add(ended)
        ended.add_done_callback(self._ending.discard)

    def _rest(self, computer: _Computer) -> None:
        """Let processes go that have nothing to do for long: they hold what is known of all."""
        loop = asyncio.get_running_loop()
        computer.rests_since = loop.time()
        if self._look is None:
            self._look = loop.call_later(self._rests_after, self._end_rested)

    def _end_rested(self) -> None:
        loop, self._look = asyncio.get_running_loop(), None
        rested = [e for e in self._idle if loop.time() - e.rests_since >= self._rests_after]
        for each in rested:
            self._idle.remove(each)
            self._let_go(each)
        if self._idle:
            self._look = loop.call_later(self._rests_after, self._end_rested)

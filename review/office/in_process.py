"""A dispatcher within one process: one task a job, so many at a time, no job twice at once."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext

import structlog

from review.ledger.dispatch import Job, JobKind

log = structlog.get_logger()

# Threads that are written to at once.
_POSTS = 16


class InProcessDispatcher:
    """The Dispatcher port on asyncio. Runs wait for a free place, and notices for one of their own.

    Thus a burst of notices leaves the ledger's connections to the questions that come in.
    """

    def __init__(self, concurrency: int = 8) -> None:
        self._places = asyncio.Semaphore(concurrency)
        self._room = concurrency
        self._counters = asyncio.Semaphore(_POSTS)
        self._work: Callable[[Job], Awaitable[None]] | None = None
        self._tasks: dict[tuple[JobKind, str], asyncio.Task[None]] = {}
        self._at_work: set[tuple[JobKind, str]] = set()
        self._again: set[tuple[JobKind, str]] = set()
        self._later: dict[tuple[JobKind, str], asyncio.TimerHandle] = {}

    @property
    def room(self) -> int:
        return self._room if self._work is not None else 0

    def wake(self, job: Job) -> None:
        if self._work is None:
            return
        if job.delay > 0:
            self._wake_later(job)
            return
        key = (job.kind, job.id)
        if key in self._tasks:
            # One that still waits for its place will see what there is now.
            if key in self._at_work:
                self._again.add(key)
            return
        self._room -= job.kind is not JobKind.POST
        self._tasks[key] = asyncio.get_running_loop().create_task(self._do(job))

    async def start(self, work: Callable[[Job], Awaitable[None]]) -> None:
        self._work = work

    async def stop(self, grace: float) -> None:
        self._work = None
        for handle in self._later.values():
            handle.cancel()
        self._later.clear()
        tasks = set(self._tasks.values())
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=grace)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def perform(self, job: Job) -> None:
        """Do the job of another queue, in a place of this process."""
        self._room -= job.kind is not JobKind.POST
        try:
            async with self._place(job):
                await self._once(job)
        finally:
            self._room += job.kind is not JobKind.POST

    async def idle(self) -> None:
        """Return when no job is at work or about to be; delayed ones do not count."""
        while self._tasks:
            await asyncio.wait(set(self._tasks.values()))

    def _wake_later(self, job: Job) -> None:
        key = (job.kind, job.id)
        loop = asyncio.get_running_loop()
        known = self._later.get(key)
        if known is not None and known.when() <= loop.time() + job.delay:
            return
        if known is not None:
            known.cancel()
        self._later[key] = loop.call_later(job.delay, self._due, job)

    def _due(self, job: Job) -> None:
        self._later.pop((job.kind, job.id), None)
        self.wake(Job(kind=job.kind, id=job.id))

    async def _do(self, job: Job) -> None:
        key = (job.kind, job.id)
        try:
            async with self._place(job):
                self._at_work.add(key)
                await self._once(job)
        except Exception:
            log.exception("job_broke", kind=job.kind, id=job.id)
        finally:
            self._at_work.discard(key)
            del self._tasks[key]
            self._room += job.kind is not JobKind.POST
        if key in self._again:
            self._again.discard(key)
            self.wake(job)

    async def _once(self, job: Job) -> None:
        if self._work is not None:
            await self._work(job)

    def _place(self, job: Job) -> AbstractAsyncContextManager[None]:
        if job.begun:
            return nullcontext()
        return self._counters if job.kind is JobKind.POST else self._places

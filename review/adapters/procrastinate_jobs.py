"""A dispatcher over procrastinate: any replica takes any job, one that died hands its jobs on."""

import asyncio
import contextlib
import datetime as dt
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import TYPE_CHECKING

from review.adapters.deferring import jobs_of
from review.ledger.dispatch import Job
from review.ledger.news import News
from review.office.in_process import InProcessDispatcher

if TYPE_CHECKING:
    from review.adapters.job_worker import JobWorker

_PAUSE = 1.0
# Whoever works says so by leases on rows. To say it for their jobs costs an idle replica its rest.
_STALLED = dt.timedelta(minutes=2)
# Whoever starts has clicks to answer; jobs of other replicas wait for as long as loading takes.
_SETTLED = 0.25
# Loaded one by one, what the job engine may be made of holds up no click for long.
_LEAVES = ("packaging.version", "dateutil.parser", "croniter", "asgiref.sync", "psycopg_pool")
_TURN = 0.01


class ProcrastinateDispatcher:
    """The Dispatcher port. The ledger defers jobs with the rows that they are about.

    Notices, and jobs that this replica finds by looking, are done here, in the same places. A job
    whose replica was silent for `stalled_after` is handed to another: what it was about, if it is
    of the kind that has a lease, is taken over long before, as its rows are looked for.
    """

    def __init__(
        self, url: str, concurrency: int, news: News, stalled_after: dt.timedelta = _STALLED
    ) -> None:
        self._url = url
        self._concurrency = concurrency
        self._news = news
        self._stalled_after = stalled_after.total_seconds()
        self._here = InProcessDispatcher(concurrency)
        self._worker: JobWorker | None = None
        self._working: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()

    @property
    def room(self) -> int:
        return self._here.room

    def wake(self, job: Job) -> None:
        self._here.wake(job)

    async def start(self, work: Callable[[Job], Awaitable[None]]) -> None:
        await self._here.start(work)
        self._working = asyncio.get_running_loop().create_task(self._work_forever())

    async def stop(self, grace: float) -> None:
        self._stopping.set()
        await asyncio.gather(self._here.stop(grace), self._end(grace))

    async def idle(self) -> None:
        """Return when nothing woken in this process is at work."""
        await self._here.idle()

    async def _look(self, kind: str, listed: str) -> None:
        await asyncio.gather(*(self._here.perform(job) for job in jobs_of(kind, listed)))

    async def _work_forever(self) -> None:
        await self._stops_within(_SETTLED)
        if self._stopping.is_set():
            return
        for name in _LEAVES:
            with contextlib.suppress(ImportError):
                import_module(name)
            await asyncio.sleep(_TURN)
        from review.adapters.job_worker import JobWorker, app_over

        app = app_over(self._url, self._news)
        self._worker = JobWorker(app, self._look, self._concurrency, self._stalled_after)
        while not self._stopping.is_set():
            await self._worker.run()
            await self._stops_within(_PAUSE)

    async def _stops_within(self, seconds: float) -> None:
        """Wait for so long, or until we are to stop."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()

    async def _end(self, grace: float) -> None:
        if self._working is None:
            return
        if self._worker is not None:
            self._worker.stop(grace)
        # One that only tries to reach its database does not hear of it.
        _, late = await asyncio.wait({self._working}, timeout=grace + _PAUSE)
        for each in late:
            each.cancel()
        await asyncio.gather(self._working, return_exceptions=True)

"""A dispatcher over procrastinate: any replica takes any job, one that died hands its jobs on."""

import asyncio
import contextlib
import datetime as dt
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from procrastinate import App
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import DeleteJobCondition
from procrastinate.worker import Worker
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import AsyncConnectionPool

from review.adapters.deferring import QUEUE, TASK, TOGETHER, jobs_of
from review.adapters.listening import ListeningConnector
from review.dispatch import Job
from review.in_process import InProcessDispatcher

log = structlog.get_logger()

# Without it PostgreSQL settles on plans made for an empty queue, and a burst crawls.
_PLANS = "-c plan_cache_mode=force_custom_plan"
_CONNECTIONS = 3
# New jobs are heard of; this is for one that was not.
_POLL = 10.0
_PAUSE = 1.0


class ProcrastinateDispatcher:
    """The Dispatcher port. The ledger defers jobs with the rows that they are about.

    Notices, and jobs that this replica finds by looking, are done here, in the same places. A job
    whose replica was silent for `stalled_after` is handed to another.
    """

    def __init__(self, url: str, concurrency: int, stalled_after: dt.timedelta) -> None:
        self._url = url
        self._concurrency = concurrency
        self._stalled_after = stalled_after.total_seconds()
        self._here = InProcessDispatcher(concurrency)
        self._worker: Worker | None = None
        self._tasks: tuple[asyncio.Task[None], ...] = ()
        self._stopping = False

    @property
    def room(self) -> int:
        return self._here.room

    def wake(self, job: Job) -> None:
        self._here.wake(job)

    async def start(self, work: Callable[[Job], Awaitable[None]]) -> None:
        await self._here.start(work)
        app = self._app()
        loop = asyncio.get_running_loop()
        await app.open_async()
        self._tasks = (
            loop.create_task(self._work_forever(app)),
            loop.create_task(self._hand_on_forever(app)),
        )

    async def stop(self, grace: float) -> None:
        self._stopping = True
        await asyncio.gather(self._here.stop(grace), self._end(grace))

    async def idle(self) -> None:
        """Return when nothing woken in this process is at work."""
        await self._here.idle()

    def _app(self) -> App:
        options = conninfo_to_dict(self._url).get("options") or ""
        connector = ListeningConnector(
            self._url,
            pool_factory=_pool,
            min_size=1,
            max_size=_CONNECTIONS,
            kwargs={"options": f"{options} {_PLANS}"},
            configure=_commit_by_itself,
        )
        app = App(connector=connector)
        app.task(name=TASK, queue=QUEUE)(self._look)
        return app

    async def _look(self, kind: str, id: str) -> None:  # noqa: A002 - a field of the job
        await asyncio.gather(*(self._here.perform(job) for job in jobs_of(kind, id)))

    async def _work_forever(self, app: App) -> None:
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(app.close_async)
            while not self._stopping:
                self._worker = Worker(
                    app=app,
                    queues=[QUEUE],
                    concurrency=max(1, self._concurrency // TOGETHER),
                    fetch_job_polling_interval=_POLL,
                    delete_jobs=DeleteJobCondition.ALWAYS,
                    install_signal_handlers=False,
                    update_heartbeat_interval=self._stalled_after / 3,
                    stalled_worker_timeout=self._stalled_after,
                )
                try:
                    await self._worker.run()  # type: ignore[no-untyped-call]
                except ConnectorException as error:
                    log.warning("jobs_unavailable", reason=str(error.__cause__ or error))
                except Exception:
                    log.exception("job_worker_broke")
                await asyncio.sleep(_PAUSE * (not self._stopping))

    async def _hand_on_forever(self, app: App) -> None:
        """Give jobs of replicas that died to those that live."""
        while True:
            await asyncio.sleep(self._stalled_after / 3)
            with contextlib.suppress(ConnectorException):
                stalled = await app.job_manager.get_stalled_jobs(
                    queue=QUEUE, seconds_since_heartbeat=self._stalled_after
                )
                for job in stalled:
                    log.info("job_handed_on", job=job.id)
                    await app.job_manager.retry_job(job)

    async def _end(self, grace: float) -> None:
        if not self._tasks:
            return
        working, handing_on = self._tasks
        handing_on.cancel()
        if self._worker is not None:
            self._worker.shutdown_graceful_timeout = grace
            self._worker.stop()  # type: ignore[no-untyped-call]
        await asyncio.gather(working, handing_on, return_exceptions=True)


async def _commit_by_itself(connection: AsyncConnection) -> None:
    """Each of its statements stands alone: without a transaction it costs one round trip."""
    await connection.set_autocommit(True)


def _pool(**options: Any) -> AsyncConnectionPool:
    """A pool that asks no connection before each use whether it lives: the worker starts again."""
    return AsyncConnectionPool(**{**options, "check": None})

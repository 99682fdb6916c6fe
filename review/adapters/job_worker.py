"""The worker of procrastinate: fetches its jobs, and hands on those of replicas that died."""

import asyncio
import contextlib
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

from review.adapters.deferring import QUEUE, TASK, TOGETHER
from review.adapters.drivers import LIVING
from review.adapters.listening import ListeningConnector
from review.ledger.news import News

log = structlog.get_logger()

# Without it PostgreSQL settles on plans made for an empty queue, and a burst crawls.
_PLANS = "-c plan_cache_mode=force_custom_plan"
_CONNECTIONS = 3
# Nobody asks for a job to be aborted.
_NEVER = 86_400.0


class JobWorker:
    """Hands each job to `look`. Whoever was silent for `stalled_after` seconds counts as dead."""

    def __init__(
        self,
        app: App,
        look: Callable[[str, str], Awaitable[None]],
        concurrency: int,
        stalled_after: float,
    ) -> None:
        self._app = app
        self._app.task(name=TASK, queue=QUEUE)(_looking(look))
        self._concurrency = max(1, concurrency // TOGETHER)
        self._stalled_after = stalled_after
        self._worker: Worker | None = None

    async def run(self) -> None:
        """Until it is stopped, or its database is away for a moment."""
        self._worker = Worker(
            app=self._app,
            queues=[QUEUE],
            concurrency=self._concurrency,
            fetch_job_polling_interval=self._stalled_after / 2,
            abort_job_polling_interval=_NEVER,
            delete_jobs=DeleteJobCondition.ALWAYS,
            install_signal_handlers=False,
            update_heartbeat_interval=self._stalled_after / 2,
            stalled_worker_timeout=self._stalled_after,
        )
        try:
            async with self._app.open_async():
                handing_on = asyncio.create_task(self._hand_on_forever())
                try:
                    await self._worker.run()  # type: ignore[no-untyped-call]
                finally:
                    handing_on.cancel()
        except ConnectorException as error:
            log.warning("jobs_unavailable", reason=str(error.__cause__ or error))
        except Exception:
            log.exception("job_worker_broke")

    def stop(self, grace: float) -> None:
        if self._worker is not None:
            self._worker.shutdown_graceful_timeout = grace
            self._worker.stop()  # type: ignore[no-untyped-call]

    async def _hand_on_forever(self) -> None:
        """Give jobs of replicas that died to those that live."""
        jobs = self._app.job_manager
        while True:
            await asyncio.sleep(self._stalled_after / 2)
            with contextlib.suppress(ConnectorException):
                stalled = await jobs.get_stalled_jobs(
                    queue=QUEUE, seconds_since_heartbeat=self._stalled_after
                )
                for job in stalled:
                    log.info("job_handed_on", job=job.id)
                    await jobs.retry_job(job)


def app_over(url: str, news: News) -> App:
    """Procrastinate over this database; it hears of the other replicas as well."""
    given = conninfo_to_dict(url)
    options = given.get("options") or ""
    connector = ListeningConnector(
        url,
        news,
        pool_factory=_pool,
        min_size=1,
        max_size=_CONNECTIONS,
        kwargs={**LIVING, **given, "options": f"{options} {_PLANS}"},
        configure=_commit_by_itself,
    )
    return App(connector=connector)


def _looking(look: Callable[[str, str], Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    async def looked(kind: str, id: str) -> None:  # noqa: A002 - a field of the job
        await look(kind, id)

    return looked


async def _commit_by_itself(connection: AsyncConnection) -> None:
    """Each of its statements stands alone: without a transaction it costs one round trip."""
    await connection.set_autocommit(True)


def _pool(**options: Any) -> AsyncConnectionPool:
    """A pool that asks no connection before each use whether it lives: the worker starts again."""
    return AsyncConnectionPool(**{**options, "check": None})

"""What wakes work: the same promises within one process and over the job engine on PostgreSQL."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

import pytest
from sqlalchemy import text

from review.adapters.deferring import QUEUE, TASK
from review.adapters.dispatchers import dispatcher_for
from review.adapters.open_ledger import open_ledger
from review.adapters.procrastinate_jobs import ProcrastinateDispatcher
from review.adapters.sql_ledger import SqlLedger
from review.ledger.dispatch import Dispatcher, Job, JobKind
from review.ledger.news import News
from review.ledger.notices import Answered
from review.office.in_process import InProcessDispatcher
from review.settings import ReviewSettings
from tests.review.conftest import emptied
from tests.review.fakes import a_flow
from tests.review.office import World
from tests.review.test_bad_weather import passes, shut

RUN = Job(kind=JobKind.RUN, id="r1")
NOTICE = Job(kind=JobKind.POST, id="t1")
_SOON = dt.timedelta(seconds=1)


class Worker:
    """Work that stands still until it is let go on."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.at_once = 0
        self.most = 0
        self.gate = asyncio.Event()
        self._news = asyncio.Condition()

    async def __call__(self, job: Job) -> None:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        try:
            await self._tell()
            if job.id == "broken":
                raise ValueError(job.id)
            await self.gate.wait()
            self.done.append(job.id)
        finally:
            self.at_once -= 1
            await self._tell()

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(true)

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()


@pytest.fixture
def worker() -> Worker:
    return Worker()


Start: TypeAlias = Callable[..., Awaitable[Dispatcher]]


@pytest.fixture
async def start(ledger: SqlLedger) -> AsyncIterator[Start]:
    """Starts the dispatcher that fits the ledger."""
    started: list[Dispatcher] = []

    async def starting(work: Callable[[Job], Awaitable[None]], concurrency: int = 8) -> Dispatcher:
        dispatcher = dispatcher_for(ledger, ReviewSettings(concurrency=concurrency))
        ledger.on_wake(dispatcher)
        await dispatcher.start(work)
        started.append(dispatcher)
        return dispatcher

    yield starting
    for each in started:
        await each.stop(0)


async def owe(ledger: SqlLedger, *jobs: Job) -> None:
    async with ledger.begin() as pages:
        for job in jobs:
            pages.wake(job)


async def test_what_a_transaction_makes_ready_is_done_once_it_is_kept(
    ledger: SqlLedger, start: Start, worker: Worker
) -> None:
    await start(worker)
    worker.gate.set()
    async with ledger.begin() as pages:
        pages.wake(RUN)
        pages.wake(NOTICE)
        await asyncio.sleep(0)
        assert worker.done == []
    await worker.until(lambda: sorted(worker.done) == ["r1", "t1"])


async def test_what_a_broken_transaction_made_ready_is_never_done(
    ledger: SqlLedger, start: Start, worker: Worker
) -> None:
    await start(worker)
    worker.gate.set()
    with pytest.raises(ZeroDivisionError):
        await broken(ledger)
    await owe(ledger, Job(kind=JobKind.RUN, id="after"))
    await worker.until(lambda: worker.done != [])
    assert worker.done == ["after"]


async def broken(ledger: SqlLedger) -> None:
    async with ledger.begin() as pages:
        pages.wake(RUN)
        pages.wake(NOTICE)
        raise ZeroDivisionError


async def test_only_so_many_runs_are_at_work_at_once(
    ledger: SqlLedger, start: Start, worker: Worker
) -> None:
    await start(worker, concurrency=2)
    await owe(ledger, *(Job(kind=JobKind.RUN, id=str(number)) for number in range(6)))
    await worker.until(lambda: worker.at_once == 2)
    worker.gate.set()
    await worker.until(lambda: len(worker.done) == 6)
    assert worker.most == 2


async def test_a_job_that_breaks_leaves_the_others_alone(
    ledger: SqlLedger, start: Start, worker: Worker
) -> None:
    await start(worker)
    worker.gate.set()
    await owe(ledger, Job(kind=JobKind.RUN, id="broken"), RUN, NOTICE)
    await worker.until(lambda: sorted(worker.done) == ["r1", "t1"])


async def test_stopping_cancels_what_does_not_end_in_time(
    ledger: SqlLedger, start: Start, worker: Worker
) -> None:
    dispatcher = await start(worker)
    await owe(ledger, RUN)
    await worker.until(lambda: worker.at_once == 1)
    await dispatcher.stop(0)
    assert (worker.done, worker.at_once) == ([], 0)


async def test_stopping_lets_what_is_at_work_end_in_time(
    ledger: SqlLedger, start: Start, worker: Worker
) -> None:
    dispatcher = await start(worker)
    await owe(ledger, RUN)
    await worker.until(lambda: worker.at_once == 1)
    stopping = asyncio.create_task(dispatcher.stop(20))
    await asyncio.sleep(0)
    worker.gate.set()
    await stopping
    assert worker.done == ["r1"]


async def test_a_job_for_later_is_done_then(
    ledger: SqlLedger, start: Start, worker: Worker
) -> None:
    await start(worker)
    worker.gate.set()
    await owe(ledger, *(Job(kind=JobKind.RUN, id="later", delay=d) for d in (0.02, 0.01, 60)))
    await worker.until(lambda: worker.done == ["later"])


async def test_a_job_woken_while_it_is_at_work_is_done_once_more_after(worker: Worker) -> None:
    dispatcher = InProcessDispatcher()
    await dispatcher.start(worker)
    for _ in range(5):
        dispatcher.wake(RUN)
        await asyncio.sleep(0)
    worker.gate.set()
    await dispatcher.idle()
    assert (worker.done, worker.most) == (["r1", "r1"], 1)


async def test_a_job_woken_again_before_it_begins_is_done_once(worker: Worker) -> None:
    dispatcher = InProcessDispatcher(1)
    await dispatcher.start(worker)
    for _ in range(3):
        dispatcher.wake(RUN)
        dispatcher.wake(Job(kind=JobKind.RUN, id="r2"))
    worker.gate.set()
    await dispatcher.idle()
    assert worker.done == ["r1", "r2"]


@pytest.fixture
async def shared(postgres_ledger_url: str) -> AsyncIterator[SqlLedger]:
    opened = await open_ledger(postgres_ledger_url)
    await emptied(opened)
    yield opened
    await opened.close()


async def replica(url: str, work: Worker) -> ProcrastinateDispatcher:
    dispatcher = ProcrastinateDispatcher(url, 8, News(), _SOON)
    await dispatcher.start(work)
    return dispatcher


async def test_a_job_of_a_replica_that_died_is_handed_to_another(
    shared: SqlLedger, postgres_ledger_url: str, worker: Worker
) -> None:
    shared.keep_jobs()
    async with shared.writer.begin() as connection:
        dead = await connection.scalar(
            text(
                "INSERT INTO procrastinate_workers (last_heartbeat) "
                "VALUES (now() - interval '1 hour') RETURNING id"
            )
        )
        await connection.execute(
            text(
                "INSERT INTO procrastinate_jobs (queue_name, task_name, args, status, worker_id) "
                'VALUES (:queue, :task, \'{"kind": "run", "id": "left"}\', \'doing\', :dead)'
            ),
            {"queue": QUEUE, "task": TASK, "dead": dead},
        )
    worker.gate.set()
    alive = await replica(postgres_ledger_url, worker)
    await worker.until(lambda: worker.done == ["left"])
    await alive.stop(5)


async def test_after_postgresql_was_away_jobs_are_done_again(
    shared: SqlLedger, postgres_ledger_url: str, worker: Worker
) -> None:
    shared.keep_jobs()
    worker.gate.set()
    alive = await replica(postgres_ledger_url, worker)
    await owe(shared, Job(kind=JobKind.RUN, id="before"))
    await worker.until(lambda: worker.done == ["before"])
    await nothing_at_work(shared)
    shut(postgres_ledger_url, away=True)
    await asyncio.sleep(0.2)
    shut(postgres_ledger_url, away=False)
    await owe(shared, Job(kind=JobKind.RUN, id="after"))
    await worker.until(lambda: worker.done == ["before", "after"])
    await alive.stop(5)


async def nothing_at_work(ledger: SqlLedger) -> None:
    """Wait until every job is marked as done; a mark that fails would be done once more."""
    left = 1
    while left:
        async with ledger.writer.connect() as connection:
            left = await connection.scalar(text("SELECT count(*) FROM procrastinate_jobs")) or 0


async def test_replicas_share_the_jobs_and_none_is_done_twice(
    shared: SqlLedger, postgres_ledger_url: str, worker: Worker
) -> None:
    shared.keep_jobs()
    replicas = [await replica(postgres_ledger_url, worker) for _ in range(2)]
    await owe(shared, *(Job(kind=JobKind.RUN, id=str(number)) for number in range(12)))
    # One replica has eight places.
    await worker.until(lambda: worker.at_once == 12)
    worker.gate.set()
    await worker.until(lambda: worker.at_once == 0)
    assert sorted(worker.done, key=int) == [str(number) for number in range(12)]
    for each in replicas:
        await each.stop(5)


async def test_a_run_whose_job_was_fetched_by_a_replica_that_died_before_it_began_is_found(
    shared: SqlLedger,
) -> None:
    shared.keep_jobs()
    full = World(ledger=shared, flow=a_flow(("after", passes)))
    # Nothing was started there, so that there is room for nothing: the job is for any other.
    run = await full.ask()
    async with shared.writer.begin() as connection:
        dead = "INSERT INTO procrastinate_workers DEFAULT VALUES RETURNING id"
        worker = await connection.scalar(text(dead))
        fetched = "UPDATE procrastinate_jobs SET status = 'doing', worker_id = :worker"
        assert (await connection.execute(text(fetched), {"worker": worker})).rowcount == 1
    other = World(ledger=shared, flow=a_flow(("after", passes)), chat=full.chat, clock=full.clock)
    await other.office.open()
    await other.sweep(seconds=0)
    assert run is not None
    assert other.flow.taken[-2:] == ["after", "answer"]
    assert other.shows(Answered)

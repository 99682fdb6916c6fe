"""What wakes work within one process."""

import asyncio

import pytest

from review.dispatch import Job, JobKind
from review.in_process import InProcessDispatcher

RUN = Job(kind=JobKind.RUN, id="r1")


class Worker:
    """Work that stands still until it is let go on."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.at_once = 0
        self.most = 0
        self.gate = asyncio.Event()
        self.ended = asyncio.Event()

    async def __call__(self, job: Job) -> None:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        try:
            await self.gate.wait()
            self.done.append(job.id)
            self.ended.set()
        finally:
            self.at_once -= 1


@pytest.fixture
def worker() -> Worker:
    return Worker()


async def started(worker: Worker, concurrency: int = 8) -> InProcessDispatcher:
    dispatcher = InProcessDispatcher(concurrency)
    await dispatcher.start(worker)
    return dispatcher


async def test_a_job_woken_while_it_is_at_work_is_done_once_more_after(worker: Worker) -> None:
    dispatcher = await started(worker)
    for _ in range(5):
        dispatcher.wake(RUN)
        await asyncio.sleep(0)
    worker.gate.set()
    await dispatcher.idle()
    assert worker.done == ["r1", "r1"]
    assert worker.most == 1


async def test_only_so_many_runs_are_at_work_at_once(worker: Worker) -> None:
    dispatcher = await started(worker, concurrency=2)
    for number in range(6):
        dispatcher.wake(Job(kind=JobKind.RUN, id=str(number)))
    worker.gate.set()
    await dispatcher.idle()
    assert len(worker.done) == 6
    assert worker.most <= 2


async def test_a_job_that_breaks_leaves_the_others_alone(worker: Worker) -> None:
    async def breaks(job: Job) -> None:
        if job.id == "r1":
            raise ValueError(job.id)
        await worker(job)

    dispatcher = InProcessDispatcher()
    await dispatcher.start(breaks)
    worker.gate.set()
    dispatcher.wake(RUN)
    dispatcher.wake(Job(kind=JobKind.POST, id="t1"))
    await dispatcher.idle()
    assert worker.done == ["t1"]


async def test_stopping_cancels_what_does_not_end_in_time(worker: Worker) -> None:
    dispatcher = await started(worker)
    dispatcher.wake(RUN)
    await asyncio.sleep(0)
    await dispatcher.stop(0)
    dispatcher.wake(RUN)
    assert worker.done == []
    assert worker.at_once == 0


async def test_a_job_for_later_is_done_then(worker: Worker) -> None:
    dispatcher = await started(worker)
    worker.gate.set()
    dispatcher.wake(Job(kind=JobKind.RUN, id="later", delay=0.02))
    dispatcher.wake(Job(kind=JobKind.RUN, id="later", delay=0.01))
    dispatcher.wake(Job(kind=JobKind.RUN, id="later", delay=60))
    async with asyncio.timeout(5):
        await worker.ended.wait()
    await dispatcher.stop(0)
    assert worker.done == ["later"]

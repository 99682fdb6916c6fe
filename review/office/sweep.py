"""The sweep: finds what nobody was woken for, reminds people once, and lets cards expire."""

import datetime as dt
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import structlog

from review.ledger.dispatch import Job, JobKind
from review.ledger.errors import LedgerUnavailableError, StaleError, UnreadableStateError
from review.ledger.port import Ledger, Pages, Wakes
from review.ledger.records import Checkpoint
from review.ledger.writes import Write
from review.office.background_task import BackgroundTask
from review.runs.timekeeping import Timekeeper
from review.settings import Around, ReviewSettings

Timed: TypeAlias = Callable[[Pages, Checkpoint, dt.datetime], Awaitable[None]]

log = structlog.get_logger()

# A moment that is just ahead is reached by then, and a burst of them is looked at in one go.
_SHORTEST = dt.timedelta(milliseconds=20)
# When to look for what there was no room for in one look.
_FURTHER = dt.timedelta(milliseconds=250)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What is to be looked after now, where something is `due`, and when the next thing is."""

    ahead: dt.datetime | None = None
    due: bool = False
    jobs: Sequence[Job] = ()
    late: Sequence[Checkpoint] = ()
    overdue: Sequence[Checkpoint] = ()
    strays: Sequence[Write] = ()


class Sweeper:
    """Every replica sweeps; rows decide who acts. `tick` is one sweep, at the clock's time.

    It comes when the next lease ends or the next thing is due, so that work of a replica that died
    is taken over as soon as its leases end. What others keep may bring that forward: it is looked
    for every `sweep_every`, or where that is heard of, once it has settled.
    """

    def __init__(
        self,
        ledger: Ledger,
        wakes: Wakes,
        timekeeper: Timekeeper,
        around: Around,
        settings: ReviewSettings,
    ) -> None:
        self._ledger = ledger
        self._wakes = wakes
        self._timekeeper = timekeeper
        self._purged_at: dt.datetime | None = None
        self._around = around
        self._settings = settings
        self._task = BackgroundTask(self._forever)

    def start(self) -> None:
        self._task.start()

    @property
    def goes_on(self) -> bool:
        """Whether reminders, expiries and work that others left are still looked after."""
        return self._task.goes_on

    async def stop(self) -> None:
        await self._task.stop()

    async def tick(self) -> dt.timedelta:
        """Look once; how long until the next look. Raises LedgerUnavailableError."""
        now = self._around.clock()
        found = await self._looked(now)
        for job in found.jobs:
            self._wakes.wake(job)
        for checkpoint in found.overdue:
            await self._timed(self._timekeeper.expire, checkpoint, now)
        for checkpoint in found.late:
            await self._timed(self._timekeeper.remind_once, checkpoint, now)
        for write in found.strays:
            await self._surface(write, now)
        await self._purge(now)
        longest = self._longest(found)
        if found.ahead is None:
            return longest
        return min(longest, max(_SHORTEST, found.ahead - self._around.clock()))

    def _longest(self, found: _Found) -> dt.timedelta:
        every = self._settings.sweep_every
        if len(found.jobs) >= self._settings.sweep_batch:
            return min(every, _FURTHER)
        # What was due may come to nothing without a word in the ledger, and is looked at again.
        calm = self._ledger.news.complete and not found.due
        return max(every, self._settings.sweep_rest) if calm else every

    async def _looked(self, now: dt.datetime) -> _Found:
        async with self._ledger.read() as pages:
            # Most of the time there is nothing, and one statement says so.
            first = await pages.timetable.first()
            if first is None or first > now:
                return _Found(ahead=first)
            found = await self._found(pages, now)
            return replace(found, ahead=await pages.timetable.next(now))

    async def _found(self, pages: Pages, now: dt.datetime) -> _Found:
        most = self._settings.sweep_batch
        # Where jobs are kept, they bring what there is no room for.
        room = most if self._ledger.sole else min(most, max(0, self._wakes.room))
        left = await pages.runs.left(now, most)
        runs = await pages.runs.to_do(now, room) if room else ()
        cases = await pages.cases.to_do(now, most)
        threads = await pages.outbox.threads_owed(now, most)
        return _Found(
            due=True,
            jobs=(
                *(Job(kind=JobKind.RUN, id=run, begun=True) for run in left),
                *(Job(kind=JobKind.RUN, id=run) for run in runs),
                *(Job(kind=JobKind.CASE, id=case) for case in cases),
                *(Job(kind=JobKind.POST, id=thread) for thread in threads),
            ),
            late=await pages.checkpoints.to_remind(now, most),
            overdue=await pages.checkpoints.overdue(now, most),
            strays=await pages.writes.strays(most),
        )

    async def _purge(self, now: dt.datetime) -> None:
        """Forget what is too old, a batch at a time, so that nobody waits for it."""
        keep, last = self._settings.keep, self._purged_at
        if not keep or (last is not None and abs(now - last) < self._settings.purge_every):
            return
        before = {kind: now - age for kind, age in keep.items()}
        async with self._ledger.begin() as pages:
            purged = await pages.retention.purge(before, self._settings.sweep_batch)
        self._purged_at = None if purged else now

    async def _surface(self, write: Write, now: dt.datetime) -> None:
        try:
            async with self._ledger.begin() as pages:
                await self._timekeeper.report_unknown_write(pages, write, now)
        except StaleError:
            log.info("settled_by_somebody", approval=write.approval)

    async def _timed(self, what: Timed, checkpoint: Checkpoint, now: dt.datetime) -> None:
        try:
            async with self._ledger.begin() as pages:
                await what(pages, checkpoint, now)
        except (StaleError, UnreadableStateError) as error:
            log.info("left_for_the_next_sweep", checkpoint=checkpoint.id, reason=str(error))

    async def _forever(self) -> None:
        every = self._settings.sweep_every.total_seconds()
        while True:
            looked, wait = time.monotonic(), self._settings.sweep_every
            try:
                wait = await self.tick()
            except LedgerUnavailableError as error:
                log.warning("sweep_failed", reason=error.reason)
            except Exception:
                log.exception("sweep_broke")
            await self._ledger.news.rest(looked, wait.total_seconds(), every)

"""The ledger: what the review layer needs of the database that holds the truth."""

import datetime as dt
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from review.ledger.arrivals import Arrivals
from review.ledger.audit import Audit
from review.ledger.contacts import Contacts
from review.ledger.dispatch import Job
from review.ledger.emergencies import Emergencies
from review.ledger.kept_queries import KeptQueries
from review.ledger.news import News
from review.ledger.pages import Cases, Checkpoints, Outbox, Retention, Runs, Timetable
from review.ledger.spending import Spending
from review.ledger.standing import StandingAnswers
from review.ledger.talks import Talks
from review.ledger.thread_files import ThreadFiles
from review.ledger.writes import Writes


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """One transaction over all of the ledger. `wake` hints at work that it makes ready.

    `once_kept` is called, in this process, right after the commit.
    """

    runs: Runs
    checkpoints: Checkpoints
    outbox: Outbox
    cases: Cases
    talks: Talks
    arrivals: Arrivals
    files: ThreadFiles
    audit: Audit
    timetable: Timetable
    retention: Retention
    writes: Writes
    spending: Spending
    standing: StandingAnswers
    contacts: Contacts
    kept: KeptQueries
    emergencies: Emergencies
    jobs: list[Job]
    once_kept: list[Callable[[], None]]

    def wake(self, job: Job) -> None:
        self.jobs.append(job)

    async def release_all(self, now: dt.datetime) -> None:
        """End every lease: for the only process of a ledger, when it starts."""
        await self.runs.release_all(now)
        await self.outbox.release_all(now)
        await self.cases.release_all(now)
        await self.arrivals.release_all(now)


class Ledger(Protocol):
    """A database of pages. Both ways in raise LedgerUnavailableError."""

    @property
    def sole(self) -> bool:
        """Whether this process is the only one that serves from this ledger."""
        ...

    @property
    def news(self) -> News:
        """What is heard of changes, this process's own among them."""
        ...

    def begin(self, *, ahead: bool = False) -> AbstractAsyncContextManager[Pages]:
        """A transaction: all of it is kept, or nothing.

        One `ahead` of the disk is seen by everybody at once. Whatever is kept after it is on the
        disk no earlier, so that nothing follows from what a power cut may take back; who is to be
        told that it is kept waits for `settled`.
        """
        ...

    def read(self) -> AbstractAsyncContextManager[Pages]:
        """A look that writes nothing."""
        ...

    async def settled(self) -> None:
        """Wait until what was kept ahead is as safe as any other commit.

        Raises LedgerUnavailableError.
        """
        ...

    async def flush(self) -> None:
        """Let what was kept outlast a power cut of this machine. Raises LedgerUnavailableError."""
        ...

    def on_wake(self, dispatcher: "Wakes") -> None:
        """Where to hint at jobs once their transaction is kept."""
        ...

    async def close(self) -> None: ...


class Wakes(Protocol):
    """The half of a dispatcher that a ledger needs."""

    @property
    def room(self) -> int:
        """How many runs could begin here at once."""
        ...

    def wake(self, job: Job) -> None: ...

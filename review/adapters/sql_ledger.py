"""The ledger over SQLAlchemy: the same code on SQLite and PostgreSQL."""

import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import URL
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from review.adapters.connections import Engines
from review.adapters.deferring import defer, deferrable
from review.adapters.file_lock import FileLock
from review.adapters.sql_arrivals import SqlArrivals
from review.adapters.sql_audit import SqlAudit
from review.adapters.sql_cases import SqlCases
from review.adapters.sql_checkpoints import SqlCheckpoints
from review.adapters.sql_contacts import SqlContacts
from review.adapters.sql_emergencies import SqlEmergencies
from review.adapters.sql_kept import SqlKeptQueries
from review.adapters.sql_outbox import SqlOutbox
from review.adapters.sql_retention import SqlRetention
from review.adapters.sql_runs import SqlRuns
from review.adapters.sql_spending import SqlSpending
from review.adapters.sql_standing import SqlStanding
from review.adapters.sql_talks import SqlTalks
from review.adapters.sql_thread_files import SqlThreadFiles
from review.adapters.sql_timetable import SqlTimetable
from review.adapters.sql_writes import SqlWrites
from review.adapters.statements import Statements
from review.adapters.transactions import Transactions
from review.adapters.visits import Visits
from review.ledger.dispatch import Job
from review.ledger.errors import LedgerUnavailableError, StaleError
from review.ledger.news import News
from review.ledger.port import Pages, Wakes

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


class SqlLedger:
    """The Ledger port. On SQLite `writer` has one connection; `lock` keeps others out."""

    def __init__(
        self, transactions: Transactions, engines: Engines, lock: FileLock | None, news: News
    ) -> None:
        self.transactions = transactions
        self.news = news
        self._engines = engines
        self._lock = lock
        self._wakes: Wakes | None = None
        self._visits = Visits()
        self._keeps_jobs = False

    @property
    def url(self) -> URL:
        return self._engines.url

    @property
    def writer(self) -> "AsyncEngine":
        return self._engines.writer

    @property
    def reader(self) -> "AsyncEngine":
        return self._engines.reader

    @property
    def sole(self) -> bool:
        return self._lock is not None

    def on_wake(self, dispatcher: Wakes) -> None:
        self._wakes = dispatcher

    def keep_jobs(self) -> None:
        """From now on defer in the database, for all replicas, what there is no room for here."""
        self._keeps_jobs = True

    @asynccontextmanager
    async def begin(self, *, ahead: bool = False) -> AsyncIterator[Pages]:
        with self._visits.one(), _our_errors():
            async with self.transactions.transaction(ahead=ahead) as connection:
                pages, audit = _pages(connection)
                yield pages
                here, elsewhere = self._shared_out(pages.jobs)
                if elsewhere:
                    await defer(connection, elsewhere)
                await audit.seal()
        self.news.kept()
        for tell in pages.once_kept:
            tell()
        if self._wakes is not None:
            for job in here:
                self._wakes.wake(job)

    def _shared_out(self, jobs: Sequence[Job]) -> tuple[Sequence[Job], Sequence[Job]]:
        """What this replica does itself, and what it has no room for and any other may do.

        Whoever dies before a run is theirs leaves it ready: every replica looks for such ones.
        """
        if not self._keeps_jobs:
            return jobs, ()
        shared = [job for job in jobs if deferrable(job)]
        room = self._wakes.room if self._wakes is not None else 0
        elsewhere = dict.fromkeys(shared[max(0, room) :])
        return [job for job in jobs if job not in elsewhere], tuple(elsewhere)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Pages]:
        with self._visits.one(), _our_errors():
            async with self.transactions.look() as connection:
                pages, _ = _pages(connection)
                yield pages

    async def settled(self) -> None:
        with self._visits.one(), _our_errors():
            await self.transactions.settled()

    async def flush(self) -> None:
        with _our_errors():
            await self.transactions.flush()

    @asynccontextmanager
    async def writing(self) -> "AsyncIterator[AsyncConnection]":
        """A transaction for the other stores in this database."""
        with self._visits.one(), _our_errors():
            async with self.writer.begin() as connection:
                yield connection

    @asynccontextmanager
    async def reading(self) -> "AsyncIterator[AsyncConnection]":
        """A look for the other stores in this database."""
        with self._visits.one(), _our_errors():
            async with self.reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[Statements]:
        """As `writing`, straight on the driver: for what every question does."""
        with self._visits.one(), _our_errors():
            async with self.transactions.transaction() as statements:
                yield statements

    @asynccontextmanager
    async def looking(self) -> AsyncIterator[Statements]:
        """As `reading`, straight on the driver: for what every question does."""
        with self._visits.one(), _our_errors():
            async with self.transactions.look() as statements:
                yield statements

    async def close(self) -> None:
        await self._visits.end()
        await self.transactions.close()
        await self._engines.dispose()
        if self._lock is not None:
            self._lock.release()


def _pages(connection: Statements) -> tuple[Pages, SqlAudit]:
    audit = SqlAudit(connection)
    pages = Pages(
        runs=SqlRuns(connection),
        checkpoints=SqlCheckpoints(connection),
        outbox=SqlOutbox(connection),
        cases=SqlCases(connection),
        talks=SqlTalks(connection),
        arrivals=SqlArrivals(connection),
        files=SqlThreadFiles(connection),
        audit=audit,
        timetable=SqlTimetable(connection),
        retention=SqlRetention(connection),
        writes=SqlWrites(connection),
        spending=SqlSpending(connection),
        standing=SqlStanding(connection),
        contacts=SqlContacts(connection),
        kept=SqlKeptQueries(connection),
        emergencies=SqlEmergencies(connection),
        jobs=[],
        once_kept=[],
    )
    return pages, audit


@contextmanager
def _our_errors() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        raise StaleError(type(error.orig).__name__) from error
    except sqlite3.IntegrityError as error:
        raise StaleError(type(error).__name__) from error
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise LedgerUnavailableError(str(error).splitlines()[0]) from error

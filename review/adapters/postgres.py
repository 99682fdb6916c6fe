"""PostgreSQL through its own driver.

A connection that died is found by its first statement, before anything was done on it: then the
next one is taken, and nobody has to ask each connection before every use whether it lives.
"""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any, Final, TypeVar

import psycopg
from psycopg.errors import DeadlockDetected, DivisionByZero, SerializationFailure
from psycopg.pq import TransactionStatus
from sqlalchemy import URL, Executable
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from typing_extensions import override

from review.adapters.at_work import AtWork
from review.adapters.drivers import LIVING, Driver, Drivers
from review.adapters.in_one_go import Call, Cursor, in_one_go
from review.adapters.many_rows import ROWS, as_text
from review.adapters.preparing import Preparing
from review.adapters.statements import ANY, Changing, Parameters, Rows, Statements, parted
from review.ledger.errors import LedgerUnavailableError, StaleError

V = TypeVar("V")

# More than a pool holds: after so many dead ones it is not the connections that are to blame.
_MOST_DEAD = 100
# Rows are found by their keys, in tables that grow from nothing: a plan is made once for each
# statement, and must not be one that was good for an empty table.
_PLANS: Final = "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan"
# Whoever is gone in a transaction keeps its rows, and the end of the audit, from everybody, until
# the server notices: it is to do so within as long as a run is held.
_NOTICED: Final = (
    "SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3"
)
# The first version that looks for who waits for a lock, or for a long statement.
_LOOKS_FOR_WAITING: Final = 140_000
# The commit is seen by everybody at once, and reaches the disk with the next one that waits for it.
_AHEAD: Final = b"SET LOCAL synchronous_commit = off"
# Writes something to the log and nothing else: a transaction without would not wait for the disk.
_SETTLED: Final = b"SELECT pg_logical_emit_message(true, 'countersign', '')"
# There is no other way to fail on purpose within a statement.
_SURE: Final = b"WITH changed AS (%b RETURNING 1) SELECT 1 / (count(*) = %d)::int FROM changed"
_WAITING: Final = "SET client_connection_check_interval = 3000"


class PostgresStatements:
    """The Statements port over psycopg's connection, for looks: each statement stands alone."""

    dialect = "postgresql"
    _preparing = Preparing(PGDialect_psycopg(), native=True)  # type: ignore[no-untyped-call]

    def __init__(self, borrowed: "_Borrowed") -> None:
        self._borrowed = borrowed

    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> Rows:
        return await self._rows(self._call(statement, parameters))

    async def later(
        self, statement: Executable, parameters: Parameters | None = None, changing: Changing = ANY
    ) -> None:
        changing.check((await self.execute(statement, parameters)).changed)

    async def checked(self) -> None:
        """Each was checked when it was run."""

    async def _rows(self, call: Call) -> Rows:
        cursor = (await self._sent(call))[-1]
        if call.prepared is None or not call.prepared.names:
            return Rows((), (), cursor.rowcount)
        found = call.prepared.rows(await cursor.fetchall())
        return Rows(call.prepared.names, found, cursor.rowcount)

    async def _sent(self, *calls: Call) -> Sequence[Cursor]:
        return await self._borrowed.surely(lambda driver: in_one_go(driver, calls))

    def _call(self, statement: Executable, parameters: Parameters | None) -> Call:
        given, several = parted(parameters)
        if several:
            prepared = self._preparing.prepared_for_many(statement, several)
            given = {ROWS: as_text(several)}
        else:
            prepared = self._preparing.prepared(statement, given)
        return Call(text=prepared.text.encode(), given=prepared.named(given), prepared=prepared)


class TransactedStatements(PostgresStatements):
    """The Statements port within a transaction, which begins with the first statement."""

    def __init__(self, borrowed: "_Borrowed", at_work: AtWork, *, ahead: bool) -> None:
        super().__init__(borrowed)
        self._at_work = at_work
        self._ahead = ahead
        self._driver: Driver | None = None
        self._waiting = [Call(text=b"BEGIN")]

    @override
    async def later(
        self, statement: Executable, parameters: Parameters | None = None, changing: Changing = ANY
    ) -> None:
        call = self._call(statement, parameters)
        self._waiting.append(call if changing.rows is None else _sure(call, changing))

    @override
    async def checked(self) -> None:
        # A dead connection has to be seen before the commit: after it nobody knows what was kept.
        if self._driver is None:
            await self._sent()

    async def commit(self) -> None:
        """Keep it: after a failed statement nothing is kept, and PostgreSQL does not say so."""
        if self._driver is None and len(self._waiting) == 1:
            return
        await self.checked()
        if (
            self._driver is None
            or self._driver.info.transaction_status == TransactionStatus.INERROR
        ):
            reason = "a statement failed, so nothing of its transaction was kept"
            raise LedgerUnavailableError(reason)
        ahead = (Call(text=_AHEAD),) if self._ahead else ()
        asked_at, saying = time.monotonic(), self._at_work.due()
        await self._sent(*ahead, *saying, Call(text=b"COMMIT"))
        if saying:
            self._at_work.said(asked_at)

    @override
    async def _sent(self, *calls: Call) -> Sequence[Cursor]:
        """What waits, and then these."""
        several, self._waiting = (*self._waiting, *calls), []
        try:
            if self._driver is not None:
                return await in_one_go(self._driver, several)
            cursors = await self._borrowed.surely(lambda driver: in_one_go(driver, several))
        except DivisionByZero as error:
            sure = [each.changing.whose for each in several if each.changing.rows is not None]
            if not sure:
                raise
            raise StaleError("; ".join(sure)) from error
        self._driver = self._borrowed.driver
        return cursors


def _sure(call: Call, changing: Changing) -> Call:
    """The call failing where it changes another number of rows.

    The server sees it by itself, and the commit that is on its way behind it keeps nothing.
    """
    text = _SURE % (call.text, changing.rows)
    return replace(call, text=text, changing=changing)


class _Borrowed:
    """A connection, where each statement is kept by itself unless one begins more."""

    def __init__(self, drivers: Drivers) -> None:
        self._drivers = drivers
        self.driver: Driver | None = None

    async def surely(self, work: Callable[[Driver], Awaitable[V]]) -> V:
        """What the work gives back, on the next connection where this one turns out to be dead.

        Only for work that is the first on a connection, or that stands alone.
        """
        for _ in range(_MOST_DEAD):
            driver = self.driver or await self._taken()
            try:
                return await work(driver)
            except psycopg.OperationalError:
                if not driver.closed:
                    raise
                await self.release()
        return await work(await self._taken())

    async def release(self) -> None:
        """Give the connection back, without anything that was begun and not kept."""
        driver, self.driver = self.driver, None
        if driver is not None:
            await self._drivers.given_back(driver)

    async def _taken(self) -> Driver:
        self.driver = driver = await self._drivers.taken()
        return driver


class PostgresTransactions:
    """The Transactions port over psycopg's connections."""

    def __init__(self, drivers: Drivers, at_work: AtWork) -> None:
        self._drivers = drivers
        self._at_work = at_work

    @asynccontextmanager
    async def transaction(self, *, ahead: bool = False) -> AsyncIterator[Statements]:
        async with self._borrowed() as borrowed:
            statements = TransactedStatements(borrowed, self._at_work, ahead=ahead)
            yield statements
            await statements.commit()

    @asynccontextmanager
    async def look(self) -> AsyncIterator[Statements]:
        async with self._borrowed() as borrowed:
            yield PostgresStatements(borrowed)

    async def settled(self) -> None:
        """The log is written in order: what waits for the disk waits for all before it."""
        async with self._borrowed() as borrowed:
            await borrowed.surely(lambda driver: in_one_go(driver, (Call(text=_SETTLED),)))

    async def flush(self) -> None:
        """A commit has reached the disk before it is told."""

    async def close(self) -> None:
        await self._drivers.close()

    @asynccontextmanager
    async def _borrowed(self) -> AsyncIterator[_Borrowed]:
        borrowed = _Borrowed(self._drivers)
        with _our_errors():
            try:
                yield borrowed
            finally:
                await borrowed.release()


def drivers_of(url: URL, most: int) -> Drivers:
    """Connections to the database of this URL."""
    given, named = PGDialect_psycopg().create_connect_args(url)  # type: ignore[no-untyped-call]

    async def connected() -> Driver:
        connect = psycopg.AsyncConnection[Any].connect
        options = LIVING | named
        driver = await connect(*given, **options, autocommit=True, prepare_threshold=0)
        # Not as a parameter of the connection: poolers in between refuse those they do not know.
        looks = driver.info.server_version >= _LOOKS_FOR_WAITING
        settings = "; ".join((_PLANS, _NOTICED, *([_WAITING] if looks else [])))
        await driver.execute(settings.encode(), prepare=False)
        return driver

    return Drivers(connected, most)


@contextmanager
def _our_errors() -> Iterator[None]:
    """Whoever lost a race looks again; whatever else the database says, it cannot be used now."""
    try:
        yield
    except (psycopg.IntegrityError, DeadlockDetected, SerializationFailure) as error:
        raise StaleError(type(error).__name__) from error
    except psycopg.Error as error:
        reason = str(error).splitlines()
        raise LedgerUnavailableError(reason[0] if reason else type(error).__name__) from error

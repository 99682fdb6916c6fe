"""Opens the ledger at a URL: checks it, migrates it, and says plainly why it cannot."""

import contextlib
from pathlib import Path

from sqlalchemy import URL, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from review.adapters.bell import Bell
from review.adapters.connections import (
    Engines,
    postgres_engine,
    sqlite_engine,
    sqlite_file,
    with_async_driver,
)
from review.adapters.file_lock import FileLock, left_whole, locked
from review.adapters.migrate import is_current, migrate
from review.adapters.sql_ledger import SqlLedger
from review.adapters.transactions import SqliteTransactions
from review.ledger.errors import LedgerUnusableError, NewerLedgerError
from review.ledger.news import News

_UNKNOWN = "that the settings name"
_USABLE = "its URL must be like sqlite:///ledger.sqlite3 or postgresql://user@host/database"
# Above this size the check of every page takes too long for a start.
_CHECKED_BYTES = 256 * 1024 * 1024


async def open_ledger(url: str, *, serving: bool = True, connections: int = 10) -> SqlLedger:
    """The ledger at this URL, migrated.

    A look at a ledger in use is `serving=False`. Raises LedgerInUseError, LedgerUnusableError.
    """
    parsed, news = _parsed(url), News()
    if parsed.get_backend_name() != "sqlite":
        # Only who has a PostgreSQL pays for its driver.
        from review.adapters.at_work import AtWork
        from review.adapters.postgres import PostgresTransactions, drivers_of

        engines = Engines(parsed, lambda: postgres_engine(parsed, connections=connections))
        through = PostgresTransactions(drivers_of(parsed, connections), AtWork(news.name))
        return await _migrated(SqlLedger(through, engines, None, news), parsed.render_as_string())
    file = sqlite_file(parsed)
    try:
        # Whoever takes the lock writes over what the last one left there.
        whole = file is not None and left_whole(file)
        lock = _entered(file, serving=serving) if file else None
    except OSError as error:
        raise LedgerUnusableError(str(file), error.strerror or "its folder") from error
    engines = Engines(
        parsed,
        lambda: sqlite_engine(parsed, connections=1, writes=True),
        None if file is None else lambda: sqlite_engine(parsed, connections=2, writes=False),
    )
    bell = Bell(file)
    news.complete = file is None or (serving and bell.answered_by(news.kept))
    ledger = SqlLedger(SqliteTransactions(engines, bell), engines, lock, news)
    return await _migrated(ledger, str(file or "in memory"), None if whole else file)


def _parsed(url: str) -> URL:
    """The URL, of a database that can be a ledger. Raises LedgerUnusableError."""
    try:
        parsed = with_async_driver(url)
    except ArgumentError as error:
        raise LedgerUnusableError(_UNKNOWN, _USABLE) from error
    if parsed.get_backend_name() not in {"sqlite", "postgresql"}:
        raise LedgerUnusableError(_UNKNOWN, _USABLE)
    return parsed


def _entered(file: Path, *, serving: bool) -> FileLock | None:
    file.parent.mkdir(parents=True, exist_ok=True)
    return locked(file) if serving else None


async def _migrated(ledger: SqlLedger, shown: str, unsure: Path | None = None) -> SqlLedger:
    """The ledger, brought up to date; an `unsure` file is looked through before."""
    try:
        if unsure is not None and _worth_checking(unsure):
            await _check(ledger)
        if not await is_current(ledger.transactions):
            async with ledger.writer.begin() as connection:
                await connection.run_sync(migrate)
    except NewerLedgerError:
        await ledger.close()
        raise
    except (SQLAlchemyError, OSError, _DamagedError) as error:
        with contextlib.suppress(SQLAlchemyError):
            await ledger.close()
        raise LedgerUnusableError(shown, str(error).splitlines()[0]) from error
    return ledger


def _worth_checking(file: Path) -> bool:
    return file.exists() and 0 < file.stat().st_size <= _CHECKED_BYTES


async def _check(ledger: SqlLedger) -> None:
    async with ledger.reader.connect() as connection:
        said = (await connection.execute(text("PRAGMA quick_check(1)"))).scalar_one()
    if said != "ok":
        raise _DamagedError(str(said))


class _DamagedError(Exception):
    def __init__(self, said: str) -> None:
        super().__init__(f"the file is damaged ({said})")

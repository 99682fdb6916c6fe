"""A ledger's database for one command: plain transactions, beside a service that goes on."""

import base64
import contextlib
import datetime as dt
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, select, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from review.adapters.connections import sqlite_file, with_async_driver
from review.adapters.sql_audit import ADVISORY_LOCK, LOCK
from review.adapters.tables import audit
from review.ledger.audit import GENESIS, linked
from review.ledger.errors import LedgerUnavailableError
from review.ledger.records import Noted

_LOOK: Final = {
    "sqlite": "BEGIN",
    "postgresql": "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
}
_CHANGE: Final = {
    "sqlite": "BEGIN IMMEDIATE",
    "postgresql": "SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE",
}


@contextlib.contextmanager
def looking(url: str) -> Iterator[Connection]:
    """One moment of a ledger that is there. Raises LedgerUnavailableError."""
    file = file_of(url)
    if file is not None and not file.exists():
        reason = f"there is no file {file}"
        raise LedgerUnavailableError(reason)
    with _connected(url, _LOOK) as connection:
        yield connection


@contextlib.contextmanager
def changing(url: str) -> Iterator[Connection]:
    """A transaction: all of it is kept, or nothing. Raises LedgerUnavailableError."""
    with _connected(url, _CHANGE) as connection:
        yield connection


def note(connection: Connection, noted: Noted) -> None:
    """Chain this to the audit, last in the transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(LOCK, {"n": ADVISORY_LOCK})
    ended = select(audit.c.number, audit.c.hash).order_by(audit.c.number.desc()).limit(1)
    number, previous = connection.execute(ended).first() or (0, GENESIS)
    connection.execute(insert(audit), asdict(linked(noted, number + 1, previous)))


def clean(url: str) -> None:
    """Overwrite what deleted text left in the database's files. Raises LedgerUnavailableError."""
    engine = _engine(url)
    with _closed(engine), _our_errors(engine.url):
        options = {"isolation_level": "AUTOCOMMIT"} if file_of(url) is None else {}
        with engine.connect().execution_options(**options) as connection:
            connection.execute(text("VACUUM"))
            if file_of(url) is not None:
                busy = connection.scalar(text("PRAGMA wal_checkpoint(TRUNCATE)"))
                if busy:
                    reason = "its log is still read: stop Countersign and do this again"
                    raise LedgerUnavailableError(reason)


def file_of(url: str) -> Path | None:
    """The file of a SQLite ledger; None for PostgreSQL."""
    return sqlite_file(_engine_url(url))


def plain(value: Any) -> Any:
    """The value as JSON has it; a moment in UTC, without its zone, and bytes in base64."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if not isinstance(value, dt.datetime):
        return value
    return (value.astimezone(dt.UTC) if value.tzinfo else value).replace(tzinfo=None).isoformat()


@contextlib.contextmanager
def _connected(url: str, begin: dict[str, str]) -> Iterator[Connection]:
    engine = _engine(url)
    with _closed(engine), _our_errors(engine.url), engine.begin() as connection:
        connection.execute(text(begin[connection.dialect.name]))
        yield connection


def _engine(url: str) -> Engine:
    parsed = _engine_url(url)
    engine = create_engine(parsed, poolclass=NullPool)
    if parsed.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _by_hand)
    return engine


def _engine_url(url: str) -> URL:
    try:
        parsed = with_async_driver(url)
    except ArgumentError as error:
        reason = "ledger.url is not the URL of a database"
        raise LedgerUnavailableError(reason) from error
    if parsed.get_backend_name() != "sqlite":
        return parsed
    if sqlite_file(parsed) is None:
        reason = "it is in memory, where no other process can reach it"
        raise LedgerUnavailableError(reason)
    return parsed.set(drivername="sqlite")


def _by_hand(connection: Any, _entry: object) -> None:
    # The driver would begin transactions late, and end them before a change of tables.
    connection.isolation_level = None
    connection.execute("PRAGMA busy_timeout=10000")
    connection.execute("PRAGMA secure_delete=ON")


@contextlib.contextmanager
def _closed(engine: Engine) -> Iterator[None]:
    try:
        yield
    finally:
        engine.dispose()


@contextlib.contextmanager
def _our_errors(url: URL) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        shown = url.render_as_string()
        raise LedgerUnavailableError(f"{reason} ({shown})") from error  # noqa: EM102 - two facts

"""Brings the ledger's tables up to date, one process at a time."""

import sqlite3
from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, inspect, select, text

from review.adapters.tables import metadata
from review.adapters.transactions import Transactions
from review.ledger.errors import LedgerUnavailableError, NewerLedgerError

# Any number will do, as long as every replica takes the same one.
_ADVISORY_LOCK = 5_260_419
_MIGRATIONS = Path(__file__).parent / "migrations"
# Alembic's own table, of the last migration that was run.
_VERSIONS = Table(
    "alembic_version", MetaData(), Column("version_num", String(32), primary_key=True)
)

_LAST = select(_VERSIONS.c.version_num)


def migrate(connection: Connection) -> None:
    """Run what is missing, within the connection's transaction: all of it is kept, or nothing."""
    if connection.dialect.name != "postgresql":
        _bring_up(connection)
        return
    from review.adapters.job_tables import bring_up_job_tables

    connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _ADVISORY_LOCK})
    _bring_up(connection)
    bring_up_job_tables(connection)


async def is_current(through: Transactions) -> bool:
    """Whether nothing is missing, in one statement: most starts need to know no more."""
    try:
        async with through.look() as statements:
            if statements.dialect != "postgresql":
                return bool((await statements.execute(_LAST)).value() == _newest())
            from review.adapters.job_tables import are_current

            last = (await statements.execute(_LAST)).value()
            return last == _newest() and await are_current(statements)
    except (sqlite3.Error, LedgerUnavailableError):
        # There are no tables yet, or worse: whoever makes them says what it is.
        return False


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run every migration up to this one that was not run yet."""
    # Most starts find nothing to do: what does it is loaded by the others.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _bring_up(connection: Connection) -> None:
    found = inspect(connection)
    if not found.has_table(_VERSIONS.name):
        # A new ledger begins with the newest tables; a test holds them to what migrations make.
        metadata.create_all(connection, checkfirst=False)
        _VERSIONS.create(connection)
        connection.execute(insert(_VERSIONS).values(version_num=_newest()))
        return
    last = connection.scalar(_LAST)
    if last is not None and last not in revisions():
        raise NewerLedgerError(connection.engine.url.render_as_string(), str(last))
    if last != _newest():
        upgrade(connection)


def revisions() -> tuple[str, ...]:
    """Every migration, in order; their files begin with it, as in 0001_the_first_tables."""
    files = (_MIGRATIONS / "versions").glob("[0-9]*.py")
    return tuple(sorted(path.name.partition("_")[0] for path in files))


def _newest() -> str:
    return revisions()[-1]

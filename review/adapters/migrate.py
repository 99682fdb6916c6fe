"""Brings the ledger's tables up to date, one process at a time."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

# Any number will do, as long as every replica takes the same one.
_ADVISORY_LOCK = 5_260_419
_MIGRATIONS = Path(__file__).parent / "migrations"
_BEFORE = text("SELECT version_num FROM alembic_version")


def migrate(connection: Connection) -> None:
    """Run what is missing, within the connection's transaction: all of it is kept, or nothing."""
    if connection.dialect.name != "postgresql":
        _upgrade(connection)
        return
    from review.adapters.job_tables import bring_up_job_tables

    connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _ADVISORY_LOCK})
    _upgrade(connection)
    bring_up_job_tables(connection)


def _upgrade(connection: Connection) -> None:
    if _is_current(connection):
        return
    # Most starts find nothing to do: what does it is loaded by the others.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _is_current(connection: Connection) -> bool:
    """Whether the last migration was run: its file begins with the revision, as in 0001_first."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    last = max(path.name.partition("_")[0] for path in (_MIGRATIONS / "versions").glob("[0-9]*.py"))
    return list(connection.scalars(_BEFORE)) == [last]

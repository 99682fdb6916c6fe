"""Brings the ledger's tables up to date, one process at a time."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from review.adapters.job_tables import bring_up_job_tables

# Any number will do, as long as every replica takes the same one.
_ADVISORY_LOCK = 5_260_419


def migrate(connection: Connection) -> None:
    """Run what is missing, within the connection's transaction: all of it is kept, or nothing."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _ADVISORY_LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "postgresql":
        bring_up_job_tables(connection)

"""Procrastinate's own tables and functions, beside the ledger's."""

from importlib.metadata import version
from pathlib import Path

from sqlalchemy import Connection, func, select, text

from review.adapters.statements import Statements

_MARK = "SELECT obj_description(to_regclass('procrastinate_jobs'), 'pg_class')"
_THERE = "SELECT to_regclass('procrastinate_jobs') IS NOT NULL"
_MARKED = select(
    func.obj_description(func.to_regclass("procrastinate_jobs"), "pg_class").label("mark")
)
_SIGNED = "Jobs of Countersign, by procrastinate "


async def are_current(statements: Statements) -> bool:
    """Whether they are of the installed version, by our mark on them."""
    found = await statements.execute(_MARKED)
    return bool(found.value() == f"{_SIGNED}{_installed()}")


def bring_up_job_tables(connection: Connection) -> None:
    """Make them, or bring them to the installed version; under the lock that migrations take.

    A replica of the version before may miss a function for as long as it still runs: jobs are only
    hints, and it finds its work by looking.
    """
    from packaging.version import Version
    from procrastinate.schema import SchemaManager

    if not connection.scalar(text(_THERE)):
        _run(connection, SchemaManager.get_schema())
        _sign(connection)
        return
    mark = str(connection.scalar(text(_MARK)) or "")
    if not mark.startswith(_SIGNED):
        # Somebody else's: they bring it up themselves.
        return
    before = Version(mark.removeprefix(_SIGNED))
    if before < Version(_installed()):
        for path in sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql")):
            # Their names begin with the version that brought them, as in 03.04.00_01.
            if Version(path.name.partition("_")[0]) > before:
                _run(connection, path.read_text(encoding="utf-8"))
        _sign(connection)


def _installed() -> str:
    """The version of procrastinate, which is loaded only when there is something to do for it."""
    return version("procrastinate")


def _sign(connection: Connection) -> None:
    mark = f"{_SIGNED}{_installed()}"
    _run(connection, f"COMMENT ON TABLE procrastinate_jobs IS '{mark}'")


def _run(connection: Connection, script: str) -> None:
    connection.exec_driver_sql(script, execution_options={"no_parameters": True})

"""A ledger's rows out of one database and into another, at whichever migration they are."""

import base64
import contextlib
import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    DateTime,
    LargeBinary,
    MetaData,
    Table,
    func,
    insert,
    inspect,
    select,
    text,
)

from review.adapters.backup_file import BackupError, BackupFile, Row
from review.adapters.command_connections import changing, file_of, looking, note, plain
from review.adapters.file_lock import FileLock, locked
from review.adapters.migrate import migrate, revisions, upgrade
from review.adapters.tables import metadata
from review.ledger.errors import LedgerInUseError
from review.ledger.records import Noted

_VERSIONS: Final = "alembic_version"
_OURS: Final = frozenset(metadata.tables)
_BATCH: Final = 500
_LOOK: Final = 1_000
_OTHERS: Final = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND usename = current_user AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """One moment of a ledger: its migration, and its rows table by table."""

    revision: str
    tables: Iterator[tuple[str, Iterator[Row]]]


@contextlib.contextmanager
def snapshot(url: str) -> Iterator[Snapshot]:
    """All rows as they were at one moment, while others go on. Raises BackupError."""
    with looking(url) as connection:
        revision = _revision(connection)
        if not revision:
            message = "This database has no ledger, so there is nothing to back up."
            raise BackupError(message)
        tables = _reflected(connection)
        rows = ((name, _rows(connection, table)) for name, table in tables.items())
        yield Snapshot(revision=revision, tables=rows)


def restore(backup: BackupFile, url: str, noted: Noted, *, replace: bool) -> None:
    """Put the rows of the backup into this ledger, all or none. Raises BackupError.

    A ledger that holds what the backup does not is refused.
    """
    if backup.made.revision not in revisions():
        message = (
            f"The backup was made by Countersign {backup.made.version}, which is newer than this "
            "one. Nothing was restored. Install that version or a later one, and restore again."
        )
        raise BackupError(message)
    with _alone(url), changing(url) as connection:
        _check_target(connection, backup, replace=replace)
        _clear(connection)
        upgrade(connection, backup.made.revision)
        tables = _reflected(connection)
        for name in backup.tables:
            if name not in tables:
                message = f"The backup has a table {name} that its version does not know."
                raise BackupError(message)
            _fill(connection, tables[name], backup.rows(name))
        migrate(connection)
        note(connection, noted)


@contextlib.contextmanager
def _alone(url: str) -> Iterator[None]:
    """Keep other processes from serving a SQLite file meanwhile."""
    file, lock = file_of(url), None
    if file is not None:
        lock = _lock(file)
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def _lock(file: Path) -> FileLock:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return locked(file)
    except LedgerInUseError as error:
        message = f"{error.path} is in use. Stop Countersign there, then restore."
        raise BackupError(message) from error
    except OSError as error:
        message = f"{file} cannot be written: {error.strerror or error}."
        raise BackupError(message) from error


def _revision(connection: Connection) -> str:
    """The migration that the ledger is at; empty where there is no ledger."""
    if not inspect(connection).has_table(_VERSIONS):
        return ""
    return str(connection.scalar(text(f"SELECT version_num FROM {_VERSIONS}")) or "")  # noqa: S608 - ours


def _reflected(connection: Connection) -> dict[str, Table]:
    there = _OURS & set(inspect(connection).get_table_names())
    found = MetaData()
    found.reflect(connection, only=sorted(there))
    return {name: found.tables[name] for name in sorted(there)}


def _rows(connection: Connection, table: Table) -> Iterator[Row]:
    found = connection.execution_options(yield_per=_LOOK).execute(select(table))
    for row in found.mappings():
        yield {name: plain(value) for name, value in row.items()}


def _fill(connection: Connection, table: Table, rows: Iterable[Row]) -> None:
    shaped = {column.name: _shape(connection, column) for column in table.columns}
    batch: list[Row] = []
    for row in rows:
        batch.append({name: shaped[name](value) for name, value in row.items()})
        if len(batch) == _BATCH:
            connection.execute(insert(table), batch)
            batch = []
    if batch:
        connection.execute(insert(table), batch)
    counted = [column.name for column in metadata.tables[table.name].columns if _counts(column)]
    if connection.dialect.name == "postgresql":
        for name in counted:
            most = select(func.coalesce(func.max(table.c[name]), 0) + 1).scalar_subquery()
            sequence = func.pg_get_serial_sequence(table.name, name)
            connection.execute(select(func.setval(sequence, most, False)))  # noqa: FBT003 - theirs


def _counts(column: Column[Any]) -> bool:
    """Whether the database numbers this column by itself."""
    return column.autoincrement is True


def _shape(connection: Connection, column: Column[Any]) -> Callable[[Any], Any]:
    if isinstance(column.type, Boolean):
        return lambda value: None if value is None else bool(value)
    if isinstance(column.type, LargeBinary):
        return lambda value: value and base64.b64decode(value)
    if not isinstance(column.type, DateTime):
        return lambda value: value
    zone = dt.UTC if connection.dialect.name == "postgresql" else None
    return lambda value: value and dt.datetime.fromisoformat(value).replace(tzinfo=zone)


def _check_target(connection: Connection, backup: BackupFile, *, replace: bool) -> None:
    """Refuse what would lose something. Raises BackupError."""
    if connection.dialect.name == "postgresql" and connection.scalar(_OTHERS):
        message = "Other programs use this database under the same account. Stop Countersign there."
        raise BackupError(message)
    revision = _revision(connection)
    if not revision:
        return
    if revision not in revisions():
        message = "The ledger there was made by a newer version of Countersign. It is as it was."
        raise BackupError(message)
    tables = _reflected(connection)
    if all(
        connection.scalar(select(func.count()).select_from(each)) == 0 for each in tables.values()
    ):
        return
    if _holds_more(connection, tables, backup):
        message = (
            f"The ledger there is newer than the backup of {backup.made.at}, or another one. It is "
            "as it was. Restore into an empty ledger: name another one as ledger.url, or move this "
            "one away."
        )
        raise BackupError(message)
    if not replace:
        message = (
            "The ledger there is not empty; all that it holds is in the backup too. "
            "Say --replace to put the backup in its place."
        )
        raise BackupError(message)


def _holds_more(connection: Connection, tables: dict[str, Table], backup: BackupFile) -> bool:
    """Whether the audit there ends with an entry that the backup has not, or runs are later."""
    audit, runs = tables["audit"], tables["runs"]
    end = connection.execute(
        select(audit.c.number, audit.c.hash).order_by(audit.c.number.desc()).limit(1)
    ).first()
    latest = plain(connection.scalar(select(func.max(runs.c.created_at))))
    kept = max((row["created_at"] for row in backup.rows("runs")), default="")
    if latest is not None and latest > kept:
        return True
    entries = backup.rows("audit")
    return end is not None and not any(
        (entry["number"], entry["hash"]) == tuple(end) for entry in entries
    )


def _clear(connection: Connection) -> None:
    for table in _reflected(connection).values():
        table.drop(connection)
    connection.execute(text(f"DROP TABLE IF EXISTS {_VERSIONS}"))

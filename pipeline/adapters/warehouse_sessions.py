"""What a warehouse needs of one kind of database: an engine, and its sessions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from knowledge.catalog import Kind
from pipeline.adapters.warehouse_rows import Cursor, capped_rows, result_cells, result_columns
from pipeline.warehouse import Plan, QueryFailed, ResultColumn, Rows, WarehouseError

# Cursors take no EXPLAIN; what follows it goes the way of every dry run.
_EXPLAIN = re.compile(r"\s*EXPLAIN\s+(?:QUERY\s+PLAN\s+)?(?=SELECT\b|WITH\b|\()", re.IGNORECASE)
_NO_COLUMNS = "This is no read: it returns no columns."


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One query and how much of its answer is wanted: rows, and about so many bytes."""

    sql: str
    parameters: Sequence[object] = ()
    row_cap: int
    byte_cap: int


class Driver(Protocol):
    """A connection of a driver in this process."""

    def execute(self, sql: str, parameters: Sequence[object]) -> Cursor: ...

    def explain(self, sql: str) -> Plan: ...


class Session(Protocol):
    """One fresh, hardened connection, for one query. Raises the driver's own errors, or ours."""

    def rows(self, read: Read) -> Rows:
        """The rows of a read, within its caps."""
        ...

    def explain(self, sql: str) -> Plan: ...

    def cancel(self) -> None:
        """Stop what runs. Called from another thread, at any moment."""
        ...

    def close(self) -> None: ...


class Engine(Protocol):
    """How one kind of database is opened, checked, and how its errors read."""

    dialect: str
    shown: str

    def open(self, seconds: float) -> Session:
        """A session whose statements end after so many seconds. Raises `WarehouseDown`."""
        ...

    def translated(self, error: Exception) -> WarehouseError | None:
        """Ours for the driver's error; None if it is not the driver's."""
        ...

    def problems(self) -> Sequence[str]:
        """What is wrong with the identity that connects, in plain words. May block."""
        ...


def rows_of(driver: Driver, read: Read) -> Rows:
    """The rows of a read through a driver, within its caps."""
    asked = _EXPLAIN.match(read.sql)
    if asked:
        return _as_rows(driver.explain(read.sql[asked.end() :]))
    cursor = driver.execute(read.sql, read.parameters)
    if not cursor.names:
        raise QueryFailed(_NO_COLUMNS)
    rows, truncated = capped_rows(cursor, read.row_cap, read.byte_cap)
    columns = result_columns(cursor.names, rows)
    return Rows(columns=columns, rows=result_cells(rows), truncated=truncated)


def _as_rows(plan: Plan) -> Rows:
    lines = tuple((line,) for line in plan.text.splitlines())
    return Rows(columns=(ResultColumn(name="plan", kind=Kind.TEXT),), rows=lines)

"""Inserts that meet a row of the same key, in the two dialects' own words."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Table

from review.adapters.statements import Statements


async def put(connection: Statements, table: Table, row: Mapping[str, Any]) -> None:
    """Insert the row, or write it over the one that is there."""
    await connection.execute(_put(connection.dialect, table, tuple(row)), row)


async def put_all(connection: Statements, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert the rows, or write them over those that are there; no two have the same key."""
    (key,) = (column.name for column in table.primary_key)
    ordered = sorted(rows, key=lambda row: str(row[key]))
    await connection.later(_put(connection.dialect, table, tuple(rows[0])), ordered)


async def put_new(connection: Statements, table: Table, row: Mapping[str, Any]) -> bool:
    """Insert the row; False, and nothing written, where there is one."""
    statement = _put_new(connection.dialect, table, tuple(row))
    return (await connection.execute(statement, row)).changed == 1


async def put_all_new(
    connection: Statements, table: Table, rows: Sequence[Mapping[str, Any]]
) -> set[str]:
    """Insert the rows that are not there yet; their keys. The table has one key column."""
    if not rows:
        return set()
    (key,) = (column.name for column in table.primary_key)
    # Whoever inserts the same rows at the same time takes them in the same order.
    ordered = sorted(rows, key=lambda row: str(row[key]))
    statement = _put_all_new(connection.dialect, table, tuple(ordered[0]))
    return set((await connection.execute(statement, ordered)).column())


async def raised(connection: Statements, table: Table, key: str) -> int:
    """The next number of a counter that starts with 1; held until the transaction ends."""
    (column,) = table.primary_key
    row = {column.name: key, "version": 1}
    return int((await connection.execute(_raised(connection.dialect, table), row)).value())


@cache
def _put(dialect: str, table: Table, names: tuple[str, ...]) -> Any:
    keys = [column.name for column in table.primary_key]
    statement = _insert(dialect, table)
    rest = {name: statement.excluded[name] for name in names if name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=rest)


@cache
def _put_new(dialect: str, table: Table, names: tuple[str, ...]) -> Any:  # noqa: ARG001 - one each
    """A statement of its own for these columns: it is compiled once, for the first row it meets."""
    statement = _insert(dialect, table).on_conflict_do_nothing()
    return statement.execution_options(preserve_rowcount=True)


@cache
def _put_all_new(dialect: str, table: Table, names: tuple[str, ...]) -> Any:
    return _put_new(dialect, table, names).returning(*table.primary_key)


@cache
def _raised(dialect: str, table: Table) -> Any:
    (column,) = table.primary_key
    statement = _insert(dialect, table).on_conflict_do_update(
        index_elements=[column.name], set_={"version": table.c.version + 1}
    )
    return statement.returning(table.c.version)


def _insert(dialect: str, table: Table) -> Any:
    # A start waits for no dialect that it does not use: PostgreSQL's takes as long as the ledger.
    if dialect == "postgresql":
        from sqlalchemy.dialects.postgresql import insert as in_postgresql

        return in_postgresql(table)
    from sqlalchemy.dialects.sqlite import insert as in_sqlite

    return in_sqlite(table)

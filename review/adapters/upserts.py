"""Inserts that meet a row of the same key, in the two dialects' own words."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


async def put(connection: AsyncConnection, table: Table, row: Mapping[str, Any]) -> None:
    """Insert the row, or write it over the one that is there."""
    keys = [column.name for column in table.primary_key]
    rest = {name: value for name, value in row.items() if name not in keys}
    statement = _insert(connection, table)
    statement = statement.on_conflict_do_update(index_elements=keys, set_=rest)
    await connection.execute(statement, row)


async def put_new(connection: AsyncConnection, table: Table, row: Mapping[str, Any]) -> bool:
    """Insert the row; False, and nothing written, where there is one."""
    statement = _insert(connection, table).on_conflict_do_nothing()
    written = await connection.execute(statement.returning(*table.primary_key), row)
    return written.first() is not None


async def raised(connection: AsyncConnection, table: Table, key: str) -> int:
    """The next number of a counter that starts with 1; held until the transaction ends."""
    (column,) = table.primary_key
    statement = _insert(connection, table).values({column.name: key, "version": 1})
    statement = statement.on_conflict_do_update(
        index_elements=[column.name], set_={"version": table.c.version + 1}
    )
    found = await connection.execute(statement.returning(table.c.version))
    return int(found.scalar_one())


def _insert(connection: AsyncConnection, table: Table) -> Any:
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)

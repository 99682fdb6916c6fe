"""Which columns that nobody is to use any more a statement reads, whatever name leads to them."""

import re

from knowledge.catalog import Catalog, Column, Table
from pipeline.sql.names.grants import Denial, Grants, TableGrant
from pipeline.sql.permitting.permissions import check_permissions

_MOST = 8


def retired_read(
    sql: str, dialect: str, catalog: Catalog, extra_functions: frozenset[str] = frozenset()
) -> tuple[tuple[Table, Column], ...]:
    """The retired columns that the statement reads, at most eight; resolved as permissions are."""
    retired = [
        (table, column)
        for table in catalog.tables
        for column in table.columns
        if column.retired is not None and _may_be_read(sql, column)
    ]
    if not retired:
        return ()
    found: list[tuple[Table, Column]] = []
    for _ in range(_MOST):
        left = [pair for pair in retired if pair not in found]
        denial = check_permissions(sql, dialect, catalog, _all_but(left, catalog), extra_functions)
        met = _met(denial, left) if denial is not None else None
        if met is None:
            break
        found.append(met)
    return tuple(found)


def _may_be_read(sql: str, column: Column) -> bool:
    """Quick: most statements hold neither the name nor a star."""
    return "*" in sql or re.search(rf"\b{re.escape(column.name)}\b", sql, re.IGNORECASE) is not None


def _all_but(columns: list[tuple[Table, Column]], catalog: Catalog) -> Grants:
    gone = {(table.key, column.name) for table, column in columns}
    return Grants(tables=tuple(_without(table, gone) for table in catalog.tables))


def _without(table: Table, gone: set[tuple[str, str]]) -> TableGrant:
    kept = frozenset(c.name for c in table.columns if (table.key, c.name) not in gone)
    return TableGrant(table=table.key, columns=kept)


def _met(denial: Denial, columns: list[tuple[Table, Column]]) -> tuple[Table, Column] | None:
    """The column that a denial is about; none where the statement is denied for something else."""
    named = [
        (table, column)
        for table, column in columns
        if column.name.lower() == denial.column.lower() and denial.table in ("", table.key)
    ]
    return named[0] if named else None

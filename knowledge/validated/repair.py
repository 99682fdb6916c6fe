"""Repair: the SQL of a drifted query, where a column was evidently given another name."""

import difflib

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.catalog import Catalog, Column, Table
from knowledge.matching.sqlshape import table_of
from knowledge.validated.query import ValidatedQuery

_ALIKE = 0.6


def repaired(query: ValidatedQuery, catalog: Catalog, before: Catalog | None = None) -> str:
    """The SQL with every lost column under its new name; empty where that is not evident.

    `before` is the catalog that still had the columns, where it is known.
    """
    names: dict[tuple[str, str], str] = {}
    for name in query.columns:
        key, _, column = name.rpartition(".")
        table = catalog.table(key)
        if table is None:
            return ""
        if table.column(column) is not None:
            continue
        found = _renamed(query, table, column, before.table(key) if before else None)
        if not found:
            return ""
        names[table.name.lower(), column.lower()] = found
    return _with_names(query, names) if names else ""


def _renamed(query: ValidatedQuery, table: Table, lost: str, before: Table | None) -> str:
    """The only column of the same type that is new, or that has nearly the same name."""
    kind = query.fingerprints.get(f"{table.key}.{lost}", "")
    fresh = [
        column
        for column in table.columns
        if column.type.lower() == kind and _may_be_new(query, table, column, before)
    ]
    if before is None:
        fresh = [column for column in fresh if _alike(column.name, lost)]
    return fresh[0].name if len(fresh) == 1 else ""


def _may_be_new(query: ValidatedQuery, table: Table, column: Column, before: Table | None) -> bool:
    if before is not None:
        return before.column(column.name) is None
    return f"{table.key}.{column.name}" not in query.columns


def _alike(one: str, other: str) -> bool:
    return difflib.SequenceMatcher(None, one.lower(), other.lower()).ratio() >= _ALIKE


def _with_names(query: ValidatedQuery, names: dict[tuple[str, str], str]) -> str:
    """The statement with new names; empty where one could belong to two tables."""
    try:
        tree = sqlglot.parse_one(query.sql.rstrip().rstrip(";"), dialect=query.dialect or None)
    except (SqlglotError, RecursionError):
        return ""
    for column in list(tree.find_all(exp.Column)):
        owner = table_of(column)
        fits = [
            new
            for (table, old), new in names.items()
            if old == column.name.lower() and owner in {table, ""}
        ]
        if len(fits) > 1:
            return ""
        if fits:
            quoted = bool(column.this.args.get("quoted"))
            column.set("this", exp.to_identifier(fits[0], quoted=quoted or None))
    return tree.sql(dialect=query.dialect or None)

"""Drift: why a validated query no longer fits the database it was approved on."""

from collections.abc import Mapping

from knowledge.catalog import Catalog, Column, Table
from knowledge.fingerprints import definition_of
from knowledge.matching.sqlshape import Shape, shape_of
from knowledge.validated.query import ValidatedQuery


def drifted(query: ValidatedQuery, catalog: Catalog) -> tuple[str, ...]:
    """What changed under the query since its approval, one sentence each; empty if nothing."""
    shape = shape_of(query.sql, query.dialect)
    if shape is None:
        return ("its SQL no longer parses",)
    found = [_table_drift(query, catalog, key) for key in query.tables]
    found += [_column_drift(query, catalog, name) for name in query.columns]
    reasons = [reason for reason in found if reason]
    unknown = sorted(_unknown_tables(shape, query, catalog))
    reasons += [f"its table {name} is not in the catalog" for name in unknown]
    return tuple(dict.fromkeys(reasons))


def _table_drift(query: ValidatedQuery, catalog: Catalog, key: str) -> str:
    table = catalog.table(key)
    if table is None:
        return f"its table {key} is gone"
    approved = query.fingerprints.get(key)
    if approved and table.fingerprint and approved not in _known_as(table):
        return f"its table {key} has changed since approval"
    return ""


def _known_as(table: Table) -> frozenset[str]:
    """What an approval may be bound to: the whole table, or only its definition."""
    return frozenset({table.fingerprint, definition_of(table)})


def _column_drift(query: ValidatedQuery, catalog: Catalog, name: str) -> str:
    key, _, column = name.rpartition(".")
    table = catalog.table(key)
    if table is None:
        return ""
    found = table.column(column)
    if found is None:
        return f"its column {name} is gone"
    if found.retired is not None:
        instead = " or ".join(found.retired.instead)
        return f"its column {name} is not to be used any more" + (
            f"; {instead} is used instead" if instead else ""
        )
    approved = query.fingerprints.get(name)
    if approved and approved != _type_of(found):
        return f"its column {name} was {approved} and is {_type_of(found)} now"
    return ""


def _type_of(column: Column) -> str:
    return column.type.lower()


def _unknown_tables(shape: Shape, query: ValidatedQuery, catalog: Catalog) -> set[str]:
    """Tables that the SQL names and neither the query nor the catalog knows; CTEs are no tables."""
    known = {table.name.lower() for table in catalog.tables}
    declared = {key.lower().rpartition(".")[2] for key in query.tables}
    return set(shape.tables) - known - declared


def uses_of(sql: str, dialect: str, catalog: Catalog) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The catalog keys of the tables, and `table.column` of the columns, that a statement uses."""
    shape = shape_of(sql, dialect)
    if shape is None:
        return (), ()
    tables = [table for table in catalog.tables if table.name.lower() in shape.tables]
    columns = {
        f"{table.key}.{column.name}"
        for table in tables
        for column in table.columns
        if _is_used(shape, table, column.name.lower())
    }
    return tuple(sorted(table.key for table in tables)), tuple(sorted(columns))


def _is_used(shape: Shape, table: Table, column: str) -> bool:
    if shape.star:
        return True
    return any(
        item.column == column and item.table in ("", table.name.lower()) for item in shape.used
    )


def fingerprints_of(sql: str, dialect: str, catalog: Catalog) -> Mapping[str, str]:
    """What an approval on this catalog is bound to: used columns' types, tables' definitions.

    A statement that selects every column is bound to the whole table.
    """
    tables, columns = uses_of(sql, dialect, catalog)
    shape = shape_of(sql, dialect)
    whole = shape is not None and shape.star
    bound: dict[str, str] = {}
    for table in filter(None, map(catalog.table, tables)):
        bound[table.key] = table.fingerprint if whole else definition_of(table)
    for name in columns:
        key, _, column = name.rpartition(".")
        owner = catalog.table(key)
        found = owner.column(column) if owner else None
        if found is not None:
            bound[name] = _type_of(found)
    return bound

"""A DuckDB table as it is now, from the engine's own catalog functions."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from knowledge.column_kinds import kind_of_type
from pipeline.writes.live import LiveColumn, LiveIndex, LiveTable, TableName
from pipeline.writes.rows.exact_text import quoted_text

Read: TypeAlias = Callable[[str], list[tuple[object, ...]]]

_HERE = "database_name = current_database() AND schema_name = {schema} AND table_name = {name}"
_TABLE = """
SELECT schema_name, table_name, sql FROM duckdb_tables() WHERE NOT internal
  AND database_name = current_database() AND lower(table_name) = lower({name})
  AND lower(schema_name) = lower({schema})
"""
_COLUMNS = f"""
SELECT column_name, data_type, is_nullable, is_generated FROM duckdb_columns()
WHERE {_HERE} ORDER BY column_index
"""  # noqa: S608
_KEYS = f"""
SELECT constraint_type, constraint_column_names FROM duckdb_constraints()
WHERE {_HERE} AND constraint_type IN ('PRIMARY KEY', 'UNIQUE') ORDER BY constraint_index
"""  # noqa: S608
_INDEXES = f"""
SELECT index_name, is_unique, sql, expressions FROM duckdb_indexes() WHERE {_HERE} ORDER BY 1
"""  # noqa: S608


def read_table(read: Read, name: TableName) -> LiveTable | None:
    """The base table of that name; None where there is none."""
    found = read(
        _TABLE.format(name=quoted_text(name.name), schema=quoted_text(name.schema or "main"))
    )
    if not found:
        return None
    schema, table, made = (str(part) for part in found[0])
    places = {"schema": quoted_text(schema), "name": quoted_text(table)}
    columns = tuple(map(_column, read(_COLUMNS.format(**places))))
    indexes = read(_INDEXES.format(**places))
    key = _key(columns, read(_KEYS.format(**places)))
    return LiveTable(
        name=TableName(name=table, schema="" if schema == "main" else schema),
        columns=columns,
        key=key or ("rowid",),
        hidden_key=not key,
        stable_key=bool(key),
        indexes=tuple(map(_index, indexes)),
        definition="\n".join([made, *map(repr, indexes)]),
    )


def _column(row: tuple[object, ...]) -> LiveColumn:
    return LiveColumn(
        name=str(row[0]),
        type=str(row[1]),
        kind=kind_of_type(str(row[1])),
        nullable=bool(row[2]),
        generated=bool(row[3]),
    )


def _key(columns: Sequence[LiveColumn], rows: Sequence[tuple[object, ...]]) -> tuple[str, ...]:
    present = {column.name for column in columns if not column.nullable}
    keys = [
        (row[0] != "PRIMARY KEY", len(names), names)
        for row in rows
        if set(names := _names(row[1])) <= present and names
    ]
    return min(keys)[2] if keys else ()


def _names(value: object) -> tuple[str, ...]:
    return tuple(str(name) for name in value) if isinstance(value, list) else ()


def _index(row: tuple[object, ...]) -> LiveIndex:
    listed = str(row[3] or "").strip("[]").split(",")
    columns = tuple(name.strip().strip("'\"") for name in listed if name.strip())
    return LiveIndex(name=str(row[0]), columns=columns, unique=bool(row[1]), sql=str(row[2] or ""))

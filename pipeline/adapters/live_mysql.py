"""A MySQL or MariaDB table as it is now, held so that nobody alters it in the meantime."""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from knowledge.column_kinds import kind_of_type
from knowledge.sql_text import quoted_identifier
from pipeline.writes.live import (
    Inbound,
    LiveColumn,
    LiveIndex,
    LiveTable,
    LiveTrigger,
    TableName,
)

Read: TypeAlias = Callable[[str], list[tuple[object, ...]]]

# What counts up with every row is no part of a table's definition.
_COUNTER = re.compile(r" AUTO_INCREMENT=\d+")
_BINARY = re.compile(r"(var)?binary|\w*blob|bit|geometry|point|linestring|polygon|multi\w+")
_TABLE = """
SELECT table_schema, table_name FROM information_schema.tables
WHERE table_type = 'BASE TABLE' AND table_name = {name}
  AND table_schema = {schema}
"""
_COLUMNS = """
SELECT column_name, column_type, data_type, is_nullable, extra FROM information_schema.columns
WHERE table_schema = {schema} AND table_name = {name} ORDER BY ordinal_position
"""
_INDEXES = """
SELECT index_name, non_unique, column_name, nullable FROM information_schema.statistics
WHERE table_schema = {schema} AND table_name = {name} ORDER BY index_name, seq_in_index
"""
_TRIGGERS = """
SELECT trigger_name, event_manipulation, action_timing, action_statement
FROM information_schema.triggers
WHERE event_object_schema = {schema} AND event_object_table = {name} ORDER BY trigger_name
"""
_INBOUND = """
SELECT k.constraint_schema, k.constraint_name, k.table_schema, k.table_name, k.column_name,
       k.referenced_column_name, r.delete_rule, r.update_rule
FROM information_schema.key_column_usage AS k
JOIN information_schema.referential_constraints AS r
  ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name
 AND r.table_name = k.table_name
WHERE k.referenced_table_schema = {schema} AND k.referenced_table_name = {name}
ORDER BY k.table_name, k.constraint_name, k.ordinal_position
"""
_ENGINE = """
SELECT t.engine, e.transactions FROM information_schema.tables AS t
LEFT JOIN information_schema.engines AS e ON e.engine = t.engine
WHERE t.table_schema = {schema} AND t.table_name = {name}
"""
_OTHERS = """
SELECT t.table_name FROM information_schema.tables AS t
JOIN information_schema.engines AS e ON e.engine = t.engine
WHERE t.table_type = 'BASE TABLE' AND t.table_schema = {schema}
  AND coalesce(e.transactions, 'NO') <> 'YES' LIMIT 1
"""


def read_table(read: Read, name: TableName) -> LiveTable | None:
    """The base table of that name; None where there is none."""
    places = _places(name)
    found = read(_TABLE.format(**places))
    if not found:
        return None
    schema, table = str(found[0][0]), str(found[0][1])
    dotted = ".".join(quoted_identifier(part, "mysql") for part in (schema, table))
    # Whoever reads a table within a transaction keeps others from altering it.
    read(f"SELECT 1 FROM {dotted} LIMIT 1")  # noqa: S608
    made = _COUNTER.sub("", str(read(f"SHOW CREATE TABLE {dotted}")[0][1]))
    triggers = read(_TRIGGERS.format(**places))
    indexes = read(_INDEXES.format(**places))
    return LiveTable(
        name=TableName(name=table, schema=schema if name.schema else ""),
        columns=tuple(map(_column, read(_COLUMNS.format(**places)))),
        key=_key(indexes),
        triggers=tuple(
            LiveTrigger(name=str(t[0]), events=frozenset({str(t[1])})) for t in triggers
        ),
        indexes=_indexes(indexes, table),
        inbound=_inbound(read(_INBOUND.format(**places)), schema),
        definition="\n".join([made, *map(repr, triggers)]),
    )


def without_rollback(read: Read, table: LiveTable, event: str) -> str:
    """Why a change of this table could not be rolled back; empty where it can."""
    places = _places(table.name)
    engine, transactions = read(_ENGINE.format(**places))[0]
    if str(transactions) != "YES":
        return f"{table.name} is kept by {engine}, which cannot roll a change back"
    if not table.triggers_on(event) and not table.inbound:
        return ""
    others = read(_OTHERS.format(**places))
    if others:
        return f"its triggers may change {others[0][0]}, where a change cannot be rolled back"
    return ""


def _places(name: TableName) -> dict[str, str]:
    schema = _text(name.schema) if name.schema else "database()"
    return {"schema": schema, "name": _text(name.name)}


def _text(name: str) -> str:
    """A literal that no letter of the name can end."""
    return f"CONVERT(X'{name.encode().hex()}' USING utf8mb4)"


def _column(row: tuple[object, ...]) -> LiveColumn:
    extra = str(row[4]).lower()
    return LiveColumn(
        name=str(row[0]),
        type=str(row[1]),
        kind=kind_of_type(str(row[1])),
        nullable=str(row[3]) == "YES",
        generated="generated" in extra and "default_generated" not in extra,
        touched="on update" in extra,
        binary=bool(_BINARY.fullmatch(str(row[2]).lower())),
    )


def _key(rows: Sequence[tuple[object, ...]]) -> tuple[str, ...]:
    keys = []
    for name in dict.fromkeys(str(row[0]) for row in rows):
        parts = [row for row in rows if row[0] == name]
        never_empty = all(str(part[3] or "") != "YES" and part[2] for part in parts)
        if not int(str(parts[0][1])) and never_empty:
            columns = tuple(str(part[2]) for part in parts)
            keys.append((name != "PRIMARY", len(columns), columns))
    return min(keys)[2] if keys else ()


def _indexes(rows: Sequence[tuple[object, ...]], table: str) -> tuple[LiveIndex, ...]:
    found = []
    for name in dict.fromkeys(str(row[0]) for row in rows):
        parts = [row for row in rows if row[0] == name]
        columns = tuple(str(part[2]) for part in parts)
        unique = not int(str(parts[0][1]))
        index, owner, *listed = (quoted_identifier(one, "mysql") for one in (name, table, *columns))
        made = f"CREATE {'UNIQUE ' if unique else ''}INDEX {index} ON {owner}"
        plain = name != "PRIMARY" and all(part[2] for part in parts)
        sql = f"{made} ({', '.join(listed)})" if plain else ""
        found.append(LiveIndex(name=name, columns=columns, unique=unique, sql=sql))
    return tuple(found)


def _inbound(rows: Sequence[tuple[object, ...]], schema: str) -> tuple[Inbound, ...]:
    keys: dict[tuple[object, ...], list[tuple[object, ...]]] = {}
    for row in rows:
        keys.setdefault((*row[:2], row[3]), []).append(row)
    return tuple(
        Inbound(
            table=TableName(
                name=str(parts[0][3]), schema="" if parts[0][2] == schema else str(parts[0][2])
            ),
            columns=tuple(str(part[4]) for part in parts),
            to_columns=tuple(str(part[5]) for part in parts),
            on_delete=str(parts[0][6]).upper(),
            on_update=str(parts[0][7]).upper(),
        )
        for parts in keys.values()
    )

"""A PostgreSQL table as it is now, from the system catalog, in the caller's transaction."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from knowledge.column_kinds import kind_of_type
from pipeline.writes.live import (
    Inbound,
    LiveColumn,
    LiveIndex,
    LiveTable,
    LiveTrigger,
    TableName,
)
from pipeline.writes.rows.exact_text import quoted_text

Read: TypeAlias = Callable[[str], list[tuple[object, ...]]]

_ACTIONS = {"c": "CASCADE", "n": "SET NULL", "d": "SET DEFAULT"}
_EVENTS = ((4, "INSERT"), (8, "DELETE"), (16, "UPDATE"))
_TABLE = """
SELECT c.oid, n.nspname, c.relname, pg_table_is_visible(c.oid), c.relhasrules
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.oid = to_regclass({name}) AND c.relkind IN ('r', 'p')
"""
_COLUMNS = """
SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity = 'a',
       a.attgenerated <> '', pg_get_expr(d.adbin, d.adrelid)
FROM pg_attribute AS a LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attrelid = {oid} AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
"""
_INDEXES = """
SELECT c.relname, i.indisunique, i.indisprimary, i.indpred IS NULL AND i.indexprs IS NULL,
       ARRAY(SELECT a.attname::text FROM unnest(i.indkey) WITH ORDINALITY AS k(n, place)
             JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.n
             WHERE k.place <= i.indnkeyatts ORDER BY k.place),
       pg_get_indexdef(i.indexrelid),
       EXISTS (SELECT 1 FROM pg_constraint AS o WHERE o.conindid = i.indexrelid
               AND o.contype IN ('p', 'u', 'x'))
FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
WHERE i.indrelid = {oid} ORDER BY c.relname
"""
_TRIGGERS = """
SELECT tgname, tgtype, pg_get_triggerdef(oid) FROM pg_trigger
WHERE tgrelid = {oid} AND NOT tgisinternal AND tgenabled <> 'D' ORDER BY tgname
"""
_INBOUND = """
SELECT n.nspname, c.relname, pg_table_is_visible(c.oid),
       ARRAY(SELECT a.attname::text FROM unnest(o.conkey) WITH ORDINALITY AS k(n, place)
             JOIN pg_attribute AS a ON a.attrelid = o.conrelid AND a.attnum = k.n ORDER BY k.place),
       ARRAY(SELECT a.attname::text FROM unnest(o.confkey) WITH ORDINALITY AS k(n, place)
             JOIN pg_attribute AS a ON a.attrelid = o.confrelid AND a.attnum = k.n
             ORDER BY k.place),
       o.confdeltype::text, o.confupdtype::text
FROM pg_constraint AS o JOIN pg_class AS c ON c.oid = o.conrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE o.contype = 'f' AND o.confrelid = {oid} AND o.conparentid = 0 ORDER BY o.conname
"""
_CONSTRAINTS = """
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = {oid} ORDER BY conname
"""


def read_table(read: Read, name: TableName) -> LiveTable | None:
    """The base table of that name; None where there is none."""
    parts = [part for part in (name.schema, name.name) if part]
    dotted = ".".join('"' + part.replace('"', '""') + '"' for part in parts)
    found = read(_TABLE.format(name=quoted_text(dotted)))
    if not found:
        return None
    oid, schema, table, visible, rules = found[0]
    columns = read(_COLUMNS.format(oid=oid))
    indexes = read(_INDEXES.format(oid=oid))
    triggers = read(_TRIGGERS.format(oid=oid))
    constraints = read(_CONSTRAINTS.format(oid=oid))
    inbound = read(_INBOUND.format(oid=oid))
    parts_of = [*columns, *indexes, *triggers, *constraints, *inbound]
    return LiveTable(
        name=TableName(name=str(table), schema="" if visible else str(schema)),
        columns=tuple(map(_column, columns)),
        key=_key(columns, indexes),
        triggers=tuple(map(_trigger, triggers)),
        indexes=tuple(map(_index, indexes)),
        inbound=tuple(map(_inbound, inbound)),
        definition="\n".join([*map(repr, parts_of), f"rules {rules}"]),
    )


def _column(row: tuple[object, ...]) -> LiveColumn:
    return LiveColumn(
        name=str(row[0]),
        type=str(row[1]),
        kind=kind_of_type(str(row[1])),
        nullable=not row[2],
        always_identity=bool(row[3]),
        generated=bool(row[4]),
    )


def _key(
    columns: Sequence[tuple[object, ...]], indexes: Sequence[tuple[object, ...]]
) -> tuple[str, ...]:
    """The primary key, or else the smallest unique index over columns that are never empty."""
    present = {str(row[0]) for row in columns if row[2]}
    keys = [
        (not row[2], len(names), names)
        for row in indexes
        if row[1] and row[3] and set(names := _names(row[4])) <= present and names
    ]
    return min(keys)[2] if keys else ()


def _names(value: object) -> tuple[str, ...]:
    return tuple(str(name) for name in value) if isinstance(value, list) else ()


def _index(row: tuple[object, ...]) -> LiveIndex:
    return LiveIndex(
        name=str(row[0]),
        columns=_names(row[4]),
        unique=bool(row[1]),
        sql="" if row[6] else str(row[5]),
    )


def _trigger(row: tuple[object, ...]) -> LiveTrigger:
    bits = int(str(row[1]))
    events = frozenset(event for bit, event in _EVENTS if bits & bit)
    return LiveTrigger(name=str(row[0]), events=events)


def _inbound(row: tuple[object, ...]) -> Inbound:
    return Inbound(
        table=TableName(name=str(row[1]), schema="" if row[2] else str(row[0])),
        columns=_names(row[3]),
        to_columns=_names(row[4]),
        on_delete=_ACTIONS.get(str(row[5]), "NO ACTION"),
        on_update=_ACTIONS.get(str(row[6]), "NO ACTION"),
    )

"""Fingerprints of tables, and what changed between two catalogs."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from knowledge.catalog import Catalog, Table


class ChangeKind(StrEnum):
    """What happened to a table or a column."""

    TABLE_ADDED = "table added"
    TABLE_REMOVED = "table removed"
    COLUMN_ADDED = "column added"
    COLUMN_REMOVED = "column removed"
    TYPE_CHANGED = "type changed"
    KEYS_CHANGED = "keys changed"
    DEFINITION_CHANGED = "definition changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One difference: `column` is empty where it is about the whole table."""

    kind: ChangeKind
    table: str
    column: str = ""
    before: str = ""
    after: str = ""


def fingerprint(table: Table) -> str:
    """A hash of names, types and keys: while it is equal, queries keep their meaning."""
    columns = sorted(
        f"{column.name}|{column.type.lower()}|{column.primary_key}|{column.nullable}"
        for column in table.columns
    )
    return _digest([table.key, *columns, *_declared_keys(table), table.view_sql or ""])


def definition_of(table: Table) -> str:
    """A hash of what a view selects; of every plain table the same."""
    return _digest([table.view_sql or ""])


def catalog_version(tables: Iterable[Table]) -> str:
    """A hash of all tables' fingerprints."""
    return _digest(sorted(f"{table.key}={table.fingerprint}" for table in tables))


def changes(old: Catalog, new: Catalog) -> tuple[Change, ...]:
    """Every difference of structure, table by table; rows and statistics do not count."""
    before = {table.key.lower(): table for table in old.tables}
    after = {table.key.lower(): table for table in new.tables}
    found: list[Change] = []
    for key in sorted(before.keys() | after.keys()):
        found += _table_changes(before.get(key), after.get(key))
    return tuple(found)


def _table_changes(old: Table | None, new: Table | None) -> list[Change]:
    if old is None or new is None:
        return [_appeared_or_gone(old, new)] if old or new else []
    if old.fingerprint == new.fingerprint:
        return []
    found = _column_changes(old, new)
    if (old.primary_key, _declared_keys(old)) != (new.primary_key, _declared_keys(new)):
        found.append(Change(kind=ChangeKind.KEYS_CHANGED, table=new.key))
    # What is left is a view's SQL, or a column that may now be empty.
    return found or [Change(kind=ChangeKind.DEFINITION_CHANGED, table=new.key)]


def _appeared_or_gone(old: Table | None, new: Table | None) -> Change:
    if old is not None:
        return Change(kind=ChangeKind.TABLE_REMOVED, table=old.key)
    return Change(kind=ChangeKind.TABLE_ADDED, table=new.key if new else "")


def _column_changes(old: Table, new: Table) -> list[Change]:
    types = {column.name.lower(): column.type for column in old.columns}
    new_types = {column.name.lower(): column.type for column in new.columns}
    found: list[Change] = []
    for name in sorted(types.keys() | new_types.keys()):
        before, after = types.get(name), new_types.get(name)
        if before is None:
            kind = ChangeKind.COLUMN_ADDED
        elif after is None:
            kind = ChangeKind.COLUMN_REMOVED
        elif before.lower() != after.lower():
            kind = ChangeKind.TYPE_CHANGED
        else:
            continue
        change = Change(
            kind=kind, table=new.key, column=name, before=before or "", after=after or ""
        )
        found.append(change)
    return found


def _declared_keys(table: Table) -> list[str]:
    return sorted(
        f"{','.join(key.columns)}->{key.to_table}({','.join(key.to_columns)})"
        for key in table.foreign_keys
        if key.declared
    )


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]

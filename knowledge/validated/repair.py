"""Repair: the SQL of a drifted query, where a table or column evidently got another name."""

import difflib

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.catalog import Catalog, Column, Table
from knowledge.matching.sqlshape import table_of
from knowledge.validated.query import ValidatedQuery

_ALIKE = 0.6


def repaired(query: ValidatedQuery, catalog: Catalog, before: Catalog | None = None) -> str:
    """The SQL with every lost table and column under its new name; empty where one is not evident.

    `before` is the catalog that still had them, where it is known.
    """
    moved = {key: key for key in query.tables if catalog.table(key) is not None}
    for key in query.tables:
        if key not in moved:
            found = _moved(query, key, catalog, before)
            if found is None or found.key in moved.values():
                return ""
            moved[key] = found.key
    names = _new_columns(query, catalog, before, moved)
    renamed = {_bare(old): _bare(new) for old, new in moved.items() if old != new}
    return _with_names(query, names, renamed) if names is not None and (names or renamed) else ""


def _bare(key: str) -> str:
    return key.rpartition(".")[2]


def _moved(
    query: ValidatedQuery, key: str, catalog: Catalog, before: Catalog | None
) -> Table | None:
    """The only new table with the columns that the query uses, of the same types."""
    used = {
        name.rpartition(".")[2]: query.fingerprints.get(name, "")
        for name in query.columns
        if name.rpartition(".")[0] == key
    }
    known = before.table if before is not None else None
    fits = [
        table
        for table in catalog.tables
        if used
        and table.key not in query.tables
        and (known(table.key) is None if known else _alike(table.name, _bare(key)))
        and all(_is_of(table.column(name), kind) for name, kind in used.items())
    ]
    return fits[0] if len(fits) == 1 else None


def _is_of(column: Column | None, kind: str) -> bool:
    return column is not None and column.type.lower() == kind


def _new_columns(
    query: ValidatedQuery, catalog: Catalog, before: Catalog | None, moved: dict[str, str]
) -> dict[tuple[str, str], str] | None:
    """The new name of each lost column; None where one is not evident."""
    names: dict[tuple[str, str], str] = {}
    for name in query.columns:
        key, _, column = name.rpartition(".")
        table = catalog.table(moved.get(key, key))
        if table is None:
            return None
        kept = table.column(column)
        if kept is not None and kept.retired is None:
            continue
        found = (
            _instead(table, kept)
            if kept is not None
            else _renamed(query, table, column, before.table(key) if before else None)
        )
        if not found:
            return None
        names[_bare(key).lower(), column.lower()] = found
    return names


def _instead(table: Table, retired: Column) -> str:
    """The one column of the same table that is used instead of a retired one."""
    named = retired.retired.instead if retired.retired else ()
    owner, _, name = named[0].rpartition(".") if len(named) == 1 else ("", "", "")
    return name if owner == table.key else ""


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


def _with_names(
    query: ValidatedQuery, names: dict[tuple[str, str], str], tables: dict[str, str]
) -> str:
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
            column.set("this", _named(column.this, fits[0]))
    _rename_tables(tree, {old.lower(): new for old, new in tables.items()})
    return tree.sql(dialect=query.dialect or None)


def _rename_tables(tree: exp.Expr, tables: dict[str, str]) -> None:
    """Name the tables anew, and the columns that are led by a table's own name."""
    declared = {table.alias.lower() for table in tree.find_all(exp.Table) if table.alias}
    declared |= {named.alias.lower() for named in tree.find_all(exp.CTE)}
    for column in tree.find_all(exp.Column):
        owner = column.table.lower()
        if owner in tables and owner not in declared:
            column.set("table", _named(column.args["table"], tables[owner]))
    for table in tree.find_all(exp.Table):
        if table.name.lower() in tables and table.name.lower() not in declared:
            table.set("this", _named(table.this, tables[table.name.lower()]))


def _named(old: exp.Expr, new: str) -> exp.Identifier:
    return exp.to_identifier(new, quoted=bool(old.args.get("quoted")) or None)

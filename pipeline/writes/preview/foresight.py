"""What is known of a schema change without running it, for engines that cannot roll one back."""

import re
from dataclasses import replace

from sqlglot import exp

from pipeline.writes.live import LiveColumn, LiveIndex, LiveTable
from pipeline.writes.preview.attempt import Seen, renamed
from pipeline.writes.preview.schema_effects import indexes_touched
from pipeline.writes.session import WriteSession
from pipeline.writes.undo.inverse import Undo, of_schema
from pipeline.writes.values import Impossible, Preview

_UNLIMITED = re.compile(r"(text|blob|json)$", re.IGNORECASE)
_NOT_TRIED = "This engine commits a schema change at once, so it was not tried out."


def foreseen(session: WriteSession, seen: Seen) -> Preview | Impossible:
    """The preview of a schema change by what the catalog says."""
    table = seen.table
    if table is None:
        undo = Undo(missing="Undoing it would need a DROP, which never runs here.")
        return _preview(seen, undo, ())
    obstacle = _obstacle(session, seen.effect.tree, table)
    if obstacle:
        return Impossible(reason=obstacle)
    undo = of_schema(session, seen.effect, table, _expected(seen.effect.tree, table))
    many = session.rows(f"SELECT count(*) FROM {_name(session, table)}")[0][0]  # noqa: S608
    notes = (f"{table.name} has {many:,} rows, which may all be read.",)
    return _preview(seen, undo, (*notes, *indexes_touched(table, seen.effect.tree)))


def _preview(seen: Seen, undo: Undo, notes: tuple[str, ...]) -> Preview:
    return Preview(
        rows=None,
        tried=False,
        fingerprint=seen.fingerprint,
        notes=(_NOT_TRIED, *notes),
        undo=undo.statements,
        undo_missing=undo.missing,
        warnings=seen.lost,
        image=seen.image,
    )


def _obstacle(session: WriteSession, tree: exp.Expr, table: LiveTable) -> str:
    for name in _new_columns(tree):
        if table.column(name):
            return f"{table.name} already has a column {name}."
    for name in _old_columns(tree):
        if table.column(name) is None:
            return f"{table.name} has no column {name}."
    index = new_index(tree)
    if index and any(index.name.lower() == known.name.lower() for known in table.indexes):
        return f"{table.name} already has an index {index.name}."
    return _index_obstacle(session, table, index) if index else ""


def _index_obstacle(session: WriteSession, table: LiveTable, index: LiveIndex) -> str:
    for column in filter(None, map(table.column, index.columns)):
        if _UNLIMITED.search(column.type):
            return f"{column.name} has no greatest length ({column.type}), and needs one for this."
    return _doubles(session, table, index) if index.unique and index.columns else ""


def _doubles(session: WriteSession, table: LiveTable, index: LiveIndex) -> str:
    columns = ", ".join(map(session.quoted, index.columns))
    present = " AND ".join(f"{session.quoted(name)} IS NOT NULL" for name in index.columns)
    query = (
        f"SELECT {columns} FROM {_name(session, table)} WHERE {present} "  # noqa: S608
        f"GROUP BY {columns} HAVING count(*) > 1 LIMIT 1"
    )
    found = session.rows(query)
    if not found:
        return ""
    values = ", ".join(f"{n} = {v}" for n, v in zip(index.columns, found[0], strict=True))
    return f"More than one row has {values}."


def _new_columns(tree: exp.Expr) -> list[str]:
    actions = tree.args.get("actions") or []
    added = [a.name for a in actions if isinstance(a, exp.ColumnDef) and not a.args.get("exists")]
    return added + [a.args["to"].name for a in actions if isinstance(a, exp.RenameColumn)]


def _old_columns(tree: exp.Expr) -> list[str]:
    found: list[str] = []
    for action in tree.args.get("actions") or []:
        if isinstance(action, exp.RenameColumn | exp.AlterColumn):
            found.append(action.this.name)
        elif isinstance(action, exp.Drop) and str(action.args.get("kind")) == "COLUMN":
            found += [column.name for column in action.args.get("tables") or []]
    index = new_index(tree)
    return found + list(index.columns if index else ())


def new_index(tree: exp.Expr) -> LiveIndex | None:
    """The index that a CREATE INDEX or an ADD INDEX makes, as far as its columns are plain."""
    if isinstance(tree, exp.Create) and isinstance(tree.this, exp.Index):
        params = tree.this.args.get("params")
        listed = params.args.get("columns") or [] if params else []
        columns = [c.this if isinstance(c, exp.Ordered) else c for c in listed]
        plain = all(isinstance(column, exp.Column) for column in columns)
        names = tuple(column.name for column in columns) if plain else ()
        return LiveIndex(name=tree.this.name, columns=names, unique=bool(tree.args.get("unique")))
    for node in tree.find_all(exp.IndexColumnConstraint):
        plain = all(isinstance(column, exp.Column) for column in node.expressions)
        names = tuple(column.name for column in node.expressions) if plain else ()
        return LiveIndex(name=node.name, columns=names)
    return None


def _expected(tree: exp.Expr, table: LiveTable) -> LiveTable:
    """The table as it would be described after the change."""
    index = new_index(tree)
    if isinstance(tree, exp.Drop):
        gone = {name.name for name in tree.args.get("tables") or []}
        return replace(table, indexes=tuple(i for i in table.indexes if i.name not in gone))
    if index is not None:
        return replace(table, indexes=(*table.indexes, index))
    added = tuple(LiveColumn(name=name, type="") for name in _new_columns(tree))
    return replace(table, name=renamed(tree, table.name), columns=(*table.columns, *added))


def _name(session: WriteSession, table: LiveTable) -> str:
    parts = [part for part in (table.name.schema, table.name.name) if part]
    return ".".join(map(session.quoted, parts))

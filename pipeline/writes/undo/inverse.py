"""Inverse statements: what takes a change of rows or of the schema back, as one statement."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlglot
from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from pipeline.writes.live import LiveColumn, LiveTable
from pipeline.writes.rows.images import Image, ImageRow, Reading, row_number
from pipeline.writes.session import WriteSession
from pipeline.writes.statements.effect import OVERRIDING, Effect, Verb
from pipeline.writes.undo.whole_rows import AmbiguousRowsError, WholeRows

MOST_ROWS = 1_000
_LONGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Undo:
    """The statement that takes a change back, or why there is none."""

    sql: str = ""
    missing: str = ""

    @property
    def statements(self) -> tuple[str, ...]:
        return (self.sql,) if self.sql else ()


class Inverse:
    """Writes the inverse of one change of rows of one table."""

    def __init__(self, session: WriteSession, table: LiveTable, reading: Reading) -> None:
        self._session = session
        self._table = table
        self._reading = reading

    def of_rows(self, effect: Effect, before: Image, after: Image | None) -> Undo:
        """What takes back the change from one image to the other."""
        if not before.whole or (after is not None and not after.whole):
            return Undo(missing=_too_many())
        if max(len(before.rows), len(after.rows) if after else 0) > MOST_ROWS:
            return Undo(missing=_too_many())
        found = self._written(effect, before, after)
        if len(found.sql) > _LONGEST:
            return Undo(missing="The values before the change are too long to be kept.")
        return found

    def _written(self, effect: Effect, before: Image, after: Image | None) -> Undo:
        if effect.verb is Verb.DELETE:
            return self.inserted_again(before)
        if after is None:
            return Undo(missing=f"{self._table.name} has no key that tells its rows apart.")
        if not self._table.has_stable_key:
            return self._by_whole_rows(effect, before, after)
        if effect.verb is Verb.INSERT:
            return self.deleted_again(after)
        if effect.verb is Verb.UPDATE:
            return self.updated_back(before.rows, after.rows)
        return self._of_difference(before, after)

    def _by_whole_rows(self, effect: Effect, before: Image, after: Image) -> Undo:
        rows = WholeRows(self._session, self._table, self._reading)
        try:
            if effect.verb is Verb.INSERT:
                return Undo(rows.deleted_again(after.rows))
            if effect.verb is Verb.UPDATE and len(before.rows) == len(after.rows):
                return Undo(rows.updated_back(before.rows, after.rows))
        except AmbiguousRowsError as error:
            return Undo(missing=error.reason)
        return Undo(missing=f"{self._table.name} has no key that tells its rows apart.")

    def _of_difference(self, before: Image, after: Image) -> Undo:
        old, new = before.by_key, after.by_key
        added = tuple(row for key, row in new.items() if key not in old)
        gone = tuple(row for key, row in old.items() if key not in new)
        other = [(old[key], row) for key, row in new.items() if key in old and old[key] != row]
        if sum((bool(added), bool(gone), bool(other))) > 1:
            return Undo(missing="It adds, changes or removes rows at once; one statement cannot.")
        if added:
            return self.deleted_again(Image(rows=added))
        if gone:
            return self.inserted_again(Image(rows=gone))
        return self.updated_back([one for one, _ in other], [one for _, one in other])

    def inserted_again(self, image: Image) -> Undo:
        if not image.rows:
            return _nothing()
        columns = self._table.writable
        names = [self._session.quoted(column.name) for column in columns]
        places = [self._table.columns.index(column) for column in columns]
        rows = [
            [self._session.literal(c, row.values[p]) for c, p in zip(columns, places, strict=True)]
            for row in image.rows
        ]
        if self._table.hidden_key and self._table.stable_key:
            number = row_number(self._table.key[0])
            names.insert(0, self._session.quoted(number.name))
            for values, row in zip(rows, image.rows, strict=True):
                values.insert(0, self._session.literal(number, row.key[0]))
        words = OVERRIDING if any(column.always_identity for column in columns) else ""
        listed = ", ".join(f"({', '.join(values)})" for values in rows)
        sql = f"INSERT INTO {self._reading.name()} ({', '.join(names)}){words} VALUES {listed}"  # noqa: S608
        return Undo(sql)

    def deleted_again(self, image: Image) -> Undo:
        if not image.rows:
            return _nothing()
        condition = self._reading.condition([row.key for row in image.rows])
        return Undo(f"DELETE FROM {self._reading.name()} WHERE {condition}")  # noqa: S608

    def updated_back(self, before: Sequence[ImageRow], after: Sequence[ImageRow]) -> Undo:
        """Every changed column set to what it was, by the rows' keys as they are now."""
        if len(before) != len(after):
            return Undo(missing="The changed rows were not all found again.")
        pairs = list(zip(before, after, strict=True))
        changed = [
            (place, column)
            for place, column in enumerate(self._table.columns)
            if not column.generated and any(o.values[place] != n.values[place] for o, n in pairs)
        ]
        if not changed:
            return _nothing()
        changed += [
            (place, column)
            for place, column in enumerate(self._table.columns)
            if column.touched and (place, column) not in changed
        ]
        # MySQL assigns from left to right: what the conditions look at has to change last.
        keys = {name.lower() for name in self._table.key}
        changed.sort(key=lambda each: each[1].name.lower() in keys)
        if any(column.always_identity for _, column in changed):
            return Undo(missing="It changes a column whose values only the database may give.")
        sets = [
            f"{self._session.quoted(column.name)} = {self._old_value(column, place, pairs)}"
            for place, column in changed
        ]
        condition = self._reading.condition([row.key for row in after])
        return Undo(f"UPDATE {self._reading.name()} SET {', '.join(sets)} WHERE {condition}")  # noqa: S608

    def _old_value(
        self, column: LiveColumn, place: int, pairs: Sequence[tuple[ImageRow, ImageRow]]
    ) -> str:
        keys: dict[str, list[tuple[object, ...]]] = {}
        for old, new in pairs:
            literal = self._session.literal(column, old.values[place])
            keys.setdefault(literal, []).append(new.key)
        if len(keys) == 1:
            return next(iter(keys))
        cases = [f"WHEN {self._reading.condition(k)} THEN {v}" for v, k in keys.items()]
        return f"CASE {' '.join(cases)} END"


def _nothing() -> Undo:
    return Undo(missing="There is nothing to take back.")


def _too_many() -> str:
    return f"It changes more than {MOST_ROWS:,} rows, of which the values before are not kept."


def of_schema(session: WriteSession, effect: Effect, before: LiveTable, after: LiveTable) -> Undo:
    """What takes back the change of one table's indexes, columns or name."""
    tree = effect.tree
    known = {index.name for index in before.indexes}
    added = [index for index in after.indexes if index.name not in known]
    gone = [i for i in before.indexes if i.name not in {index.name for index in after.indexes}]
    if isinstance(tree, exp.Create | exp.Drop) and len(added) + len(gone) == 1:
        if gone:
            return Undo(gone[0].sql, "" if gone[0].sql else "How the index was made is not known.")
        return Undo(_without_index(session, after, added[0].name))
    if not isinstance(tree, exp.Alter):
        return _nothing() if before.definition == after.definition else _no_inverse()
    actions = tree.args.get("actions") or []
    if len(actions) != 1:
        return _no_inverse()
    return _of_action(session, actions[0], (before, after), [index.name for index in added])


def _of_action(
    session: WriteSession,
    action: exp.Expr,
    tables: tuple[LiveTable, LiveTable],
    added: Sequence[str],
) -> Undo:
    before, after = tables
    table = _full_name(session, after)
    if isinstance(action, exp.ColumnDef):
        if after.column(action.name) is None or before.column(action.name) is not None:
            return _nothing()
        return Undo(f"ALTER TABLE {table} DROP COLUMN {session.quoted(action.name)}")
    if isinstance(action, exp.RenameColumn):
        old, new = action.this.name, action.args["to"].name
        # SQLite keeps the new name as it was written.
        return Undo(
            f"ALTER TABLE {table} RENAME COLUMN {session.quoted(new)} TO {_plain(session, old)}"
        )
    if isinstance(action, exp.AlterRename):
        return Undo(f"ALTER TABLE {table} RENAME TO {_plain(session, before.name.name)}")
    if isinstance(action, exp.AddConstraint) and len(added) == 1:
        return Undo(_without_index(session, after, added[0]))
    return _no_inverse()


def _without_index(session: WriteSession, table: LiveTable, index: str) -> str:
    if session.dialect == "mysql":
        return f"DROP INDEX {session.quoted(index)} ON {_full_name(session, table)}"
    parts = [part for part in (table.name.schema, index) if part]
    return f"DROP INDEX {'.'.join(session.quoted(part) for part in parts)}"


def _plain(session: WriteSession, name: str) -> str:
    """The name without quotes where it needs none."""
    tokens = sqlglot.tokenize(name, read=session.dialect)
    word = len(tokens) == 1 and tokens[0].token_type is TokenType.VAR and name == name.lower()
    return name if word else session.quoted(name)


def _full_name(session: WriteSession, table: LiveTable) -> str:
    parts = [part for part in (table.name.schema, table.name.name) if part]
    return ".".join(session.quoted(part) for part in parts)


def _no_inverse() -> Undo:
    return Undo(
        missing="This kind of change cannot be taken back by a statement that may run here."
    )

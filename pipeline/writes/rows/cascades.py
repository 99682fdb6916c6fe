"""Rows of other tables that the database changes along with the rows of a statement."""

from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.writes.live import CASCADING, Inbound, LiveTable, TableName
from pipeline.writes.rows.images import MOST_ROWS, Reading, digest
from pipeline.writes.session import WriteSession
from pipeline.writes.statements.effect import Effect, UnclearEffectError, Verb

_DEEPEST = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Cascade:
    """So many rows of a table that a foreign key deletes or changes; `image` stands for them."""

    table: TableName
    rows: int
    rule: str
    image: str = ""

    @property
    def sentence(self) -> str:
        done = "deleted" if self.rule.endswith("DELETE CASCADE") else "changed"
        many = "1 row" if self.rows == 1 else f"{self.rows:,} rows"
        return f"{many} of {self.table} would be {done} along with it ({self.rule})."


def cascades_of(
    session: WriteSession, table: LiveTable, effect: Effect, reading: Reading
) -> tuple[Cascade, ...]:
    """What the foreign keys of other tables would do, looked at before the statement runs."""
    if effect.verb not in (Verb.UPDATE, Verb.DELETE):
        return ()
    sets = {name.lower() for name in effect.sets}
    found: list[Cascade] = []
    for key in table.inbound:
        if effect.verb is Verb.DELETE:
            found += _counted(session, key, reading.chosen(key.to_columns), _DEEPEST)
        elif key.on_update in CASCADING and sets & {name.lower() for name in key.to_columns}:
            chosen = reading.chosen(key.to_columns)
            found += [_seen(session, key, chosen, f"ON UPDATE {key.on_update}")]
    return tuple(cascade for cascade in found if cascade.rows)


def _counted(session: WriteSession, key: Inbound, chosen: str, deeper: int) -> Iterator[Cascade]:
    if key.on_delete not in CASCADING:
        return
    seen = _seen(session, key, chosen, f"ON DELETE {key.on_delete}")
    if not seen.rows:
        return
    if not deeper:
        raise UnclearEffectError(because=f"it goes on through more than {_DEEPEST} tables")
    yield seen
    if key.on_delete != "CASCADE":
        return
    for below in _child(session, key).inbound:
        columns = ", ".join(map(session.quoted, below.to_columns))
        rows_of = f"SELECT {columns} FROM {_name(session, key)} WHERE {_refers(session, key)}"  # noqa: S608
        yield from _counted(session, below, f"{rows_of} ({chosen})", deeper - 1)


def _seen(session: WriteSession, key: Inbound, chosen: str, rule: str) -> Cascade:
    """The rows that refer to those chosen, with their values, locked: a number alone is not enough.

    Other rows of the same number, or the same with other values, were not what was approved.
    """
    source = f"{_name(session, key)} WHERE {_refers(session, key)} ({chosen})"
    rows = int(str(session.rows(f"SELECT count(*) FROM {source}")[0][0]))  # noqa: S608
    if not rows:
        return Cascade(table=key.table, rows=0, rule=rule)
    if rows > MOST_ROWS:
        raise UnclearEffectError(
            because=f"it takes {rows:,} rows of {key.table} along, more than can be compared"
        )
    child = _child(session, key)
    if rule != "ON DELETE CASCADE" and _passes_on(child, key):
        raise UnclearEffectError(because=f"what it changes in {key.table} changes further tables")
    exact = [session.exact(column, session.quoted(column.name)) for column in child.columns]
    items = ", ".join(exact)
    query = f"SELECT {items} FROM {source} ORDER BY {items}{session.lock_clause}"  # noqa: S608
    return Cascade(table=key.table, rows=rows, rule=rule, image=digest(session.rows(query)))


def _child(session: WriteSession, key: Inbound) -> LiveTable:
    child = session.table(key.table)
    if child is None:
        raise UnclearEffectError(because=f"rows of {key.table} go along, which cannot be read")
    return child


def _passes_on(child: LiveTable, key: Inbound) -> bool:
    """Whether the columns that a key changes are themselves what others follow."""
    changed = {name.lower() for name in key.columns}
    return any(
        below.on_update in CASCADING and changed & {name.lower() for name in below.to_columns}
        for below in child.inbound
    )


def _name(session: WriteSession, key: Inbound) -> str:
    parts = [part for part in (key.table.schema, key.table.name) if part]
    return ".".join(map(session.quoted, parts))


def _refers(session: WriteSession, key: Inbound) -> str:
    columns = ", ".join(map(session.quoted, key.columns))
    return f"({columns}) IN" if len(key.columns) > 1 else f"{columns} IN"

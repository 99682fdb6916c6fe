"""Rows of other tables that the database changes along with the rows of a statement."""

from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.writes.live import CASCADING, Inbound, LiveTable, TableName
from pipeline.writes.rows.images import Reading
from pipeline.writes.session import WriteSession
from pipeline.writes.statements.effect import Effect, Verb

_DEEPEST = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Cascade:
    """So many rows of a table that a foreign key deletes or changes."""

    table: TableName
    rows: int
    rule: str

    @property
    def sentence(self) -> str:
        done = "deleted" if self.rule.endswith("DELETE CASCADE") else "changed"
        many = "1 row" if self.rows == 1 else f"{self.rows:,} rows"
        return f"{many} of {self.table} would be {done} along with it ({self.rule})."


def cascades_of(
    session: WriteSession, table: LiveTable, effect: Effect, reading: Reading
) -> tuple[Cascade, ...]:
    """What the foreign keys of other tables would do, counted before the statement runs."""
    if effect.verb not in (Verb.UPDATE, Verb.DELETE):
        return ()
    sets = {name.lower() for name in effect.sets}
    found: list[Cascade] = []
    for key in table.inbound:
        if effect.verb is Verb.DELETE:
            found += _counted(session, key, reading.chosen(key.to_columns), _DEEPEST)
        elif key.on_update in CASCADING and sets & {name.lower() for name in key.to_columns}:
            rows = _count(session, key, reading.chosen(key.to_columns))
            found += [Cascade(table=key.table, rows=rows, rule=f"ON UPDATE {key.on_update}")]
    return tuple(cascade for cascade in found if cascade.rows)


def _counted(session: WriteSession, key: Inbound, chosen: str, deeper: int) -> Iterator[Cascade]:
    if key.on_delete not in CASCADING:
        return
    rows = _count(session, key, chosen)
    yield Cascade(table=key.table, rows=rows, rule=f"ON DELETE {key.on_delete}")
    child = session.table(key.table) if rows and key.on_delete == "CASCADE" and deeper else None
    for below in child.inbound if child else ():
        columns = ", ".join(map(session.quoted, below.to_columns))
        rows_of = f"SELECT {columns} FROM {_name(session, key)} WHERE {_refers(session, key)}"  # noqa: S608
        yield from _counted(session, below, f"{rows_of} ({chosen})", deeper - 1)


def _count(session: WriteSession, key: Inbound, chosen: str) -> int:
    query = f"SELECT count(*) FROM {_name(session, key)} WHERE {_refers(session, key)} ({chosen})"  # noqa: S608
    return int(str(session.rows(query)[0][0]))


def _name(session: WriteSession, key: Inbound) -> str:
    parts = [part for part in (key.table.schema, key.table.name) if part]
    return ".".join(map(session.quoted, parts))


def _refers(session: WriteSession, key: Inbound) -> str:
    columns = ", ".join(map(session.quoted, key.columns))
    return f"({columns}) IN" if len(key.columns) > 1 else f"{columns} IN"

"""The values that an UPDATE computes, read as expressions over the rows before it runs."""

from sqlglot import exp

from knowledge.sql_text import write_sql
from pipeline.sql.text.dialects import dialect_named
from pipeline.writes.live import LiveColumn, LiveTable
from pipeline.writes.rows.images import Image, ImageRow
from pipeline.writes.session import WriteSession
from pipeline.writes.statements.effect import Effect, Verb


def assigned(session: WriteSession, effect: Effect, table: LiveTable | None) -> tuple[str, ...]:
    """The new values as expressions over the rows; empty where they are none."""
    tree, target = effect.tree, effect.target
    served = dialect_named(session.dialect)
    if not isinstance(tree, exp.Update) or tree.args.get("from_") or served is None:
        return ()
    if table is None or target is None or target.args.get("joins"):
        return ()
    if any(isinstance(pair.this, exp.Tuple) for pair in tree.expressions):
        return ()
    pairs = ((table.column(pair.this.name), pair.expression) for pair in tree.expressions)
    return tuple(
        session.exact(column, _as_stored(session, column, write_sql(value, served.grammar)))
        for column, value in pairs
        if column is not None
    )


def new_keys(effect: Effect, before: Image, table: LiveTable) -> list[tuple[object, ...]]:
    """The keys of the rows after an UPDATE that sets them; empty where they are not known."""
    sets = [name.lower() for name in effect.sets]
    if any(len(row.further) != len(sets) for row in before.rows):
        return []
    return [
        tuple(
            row.further[sets.index(name.lower())] if name.lower() in sets else old
            for name, old in zip(table.key, row.key, strict=True)
        )
        for row in before.rows
    ]


def worked_out(effect: Effect, before: Image, table: LiveTable) -> Image | None:
    """The rows after an UPDATE of a table without a key; None where they are not known."""
    sets = [name.lower() for name in effect.sets]
    if effect.verb is not Verb.UPDATE or not before.rows:
        return None
    if any(len(row.further) != len(sets) for row in before.rows):
        return None
    names = [column.name.lower() for column in table.columns]
    return Image(
        rows=tuple(
            ImageRow(row.key, _with(row, dict(zip(sets, row.further, strict=True)), names))
            for row in before.rows
        ),
        whole=before.whole,
    )


def _with(row: ImageRow, new: dict[str, object], names: list[str]) -> tuple[object, ...]:
    return tuple(new.get(name, old) for name, old in zip(names, row.values, strict=True))


def _as_stored(session: WriteSession, column: LiveColumn, value: str) -> str:
    """The value as its column will hold it, as far as the engine's casts can say so."""
    # The others cast to fewer types than their columns have.
    return f"CAST(({value}) AS {column.type})" if session.dialect == "postgres" else f"({value})"

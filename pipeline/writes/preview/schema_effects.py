"""What a schema change costs besides itself: values that are lost, indexes that are made anew."""

from collections.abc import Sequence

from sqlglot import exp

from pipeline.writes.live import LiveTable
from pipeline.writes.session import WriteSession


def values_lost(session: WriteSession, table: LiveTable, tree: exp.Expr) -> tuple[str, ...]:
    """A warning for each column that goes with values in it."""
    found = []
    for name in _columns(tree, exp.Drop):
        if table.column(name) is None:
            continue
        parts = [part for part in (table.name.schema, table.name.name) if part]
        dotted = ".".join(map(session.quoted, parts))
        query = f"SELECT count({session.quoted(name)}) FROM {dotted}"  # noqa: S608
        many = int(str(session.rows(query)[0][0]))
        rows = "1 row has" if many == 1 else f"{many:,} rows have"
        found += [f"{rows} a value in {name}, which is lost."] if many else []
    return tuple(found)


def indexes_touched(table: LiveTable, tree: exp.Expr) -> tuple[str, ...]:
    """A note on the indexes that hold a column which is altered or goes."""
    names = {
        name.lower()
        for kind in (exp.AlterColumn, exp.ModifyColumn, exp.Drop)
        for name in _columns(tree, kind)
    }
    hit = [
        index.name
        for index in table.indexes
        if names & {column.lower() for column in index.columns}
    ]
    if not hit:
        return ()
    which = f"The index {hit[0]} holds" if len(hit) == 1 else f"The indexes {', '.join(hit)} hold"
    return (f"{which} this column, and is made anew or goes with it.",)


def _columns(tree: exp.Expr, kind: type[exp.Expr]) -> Sequence[str]:
    found: list[str] = []
    for action in tree.args.get("actions") or []:
        if not isinstance(action, kind):
            continue
        if isinstance(action, exp.Drop):
            found += [column.name for column in action.args.get("tables") or []]
        else:
            found.append(action.this.name)
    return found

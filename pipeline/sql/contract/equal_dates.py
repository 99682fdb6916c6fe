"""Dates that equal one which is read elsewhere in the query: its range is theirs as well."""

from sqlglot import exp

from pipeline.sql.contract.time_columns import TimeColumn
from pipeline.sql.names.blocks import QueryBlocks
from pipeline.sql.text.rebuilding import rebuilt


def taken_from(condition: exp.Expr, column: TimeColumn, blocks: QueryBlocks) -> str:
    """The other use of the table whose date this column equals; empty where there is none.

    As in `day = (SELECT MAX(day) FROM ... WHERE day < ...)`: the latest day of a range is in it.
    """
    if not isinstance(condition, exp.EQ):
        return ""
    for side, other in (
        (condition.left, condition.right),
        (condition.right, condition.left),
    ):
        if column.is_column(side.unnest()):
            return _mark_of(_projected(other.unnest(), blocks), column, side)
    return ""


def _mark_of(value: exp.Expr | None, column: TimeColumn, side: exp.Expr) -> str:
    value = value.this if isinstance(value, exp.Min | exp.Max) else value
    own = side.unnest()
    if not isinstance(value, exp.Column) or not isinstance(own, exp.Column):
        return ""
    same = (value.name.lower(), value.table.lower()) == (own.name.lower(), own.table.lower())
    return value.db if same and value.db != column.mark else ""


def _projected(value: exp.Expr, blocks: QueryBlocks) -> exp.Expr | None:
    """The one thing that a query inside the condition gives; any other value is itself."""
    query = value.unnest() if isinstance(value, exp.Subquery) else value
    if not isinstance(query, exp.Select):
        return value
    text = _bare(query)
    block = next((each for each in blocks.blocks if _bare(each.select) == text), None)
    given = block.projections if block else []
    return given[0] if len(given) == 1 else None


def _bare(query: exp.Expr) -> str:
    """The text of a query without the names that its columns are qualified by."""
    plain = rebuilt(query)
    for column in plain.find_all(exp.Column):
        for part in ("table", "db", "catalog"):
            column.set(part, None)
    return plain.sql(copy=False, normalize=True).lower()

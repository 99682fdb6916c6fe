"""Which numbers of a result may be added up: sums and counts of rows, and nothing else."""

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.sql_text import read_sql

_WRAPPERS = (exp.Round, exp.Coalesce, exp.Cast, exp.Paren, exp.Neg, exp.Filter)


def sums_in(sql: str, dialect: str, columns: Sequence[str]) -> tuple[int, ...]:
    """The places of the columns whose numbers add up over groups of rows.

    An average, a rate, an extreme and a count of different values do not.
    """
    try:
        tree = read_sql(sql, dialect)
    except SqlglotError:
        return ()
    if not isinstance(tree, exp.Select) or len(tree.selects) != len(columns):
        return ()
    return tuple(at for at, each in enumerate(tree.selects) if _adds_up(each.unalias()))


def _adds_up(tree: exp.Expr) -> bool:
    match tree:
        case exp.Add() | exp.Sub():
            return _adds_up(tree.this) and _adds_up(tree.expression)
        case exp.Sum() | exp.Count():
            return not isinstance(tree.this, exp.Distinct)
        case _:
            return isinstance(tree, _WRAPPERS) and _adds_up(tree.this)

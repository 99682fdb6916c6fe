"""Expressions that fail on some values: an error would tell of rows that a filter keeps back."""

from sqlglot import exp

_ARITHMETIC = (exp.Add, exp.Sub, exp.Mul, exp.Div, exp.IntDiv, exp.Mod)
# Functions that take any value of their column; every other one is thought to fail on some.
_SURE = (
    exp.Connector, exp.Case, exp.If, exp.Coalesce, exp.Nullif, exp.Lower, exp.Upper, exp.Trim,
    exp.Length, exp.TimestampTrunc, exp.DateTrunc, exp.Extract, exp.Year, exp.Month, exp.Exists,
    exp.TimeToStr,
)  # fmt: skip


def may_fail(tree: exp.Expr) -> bool:
    """Whether the database may meet a value of some row that it cannot compute with.

    What is computed of aggregates comes after every filter.
    """
    found = tree.find_all(*_ARITHMETIC, exp.Func)
    return any(
        not isinstance(node, (*_SURE, exp.AggFunc))
        and node.find(exp.Column) is not None
        and node.find(exp.AggFunc) is None
        for node in found
    )


def kept_apart(query: exp.Select, dialect: str) -> exp.Select:
    """The query, finished before anything around it is computed, where the engine needs telling."""
    match dialect:
        case "postgres":
            return query.offset(0, copy=False)
        case "sqlite":
            return query.limit(-1, copy=False).offset(0, copy=False)
        case _:
            return query

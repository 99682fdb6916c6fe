"""A statement without its values, for traces: names and structure stay, values become `?`."""

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

# A longer one is not worth its time.
_LONGEST = 10_000


def without_values(sql: str, dialect: str) -> str:
    """The statement with a placeholder for each value; empty where it cannot be told apart."""
    if len(sql) > _LONGEST:
        return ""
    try:
        tree = sqlglot.parse_one(sql, read=dialect)
        return tree.transform(_hidden).sql(dialect=dialect, comments=False)
    except (SqlglotError, RecursionError):
        return ""


def _hidden(node: exp.Expr) -> exp.Expr:
    return exp.Placeholder() if isinstance(node, _VALUES) else node


_VALUES = (
    exp.Literal, exp.Boolean, exp.HexString, exp.BitString, exp.ByteString, exp.RawString,
    exp.UnicodeString, exp.National,
)  # fmt: skip

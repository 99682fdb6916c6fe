"""Operators, names and values as parts of a SQL tree."""

from sqlglot import exp

# What sets one number above or below another.
ORDERED = frozenset(("<", "<=", ">", ">="))
# What is left where a comparison is denied.
DENIED = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!=", "!=": "="}
# Conditions on values, and the same denied.
DENIED_VALUES = {"=": "!=", "in": "not in", "like": "not like"}
PLAIN_VALUES = {denied: plain for plain, denied in DENIED_VALUES.items()}
# Rows of a period of days, where year and month are columns of their own.
MONTHS = "months"
# Before the sign of a comparison of a time of day, told in minutes.
CLOCK = "clock "
BINARY = {
    "=": exp.EQ,
    "!=": exp.NEQ,
    "<": exp.LT,
    "<=": exp.LTE,
    ">": exp.GT,
    ">=": exp.GTE,
    "like": exp.Like,
}


def quoted(name: str) -> exp.Identifier:
    """An identifier, quoted where its name is not plain."""
    return exp.to_identifier(name, quoted=True)


def literal(value: str | int | float) -> exp.Expr:
    """A SQL literal."""
    return exp.Literal.string(value) if isinstance(value, str) else exp.Literal.number(value)

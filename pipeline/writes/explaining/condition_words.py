"""Conditions and values of a statement in plain words, read from its tree."""

from collections.abc import Callable

from sqlglot import exp

_LONGEST_LIST = 5
_COMPARISONS: dict[type[exp.Expr], str] = {
    exp.EQ: "is",
    exp.NEQ: "is not",
    exp.GT: "is more than",
    exp.GTE: "is at least",
    exp.LT: "is less than",
    exp.LTE: "is at most",
    exp.Like: "is like",
    exp.ILike: "is like",
}


def condition_words(node: exp.Expr, dialect: str) -> str:
    """A condition as a person would say it; as SQL where it has no plain form."""
    node = node.unnest()
    if type(node) in _COMPARISONS:
        left, right = node.this, node.args["expression"]
        return f"{value_words(left, dialect)} {_COMPARISONS[type(node)]} {_right(right, dialect)}"
    found = _FORMS.get(type(node))
    words = found(node, dialect) if found else ""
    return words or node.sql(dialect=dialect)


def value_words(node: exp.Expr, dialect: str) -> str:
    """A value or an expression in words."""
    node = node.unnest()
    if isinstance(node, exp.Column):
        return node.name
    if isinstance(node, exp.Null):
        return "nothing (NULL)"
    if isinstance(node, exp.Boolean):
        return "true" if node.this else "false"
    if isinstance(node, exp.Subquery | exp.Select):
        return f"what this finds: {node.unnest().sql(dialect=dialect)}"
    if isinstance(node, exp.Cast) and isinstance(node.this, exp.Literal):
        return value_words(node.this, dialect)
    return node.sql(dialect=dialect)


def _right(node: exp.Expr, dialect: str) -> str:
    return value_words(node, dialect)


def _joined(word: str) -> Callable[[exp.Expr, str], str]:
    def words(node: exp.Expr, dialect: str) -> str:
        sides = (node.this, node.args["expression"])
        return f" {word} ".join(_grouped(side, node, dialect) for side in sides)

    return words


def _grouped(side: exp.Expr, node: exp.Expr, dialect: str) -> str:
    """A part of the other kind in brackets, so that what belongs together stays so."""
    words = condition_words(side, dialect)
    inner = side.unnest()
    mixed = isinstance(inner, exp.And | exp.Or) and type(inner) is not type(node)
    return f"({words})" if mixed else words


def _in(node: exp.Expr, dialect: str) -> str:
    query = node.args.get("query")
    if query is not None:
        found = query.this.sql(dialect=dialect)
        return f"{value_words(node.this, dialect)} is one of those that this finds: {found}"
    values = [value_words(value, dialect) for value in node.expressions]
    if len(values) > _LONGEST_LIST:
        more = len(values) - _LONGEST_LIST
        values = [*values[:_LONGEST_LIST], f"{more} more"]
    return f"{value_words(node.this, dialect)} is one of {', '.join(values)}"


def _is(node: exp.Expr, dialect: str) -> str:
    what = node.args["expression"]
    if isinstance(what, exp.Null):
        return f"{value_words(node.this, dialect)} is empty"
    return f"{value_words(node.this, dialect)} is {value_words(what, dialect)}"


def _not(node: exp.Expr, dialect: str) -> str:
    inner = node.this.unnest()
    if isinstance(inner, exp.Is) and isinstance(inner.args["expression"], exp.Null):
        return f"{value_words(inner.this, dialect)} is not empty"
    if isinstance(inner, exp.In):
        return _in(inner, dialect).replace(" is one of ", " is none of ", 1)
    if isinstance(inner, exp.Like | exp.ILike):
        return condition_words(inner, dialect).replace(" is like ", " is not like ", 1)
    if isinstance(inner, exp.Column):
        return f"{inner.name} is false"
    return f"not ({condition_words(inner, dialect)})"


def _between(node: exp.Expr, dialect: str) -> str:
    low, high = (value_words(node.args[end], dialect) for end in ("low", "high"))
    return f"{value_words(node.this, dialect)} is between {low} and {high}"


def _column(node: exp.Expr, dialect: str) -> str:  # noqa: ARG001  every form takes both
    return f"{node.name} is true"


_FORMS: dict[type[exp.Expr], Callable[[exp.Expr, str], str]] = {
    exp.And: _joined("and"),
    exp.Or: _joined("or"),
    exp.In: _in,
    exp.Is: _is,
    exp.Not: _not,
    exp.Between: _between,
    exp.Column: _column,
}

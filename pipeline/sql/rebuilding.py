"""Copies of expressions, made anew: several times as fast as a copy with all its positions."""

from collections.abc import Callable

from sqlglot import exp

Replacement = Callable[[exp.Column], exp.Expr]


def rebuilt(node: exp.Expr, replaced: Replacement | None = None) -> exp.Expr:
    """A copy of an expression, its columns (stars aside) as `replaced` gives them."""
    if (
        replaced is not None
        and isinstance(node, exp.Column)
        and not isinstance(node.this, exp.Star)
    ):
        return replaced(node)
    return type(node)(**{key: _rebuilt(value, replaced) for key, value in node.args.items()})


def _rebuilt(value: object, replaced: Replacement | None) -> object:
    if isinstance(value, exp.Expr):
        return rebuilt(value, replaced)
    if isinstance(value, list):
        return [_rebuilt(one, replaced) for one in value]
    return value

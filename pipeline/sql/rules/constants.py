"""Numbers that a statement itself says, before anything is run."""

import math
from collections.abc import Callable

from sqlglot import exp

_COMPUTED: dict[type[exp.Expr], Callable[[float, float], float]] = {
    exp.Add: lambda left, right: left + right,
    exp.Sub: lambda left, right: left - right,
    exp.Mul: lambda left, right: left * right,
    exp.Div: lambda left, right: left / right,
    exp.IntDiv: lambda left, right: left // right,
    exp.Mod: math.fmod,
    exp.Pow: math.pow,
    exp.BitwiseLeftShift: lambda left, right: left * math.pow(2, right),
}


def constant(node: exp.Expr | None) -> float | None:
    """The number that an expression without columns or functions comes to."""
    if isinstance(node, exp.Literal):
        return None if node.is_string else float(node.name)
    if isinstance(node, exp.Paren | exp.Cast | exp.TryCast):
        return constant(node.this)
    if isinstance(node, exp.Neg):
        value = constant(node.this)
        return None if value is None else -value
    compute = _COMPUTED.get(type(node)) if node is not None else None
    if compute is None or node is None:
        return None
    left, right = constant(node.this), constant(node.expression)
    return None if left is None or right is None else _computed(compute, left, right)


def largest(node: exp.Expr) -> float:
    """The value of a constant; of anything else, the largest constant in it."""
    value = constant(node)
    if value is not None:
        return abs(value)
    return max((largest(part) for part in node.iter_expressions()), default=0)


def _computed(compute: Callable[[float, float], float], left: float, right: float) -> float:
    try:
        return compute(left, right)
    except (ZeroDivisionError, ValueError):
        return 0
    except OverflowError:
        return math.inf

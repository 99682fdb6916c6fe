"""Numbers and moments that a statement itself says, and what is reckoned with them."""

import math
import re
from collections.abc import Callable
from dataclasses import replace

from sqlglot import exp

from pipeline.sql.rules.amounts import TEN_YEARS, Amount, Value, exactly
from pipeline.sql.rules.moments import moment_seconds

DIGITS = re.compile(r"\d+(?:\.\d+)?(?:[eE]\+?\d+)?")


ARITHMETIC: dict[type[exp.Expr], Callable[[float, float], float]] = {
    exp.Add: lambda left, right: left + right,
    exp.Sub: lambda left, right: left - right,
    exp.Mul: lambda left, right: left * right,
    exp.Div: lambda left, right: left / right,
    exp.IntDiv: lambda left, right: left // right,
    exp.Mod: math.fmod,
    exp.Pow: math.pow,
    exp.BitwiseLeftShift: lambda left, right: left * math.pow(2, right),
    exp.BitwiseRightShift: lambda left, right: left / math.pow(2, right),
}  # fmt: skip


def number_in(node: exp.Expr) -> float:
    """The number that a literal is; unbounded where it is none."""
    try:
        return float(node.name)
    except ValueError:
        return math.inf


def value_of_literal(node: exp.Expr) -> Value:
    text = node.name
    if not node.args.get("is_string"):
        return exactly(number_in(node))
    moment = moment_seconds(text)
    size = Amount(fixed=float(max(1, len(text))))
    if moment is not None:
        return replace(exactly(moment, is_time=True), size=size)
    numbers = [float(found) for found in DIGITS.findall(text)]
    try:
        exact: float | None = float(text)
    except ValueError:
        exact = None
    least = min([abs(each) for each in numbers if each], default=1.0)
    return Value(size=size, number=max(numbers, default=0.0), least=least, exact=exact)


def value_of_bits(node: exp.Expr) -> Value:
    base = 16 if isinstance(node, exp.HexString) else 2
    try:
        number = float(int(node.name or "0", base))
    except (ValueError, OverflowError):
        number = math.inf
    return replace(exactly(number), size=Amount(fixed=float(max(1, len(node.name)))))


def compute_number(compute: Callable[[float, float], float], left: float, right: float) -> float:
    try:
        found = compute(left, right)
    except (ZeroDivisionError, ValueError):
        return 0.0
    except OverflowError:
        return math.inf
    return math.inf if math.isnan(found) else float(found)


def largest_result(node: exp.Expr, left: Value, right: Value) -> float:
    """The largest number that comes of two whose largest and least are known."""
    if isinstance(node, exp.Add | exp.Sub):
        return left.number + right.number
    if isinstance(node, exp.Div | exp.IntDiv):
        return left.number / right.least if right.least else math.inf
    if isinstance(node, exp.Mod):
        return right.number
    if isinstance(node, exp.BitwiseRightShift):
        return left.number
    return compute_number(ARITHMETIC[type(node)], left.number, right.number)


def least_result(node: exp.Expr, left: Value, right: Value) -> float:
    if isinstance(node, exp.Mul):
        return left.least * right.least
    if isinstance(node, exp.Div | exp.IntDiv):
        return left.least / right.number if right.number else left.least
    return min(left.least, right.least, 1.0)


def span_between(start: Value, stop: Value, *, is_time: bool) -> float:
    """How far it is from one to the other."""
    if start.exact is not None and stop.exact is not None:
        days = is_time and start.is_number and stop.is_number
        return abs(stop.exact - start.exact) * (86_400 if days else 1)
    return TEN_YEARS if is_time else start.number + stop.number


def stride_of(step: Value | None, *, is_time: bool) -> float:
    """How far it goes at a time, at least; nothing where that is not known."""
    if step is None:
        return 86_400.0 if is_time else 1.0
    if step.exact is None:
        return step.least
    days = is_time and step.is_number and not step.is_time
    return abs(step.exact) * (86_400.0 if days else 1.0)

"""The rule on functions that build long values: no cap on rows stops one of them."""

import math
import re
from collections.abc import Callable, Iterator

from sqlglot import exp

from pipeline.sql.text.allow_list import Rules
from pipeline.sql.text.tier import StatementRefusedError

_LONGEST = 1_000_000
_LONGEST_SERIES = 10_000_000
_SERIES = (exp.GenerateSeries, exp.ExplodingGenerateSeries)
# Where the length of the value stands in the functions that the parser knows.
_LENGTH_OF: dict[type[exp.Expr], str] = {
    exp.Repeat: "times",
    exp.Pad: "expression",
    exp.Space: "this",
    exp.Randstr: "this",
}
_FORMATS = frozenset(["format", "printf"])
_SERIES_NAMES = frozenset(["range", "array_generate_range"])
# `%9999999d`, `%*d` and `{:>9999999}`.
_LENGTH_IN_FORMAT = re.compile(r"%[^a-zA-Z%]*?(\d{7,}|\*)|\{[^{}]*:[^{}]*?(\d{7,})")

LENGTH_FUNCTIONS = (
    _FORMATS
    | _SERIES_NAMES
    | {"array_fill", "array_repeat", "random_string", "replicate", "space", "lpad", "rpad"}
    | {"repeat"}
)
_CONSTANT: dict[type[exp.Expr], Callable[[float, float], float]] = {
    exp.Add: lambda left, right: left + right,
    exp.Sub: lambda left, right: left - right,
    exp.Mul: lambda left, right: left * right,
    exp.Div: lambda left, right: left / right,
    exp.IntDiv: lambda left, right: left // right,
    exp.Mod: math.fmod,
    exp.Pow: math.pow,
    exp.BitwiseLeftShift: lambda left, right: left * math.pow(2, right),
}


def check_length(node: exp.Expr, rules: Rules) -> None:
    """Refuses a value of which the statement itself says that it is enormous."""
    del rules
    if any(_largest(part) > _LONGEST for part in _lengths(node)):
        raise StatementRefusedError(because="it builds a value of enormous length")
    if _elements(node) > _LONGEST_SERIES:
        raise StatementRefusedError(because="it builds a list of enormous length")


def _lengths(node: exp.Expr) -> Iterator[exp.Expr]:
    """The arguments that say how long the value gets."""
    key = _LENGTH_OF.get(type(node))
    if key is not None:
        yield from filter(None, [node.args.get(key)])
        return
    if isinstance(node, _SERIES) or node.name.lower() in _SERIES_NAMES:
        return
    arguments = [node.this, *node.expressions] if isinstance(node, exp.Format) else node.expressions
    if isinstance(node, exp.Format) or node.name.lower() in _FORMATS:
        found = _LENGTH_IN_FORMAT.search(arguments[0].name) if arguments else None
        if found is None:
            return
        if found[1] != "*":
            yield exp.Literal.number(found[1] or found[2])
    yield from arguments


def _elements(node: exp.Expr) -> float:
    """How many elements a series of numbers has, as far as the statement itself says it."""
    if isinstance(node, _SERIES):
        parts = [node.args.get("start"), node.args.get("end"), node.args.get("step")]
    elif isinstance(node, exp.Anonymous) and node.name.lower() in _SERIES_NAMES:
        given = node.expressions
        parts = [None, *given] if len(given) == 1 else given[:3]
    else:
        return 0
    start, end, step = (_constant(part) for part in (*parts, None, None)[:3])
    if end is None:
        return 0
    return abs(end - (start or 0)) / max(abs(step or 1), math.ulp(0))


def _largest(node: exp.Expr) -> float:
    """The value of a constant; of anything else, the largest constant in it."""
    value = _constant(node)
    if value is not None:
        return abs(value)
    return max((_largest(part) for part in node.iter_expressions()), default=0)


def _constant(node: exp.Expr | None) -> float | None:
    """The number that an expression without columns or functions comes to."""
    if isinstance(node, exp.Literal):
        return None if node.is_string else float(node.name)
    if isinstance(node, exp.Paren | exp.Cast | exp.TryCast):
        return _constant(node.this)
    if isinstance(node, exp.Neg):
        value = _constant(node.this)
        return None if value is None else -value
    compute = _CONSTANT.get(type(node)) if node is not None else None
    if compute is None or node is None:
        return None
    left, right = _constant(node.this), _constant(node.expression)
    return None if left is None or right is None else _computed(compute, left, right)


def _computed(compute: Callable[[float, float], float], left: float, right: float) -> float:
    try:
        return compute(left, right)
    except (ZeroDivisionError, ValueError):
        return 0
    except OverflowError:
        return math.inf

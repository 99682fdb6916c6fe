"""The rule on functions that build long values: no cap on rows stops one of them."""

import math
import re
from collections.abc import Iterator

from sqlglot import exp

from pipeline.sql.rules.constants import constant, largest
from pipeline.sql.text.allow_list import Rules
from pipeline.sql.text.inspected import StatementRefusedError

_LONGEST = 1_000_000
# Where the length of the value stands in the functions that the parser knows.
_LENGTH_OF: dict[type[exp.Expr], str] = {
    exp.Repeat: "times",
    exp.Pad: "expression",
    exp.Space: "this",
    exp.Randstr: "this",
}
# And in those that it does not know, where their other arguments may be large.
_PLACE_OF = {"list_resize": 1, "array_resize": 1, "bitstring": 1, "equi_width_bins": 2, "bar": 3}
_FORMATS = frozenset(["format", "printf"])
# `%9999999d`, `%*d` and `{:>9999999}`.
_LENGTH_IN_FORMAT = re.compile(r"%[^a-zA-Z%]*?(\d{7,}|\*)|\{[^{}]*:[^{}]*?(\d{7,})")
_NUMBER = re.compile(r"\d+")

LENGTH_FUNCTIONS = (
    _FORMATS
    | {"array_fill", "array_repeat", "random_string", "replicate", "space", "lpad", "rpad"}
    | {"repeat", *_PLACE_OF}
)


def check_length(node: exp.Expr, rules: Rules) -> None:
    """Refuses a value of which the statement itself says that it is enormous."""
    del rules
    if any(largest(part) > _LONGEST for part in _lengths(node)) or said_length(node) > _LONGEST:
        raise StatementRefusedError(because="it builds a value of enormous length")


def said_length(node: exp.Expr) -> float:
    """How long a value gets, as far as the statement itself says it."""
    if isinstance(node, exp.Literal):
        return max(1, len(node.name)) if node.is_string else 1
    if isinstance(node, exp.Repeat):
        return said_length(node.this) * max(1, abs(constant(node.args.get("times")) or 1))
    if isinstance(node, exp.Anonymous) and node.name.lower() == "array_fill":
        return math.prod(_dimensions(node.expressions[1:2]))
    parts = sum(said_length(part) for part in node.iter_expressions())
    return max(1, parts, *(largest(part) for part in _lengths(node)))


def _dimensions(given: list[exp.Expr]) -> Iterator[float]:
    """How many elements an array has in each of its directions."""
    for part in given:
        for literal in part.find_all(exp.Literal):
            yield from (max(1, float(number)) for number in _NUMBER.findall(literal.name))


def _lengths(node: exp.Expr) -> Iterator[exp.Expr]:
    """The arguments that say how long the value gets."""
    key, name = _LENGTH_OF.get(type(node)), node.name.lower()
    if key is not None:
        yield from filter(None, [node.args.get(key)])
        return
    if not isinstance(node, exp.Format) and name not in LENGTH_FUNCTIONS:
        return
    arguments = [node.this, *node.expressions] if isinstance(node, exp.Format) else node.expressions
    if name in _PLACE_OF:
        arguments = arguments[_PLACE_OF[name] :][:1]
    elif isinstance(node, exp.Format) or name in _FORMATS:
        found = _LENGTH_IN_FORMAT.search(arguments[0].name) if arguments else None
        if found is None:
            return
        if found[1] != "*":
            yield exp.Literal.number(found[1] or found[2])
    yield from arguments

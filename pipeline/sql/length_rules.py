"""The rule on functions that build long values: no timeout and no cap on rows stops one of them."""

import re
from collections.abc import Iterator

from sqlglot import exp

from pipeline.sql.allow_list import Rules
from pipeline.sql.tier import StatementRefusedError

_LONGEST = 1_000_000
# Where the length of the value stands in the functions that the parser knows.
_LENGTH_OF: dict[type[exp.Expr], str] = {
    exp.Repeat: "times",
    exp.Pad: "expression",
    exp.Space: "this",
    exp.Randstr: "this",
}
_FORMATS = frozenset(["format", "printf"])
_LENGTH_IN_FORMAT = re.compile(r"%[^a-zA-Z%]*?(\d{7,}|\*)")

LENGTH_FUNCTIONS = _FORMATS | {"array_fill", "array_repeat", "random_string", "replicate", "space"}


def check_length(node: exp.Expr, rules: Rules) -> None:
    """Refuses a value of which the statement itself says that it is enormous."""
    del rules
    if any(number > _LONGEST for part in _lengths(node) for number in _numbers(part)):
        raise StatementRefusedError(because="it builds a value of enormous length")


def _lengths(node: exp.Expr) -> Iterator[exp.Expr]:
    """The arguments that say how long the value gets."""
    key = _LENGTH_OF.get(type(node))
    if key is not None:
        yield from filter(None, [node.args.get(key)])
        return
    arguments = [node.this, *node.expressions] if isinstance(node, exp.Format) else node.expressions
    if isinstance(node, exp.Format) or node.name.lower() in _FORMATS:
        found = _LENGTH_IN_FORMAT.search(arguments[0].name) if arguments else None
        if found is None:
            return
        if found[1] != "*":
            yield exp.Literal.number(found[1])
    yield from arguments


def _numbers(node: exp.Expr) -> Iterator[float]:
    for literal in node.find_all(exp.Literal):
        if not literal.is_string:
            yield float(literal.name)

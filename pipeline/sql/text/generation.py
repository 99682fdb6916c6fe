"""Statements written out from their trees, within a bound on the work that this may be."""

import math
from collections.abc import Callable
from threading import local
from typing import Any

from sqlglot import exp
from sqlglot.errors import ErrorLevel
from sqlglot.generator import Generator

from knowledge.sql_text import database_names
from pipeline.sql.text.dialects import SERVED, SqlDialect
from pipeline.sql.text.inspected import StatementRefusedError
from pipeline.sql.text.trees import take_apart

_Handler = Callable[[Any, Any], str]
_MOST_OF_A_NODE = 6
_MOST_OF_ANY = 1_000
# What a generator may write several times over, and the names that all of it ends in.
_COUNTED = (exp.Func, exp.Binary, exp.Column, exp.Literal)


class _Left(local):
    """How many of the counted nodes this thread's generator may still write."""

    count = math.inf


_LEFT = _Left()


def regenerated(tree: exp.Expr, dialect: SqlDialect) -> str:
    """The statement written out from its tree, without comments."""
    return written_out(tree.copy(), dialect)


def written_out(tree: exp.Expr, dialect: SqlDialect) -> str:
    """The statement written out from a tree that nobody else holds, which is then taken apart."""
    nodes = list(database_names(tree).walk())
    text = _generated(tree, dialect, _MOST_OF_ANY + _MOST_OF_A_NODE * len(nodes))
    take_apart(nodes)
    return text


def _generated(tree: exp.Expr, dialect: SqlDialect, most: int) -> str:
    generator = dialect.grammar.generator(comments=False, unsupported_level=ErrorLevel.IGNORE)
    _LEFT.count = most
    try:
        return generator.generate(tree, copy=False)
    finally:
        _LEFT.count = math.inf


def _count_what_is_written(dialect: SqlDialect) -> None:
    """Lets the dialect's generator count.

    Where an engine lacks a function its generator writes the argument several times over, and so on
    in each argument: the only place to stop that is where a node is written. The compiled generator
    cannot be inherited from, so its own table of how to write a node is what is changed; for
    whoever else in this process writes SQL there is no limit.
    """
    generator = dialect.grammar.generator_class
    for kind in exp.EXPR_CLASSES.values():
        handler = _handler_of(generator, kind) if issubclass(kind, _COUNTED) else None
        if handler is not None:
            generator.TRANSFORMS[kind] = _counted(handler)
    _check_counting(dialect)


def _handler_of(generator: type[Generator], kind: type[exp.Expr]) -> _Handler | None:
    handler: _Handler | None = generator.TRANSFORMS.get(kind)
    return handler or getattr(generator, f"{kind.key}_sql", None)


def _counted(handler: _Handler) -> _Handler:
    def write(generator: Generator, node: exp.Expr) -> str:
        _LEFT.count -= 1
        if _LEFT.count < 0:
            raise StatementRefusedError(because="written out for its engine it would be too long")
        return handler(generator, node)

    return write


def _check_counting(dialect: SqlDialect) -> None:
    """A table that was read before it was changed would count nothing: then do not start."""
    try:
        _generated(exp.column("a"), dialect, 0)
    except StatementRefusedError:
        return
    message = f"The generator of {dialect.name} was used before it could be bounded."
    raise RuntimeError(message)


for _dialect in SERVED:
    _count_what_is_written(_dialect)

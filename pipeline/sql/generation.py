"""Statements written out from their trees, within a bound on the work that this may be."""

from collections.abc import Callable
from functools import cache
from threading import local

from sqlglot import exp
from sqlglot.errors import ErrorLevel
from sqlglot.generator import Generator

from pipeline.sql.dialects import SqlDialect
from pipeline.sql.tier import StatementRefusedError
from pipeline.sql.trees import take_apart

_Handler = Callable[[Generator, exp.Expr], str]
_MOST_OF_A_NODE = 6
_MOST_OF_ANY = 1_000


class _Left(local):
    """How many functions and operators this thread's generator may still write."""

    count = 0


_LEFT = _Left()


def regenerated(tree: exp.Expr, dialect: SqlDialect) -> str:
    """The statement written out from its tree, without comments."""
    return written_out(tree.copy(), dialect)


def written_out(tree: exp.Expr, dialect: SqlDialect) -> str:
    """The statement written out from a tree that nobody else holds, which is then taken apart."""
    nodes = list(tree.walk())
    generator = dialect.grammar.generator(
        comments=False, unsupported_level=ErrorLevel.IGNORE, dialect=dialect.grammar
    )
    # Where an engine lacks a function the generator writes its argument several times over, and so
    # on in each argument: the only place to stop that is where it looks for how to write a node.
    generator._dispatch = _counted_handlers(dialect)  # noqa: SLF001
    _LEFT.count = _MOST_OF_ANY + _MOST_OF_A_NODE * len(nodes)
    text = generator.generate(tree, copy=False)
    take_apart(nodes)
    return text


@cache
def _counted_handlers(dialect: SqlDialect) -> dict[type[exp.Expr], Callable[..., str]]:
    handlers = dialect.grammar.generator()._dispatch  # noqa: SLF001
    return {
        kind: _counted(handler) if issubclass(kind, exp.Func | exp.Binary) else handler
        for kind, handler in handlers.items()
    }


def _counted(handler: _Handler) -> _Handler:
    def write(generator: Generator, node: exp.Expr) -> str:
        _LEFT.count -= 1
        if _LEFT.count < 0:
            raise StatementRefusedError(because="written out for its engine it would be too long")
        return handler(generator, node)

    return write

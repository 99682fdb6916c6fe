"""Statements as trees: parsed once, shared by the checks in a row, and taken apart."""

import logging
from collections import OrderedDict
from collections.abc import Iterable
from threading import local

from sqlglot import exp
from sqlglot.errors import ErrorLevel
from sqlglot.expressions.core import POSITION_META_KEYS
from sqlglot.tokenizer_core import Token

from knowledge.sql_text import keep_names
from pipeline.sql.text.audit import audited_tokens
from pipeline.sql.text.dialects import SqlDialect
from pipeline.sql.text.inspected import StatementRefusedError

# The parser warns with the whole statement on what it does not know; the tier already says so.
logging.getLogger("sqlglot").setLevel(logging.ERROR)

_POSITION_KEYS = frozenset(POSITION_META_KEYS)
_KEPT = 4
_FROM_LEFT_OUT = frozenset({"bigquery", "tsql"})


class _TreesOfThread(local):
    """The trees that one thread looked at last: another thread cannot take them away."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[str, SqlDialect], exp.Expr] = OrderedDict()


_TREES = _TreesOfThread()


def parsed(sql: str, dialect: SqlDialect) -> exp.Expr:
    """The tree of one statement, shared: copy it before changing it, and do not store it."""
    tree = _TREES.kept.get((sql, dialect))
    if tree is None:
        tree = one_tree(sql, audited_tokens(sql, dialect), dialect)
        keep(tree, sql, dialect)
    return tree


def keep(tree: exp.Expr, sql: str, dialect: SqlDialect) -> None:
    """Share a tree as that of the statement; the one kept the longest is taken apart."""
    kept = _TREES.kept
    kept[sql, dialect] = tree
    kept.move_to_end((sql, dialect))
    if len(kept) > _KEPT:
        take_apart(kept.popitem(last=False)[1].walk())


def one_tree(sql: str, tokens: list[Token], dialect: SqlDialect) -> exp.Expr:
    """The tree of audited text; refuses text that is not exactly one statement."""
    parser = dialect.grammar.parser(error_level=ErrorLevel.IMMEDIATE)
    trees = [
        tree
        for tree in parser.parse(tokens, sql)
        if tree is not None and not isinstance(tree, exp.Semicolon)
    ]
    if len(trees) != 1:
        raise StatementRefusedError(because="it does not hold exactly one statement")
    _drop_positions(keep_names(trees[0]))
    _say_from(trees[0], dialect)
    return trees[0]


def _say_from(tree: exp.Expr, dialect: SqlDialect) -> None:
    """`DELETE t` is `DELETE FROM t` where the engine lets it be left out."""
    if not isinstance(tree, exp.Delete) or tree.this or dialect.name not in _FROM_LEFT_OUT:
        return
    tables = tree.args.get("tables") or []
    if len(tables) == 1:
        tree.set("this", tables[0])
        tree.set("tables", None)


def _drop_positions(tree: exp.Expr) -> None:
    """Without the places of its words in the text a tree is copied several times as fast."""
    for node in tree.walk():
        meta = node._meta  # noqa: SLF001  the property makes an empty one, as slow as a full one
        if meta:
            left = {key: value for key, value in meta.items() if key not in _POSITION_KEYS}
            node._meta = left or None  # noqa: SLF001


def take_apart(nodes: Iterable[exp.Expr]) -> None:
    """In one piece a tree would be garbage that only a pause of the whole process can collect."""
    for node in nodes:
        node.parent = None

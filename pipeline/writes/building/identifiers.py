"""Names in a statement: quoted where the engine needs it, and plain where not."""

import re

import sqlglot
from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from knowledge.catalog import Table

_PLAIN = re.compile(r"[a-z_][a-z0-9_]*")


def identifier(name: str, dialect: str) -> exp.Identifier:
    """A name as it is written in that dialect."""
    return exp.to_identifier(name, quoted=not _needs_no_quotes(name, dialect))


def table_node(table: Table, dialect: str) -> exp.Table:
    """A table as the target of a statement."""
    schema = identifier(table.schema, dialect) if table.schema else None
    return exp.table_(identifier(table.name, dialect), db=schema)


def column_node(name: str, dialect: str) -> exp.Column:
    """A column without its table."""
    return exp.column(identifier(name, dialect))


def unquoted(tree: exp.Expr, dialect: str) -> exp.Expr:
    """The same tree with only those names quoted that need it."""
    for name in tree.find_all(exp.Identifier):
        name.set("quoted", not _needs_no_quotes(str(name.this), dialect))
    return tree


def _needs_no_quotes(name: str, dialect: str) -> bool:
    if not _PLAIN.fullmatch(name):
        return False
    tokens = sqlglot.tokenize(name, read=dialect)
    return len(tokens) == 1 and tokens[0].token_type is TokenType.VAR

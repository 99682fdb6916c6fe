"""SQL text and trees: names of a database are read, quoted and written here and nowhere else.

The catalog names columns as `table.column`, so a dot inside a name is kept as another character.
Every tree holds names as the catalog keeps them; text holds them as the database does.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.dialects.dialect import Dialect

from knowledge.dotted_names import DOT, database_name, kept_name

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# PostgreSQL's, which sqlglot does not list: as columns they would be read as functions.
_ALSO_RESERVED = frozenset(
    ("analyse", "analyze", "asymmetric", "authorization", "both", "collation", "concurrently",
     "deferrable", "do", "freeze", "ilike", "initially", "isnull", "leading", "localtime",
     "localtimestamp", "notnull", "offset", "only", "overlaps", "placing", "returning",
     "session_user", "similar", "some", "symmetric", "system_user", "tablesample", "trailing",
     "user", "variadic", "verbose")
)  # fmt: skip
# Names of columns everywhere, which only sqlglot treats as words of their own.
_NAMES_ALL_THE_SAME = frozenset(
    ("amount", "comment", "cost", "country", "date", "day", "id", "name", "status", "time",
     "timestamp", "title", "type", "value", "year")
)  # fmt: skip


def keep_names(tree: exp.Expr) -> exp.Expr:
    """The same tree, its names as the catalog keeps them."""
    for node in tree.find_all(exp.Identifier):
        if "." in node.this:
            node.set("this", kept_name(node.this))
    return tree


def read_sql(text: str, dialect: str | Dialect | None) -> exp.Expr:
    """The tree of one statement or expression. Raises sqlglot's `ParseError`."""
    return keep_names(sqlglot.parse_one(text, read=dialect or None))


def read_statements(text: str, dialect: str | Dialect | None) -> list[exp.Expr]:
    """The trees of all statements of a text. Raises sqlglot's `ParseError`."""
    found = sqlglot.parse(text, read=dialect or None)
    return [keep_names(tree) for tree in found if tree is not None]


def write_sql(tree: exp.Expr, dialect: str | Dialect | None) -> str:
    """The text of a tree, its names as the database has them; the tree stays as it is."""
    renamed = [node for node in tree.find_all(exp.Identifier) if DOT in node.this]
    if renamed:
        tree = database_names(tree.copy())
    return tree.sql(dialect=dialect or None)


def database_names(tree: exp.Expr) -> exp.Expr:
    """The same tree, its names as the database has them."""
    for node in tree.find_all(exp.Identifier):
        if DOT in node.this:
            node.set("this", database_name(node.this))
    return tree


def quoted_identifier(name: str, dialect: str) -> str:
    """A name as it stands in the text of a dialect, whatever is in it."""
    mark = "`" if dialect == "mysql" else '"'
    return f"{mark}{database_name(name).replace(mark, mark * 2)}{mark}"


def quoted_name(name: str) -> exp.Identifier:
    """A name as an identifier that every engine takes as it is written."""
    return exp.to_identifier(name, quoted=True)


@cache
def is_plain_name(name: str) -> bool:
    """Whether every engine takes the name without quotes."""
    return _PLAIN.fullmatch(name) is not None and name.lower() not in _reserved()


@cache
def _reserved() -> frozenset[str]:
    """Words that some engine reads as its own."""
    served = [Dialect.get_or_raise(name) for name in ("mysql", "duckdb", "postgres", "sqlite")]
    keywords = {word for each in served for word in each.tokenizer_class.KEYWORDS}
    first = {word.split(" ")[0].lower() for word in keywords}
    reserved = {word for each in served for word in each.generator_class.RESERVED_KEYWORDS}
    return frozenset(first | reserved | _ALSO_RESERVED) - _NAMES_ALL_THE_SAME


def column_node(column: str, table: str = "", schema: str = "") -> exp.Column:
    """A column under the name of its table, and of the schema where that is not the default one."""
    return exp.Column(
        this=quoted_name(column),
        table=quoted_name(table) if table else None,
        db=quoted_name(schema) if schema else None,
    )


def filled(template: str, dialect: str, **parts: exp.Expr) -> exp.Expr:
    """The tree of a template such as `sum(:price * :units)`, with trees in its places."""
    tree = sqlglot.parse_one(template, read=dialect)
    return exp.replace_placeholders(tree, **{name: part.copy() for name, part in parts.items()})


# Behind these an infix operator needs no brackets of its own.
_LOOSE = (exp.And, exp.Or, exp.Not, exp.Paren, exp.Where, exp.Having, exp.If, exp.Case, exp.Alias)
# Flags of REGEXP_LIKE, as both engines read them inside a pattern.
_FLAGS = {"c": "(?-i)", "i": "(?i)", "m": "(?m)", "n": "(?s)"}


def _written_regexp(generator: Any, node: exp.Expr) -> str:
    pattern, flags = node.expression, node.args.get("flag")
    if flags is not None:
        if not flags.is_string or not set(flags.name) <= set(_FLAGS):
            return str(generator.function_fallback_sql(node))
        marks = exp.Literal.string("".join(_FLAGS[flag] for flag in flags.name))
        pattern = exp.func("CONCAT", marks, pattern.copy(), dialect="mysql")
    sides = (
        exp.paren(s) if isinstance(s, exp.Binary | exp.Not) else s for s in (node.this, pattern)
    )
    text = " REGEXP ".join(generator.sql(side) for side in sides)
    return text if node.parent is None or isinstance(node.parent, _LOOSE) else f"({text})"


def _written_json_text(generator: Any, node: exp.Expr) -> str:
    found = exp.JSONExtract(this=node.this.copy(), expression=node.expression.copy())
    return f"JSON_UNQUOTE({generator.sql(found)})"


# One dialect serves MySQL and MariaDB. MariaDB has no REGEXP_LIKE, no `->` and no ANY_VALUE: these
# are written in ways that both take.
_FOR_BOTH: dict[type[exp.Expr], Callable[[Any, Any], str]] = {
    exp.RegexpLike: _written_regexp,
    exp.JSONExtract: lambda generator, node: str(
        generator.func("JSON_EXTRACT", node.this, node.expression)
    ),
    exp.JSONExtractScalar: _written_json_text,
    exp.AnyValue: lambda generator, node: str(generator.func("MIN", node.this)),
}
Dialect.get_or_raise("mysql").generator_class.TRANSFORMS.update(_FOR_BOTH)

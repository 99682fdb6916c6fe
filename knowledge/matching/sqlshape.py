"""What a SQL statement is made of: its literals and where they stand, its tables and columns."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.matching import wordlists
from knowledge.matching.stem import stem

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_COMPARED = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Like, exp.ILike, exp.In)
_COMPARISON = (*_COMPARED, exp.Between)


@dataclass(frozen=True, slots=True)
class Literal:
    """One literal: its value, its place in the text, and the column it is compared with."""

    number: int
    value: str
    is_text: bool
    start: int
    end: int
    table: str = ""
    column: str = ""
    operator: str = ""
    limit: bool = False


@dataclass(frozen=True, slots=True)
class Used:
    """A column that the SQL uses, by bare lower-case names, and in which clause."""

    table: str
    column: str
    clause: str


@dataclass(frozen=True, slots=True)
class Shape:
    """A parsed statement."""

    sql: str
    dialect: str
    literals: tuple[Literal, ...]
    tables: frozenset[str]
    used: frozenset[Used]
    distinct_count: bool
    star: bool


def name_words(name: str) -> tuple[str, ...]:
    """The stems of an identifier's words, abbreviations spelled out."""
    parts = [part.lower() for part in _PART.findall(name)]
    spelled = [wordlists.ABBREVIATIONS.get(part, part) for part in parts]
    joined = _joined(spelled)
    return tuple(dict.fromkeys(stem(word) for word in joined))


def _joined(parts: list[str]) -> list[str]:
    out: list[str] = []
    for part in parts:
        compound = wordlists.COMPOUNDS.get((out[-1], part)) if out else None
        if compound:
            out[-1] = compound
        else:
            out.append(part)
    return out


@lru_cache(16_384)
def shape_of(sql: str, dialect: str) -> Shape | None:
    """The shape of one SELECT; None if the text is not one that parses."""
    try:
        tree = sqlglot.parse_one(sql.rstrip().rstrip(";"), dialect=dialect or None)
    except (SqlglotError, RecursionError):
        return None
    if not isinstance(tree, exp.Query):
        return None
    return _shape(tree, sql, dialect)


def _shape(tree: exp.Query, sql: str, dialect: str) -> Shape:
    used = frozenset(_used(tree))
    tables = [table.name.lower() for table in tree.find_all(exp.Table)]
    return Shape(
        sql=sql,
        dialect=dialect,
        literals=tuple(_literals(tree)),
        tables=frozenset(tables),
        used=used,
        distinct_count=any(count.find(exp.Distinct) for count in tree.find_all(exp.Count)),
        star=any(not isinstance(star.parent, exp.Count) for star in tree.find_all(exp.Star)),
    )


def _literals(tree: exp.Query) -> Iterator[Literal]:
    nodes = [node for node in tree.find_all(exp.Literal) if "start" in node.meta]
    nodes.sort(key=lambda node: int(node.meta["start"]))
    for number, node in enumerate(nodes):
        table, column, operator = _compared_with(node)
        yield Literal(
            number=number,
            value=str(node.this),
            is_text=bool(node.is_string),
            start=int(node.meta["start"]),
            end=int(node.meta["end"]) + 1,
            table=table,
            column=column,
            operator=operator,
            limit=isinstance(node.parent, (exp.Limit, exp.Fetch, exp.Offset)),
        )


def _compared_with(node: exp.Literal) -> tuple[str, str, str]:
    parent = node.parent
    while parent is not None and not isinstance(parent, (*_COMPARISON, exp.Query)):
        parent = parent.parent
    if parent is None or isinstance(parent, exp.Query):
        return "", "", ""
    if isinstance(parent.this, exp.Query):
        return "", "", parent.key
    columns = list(parent.this.find_all(exp.Column)) or list(parent.find_all(exp.Column))
    if not columns:
        return "", "", parent.key
    return table_of(columns[0]), columns[0].name.lower(), parent.key


def table_of(column: exp.Column) -> str:
    """The bare lower-case name of the table that a column is of; empty where that is not plain."""
    select = column.find_ancestor(exp.Select)
    sources: dict[str, str] = {}
    while select is not None:
        for table in _sources(select):
            sources.setdefault(table.alias_or_name.lower(), table.name.lower())
        if not column.table and len(sources) == 1:
            return next(iter(sources.values()))
        select = select.find_ancestor(exp.Select)
    return sources.get(column.table.lower(), "") if column.table else ""


def _sources(select: exp.Select) -> Iterator[exp.Table]:
    clauses = [select.args.get("from_"), *select.args.get("joins", [])]
    for clause in clauses:
        if clause is not None and isinstance(clause.this, exp.Table):
            yield clause.this


def _used(tree: exp.Query) -> Iterator[Used]:
    for column in tree.find_all(exp.Column):
        yield Used(table_of(column), column.name.lower(), _clause(column))


def _clause(column: exp.Column) -> str:
    node: exp.Expr = column
    while node.parent is not None and not isinstance(node.parent, exp.Select):
        node = node.parent
        if isinstance(node, exp.Join):
            return "join"
    key = node.arg_key or "select"
    if key == "expressions":
        return "select" if _is_outermost(node) else "inner"
    if key == "where" and _joins(column):
        return "join"
    return key


def _joins(column: exp.Column) -> bool:
    """Whether the column only ties two tables together: `a.id = b.a_id`."""
    parent = column.parent
    return (
        isinstance(parent, exp.EQ)
        and isinstance(parent.this, exp.Column)
        and isinstance(parent.expression, exp.Column)
    )


def _is_outermost(node: exp.Expr) -> bool:
    select = node.parent
    above = select.parent if select is not None else None
    while isinstance(above, (exp.SetOperation, exp.Subquery)) and above.parent is not None:
        above = above.parent
    return above is None or isinstance(above, exp.SetOperation)

"""Rebinding: approved SQL with other literals, proved to differ in nothing else."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.matching.sqlshape import Literal, Shape, shape_of

_DATE = re.compile(r"\d{4}-\d{2}")
# Shorter parts of names are no names of values.
_LEAST = 3
_PART = re.compile(r"[^\W\d_]+|\d+")


def rebound_sql(shape: Shape, values: Iterable[tuple[Literal, str]]) -> str | None:
    """The SQL with other literals, replaced as tokens; its tree is proved to differ in no more.

    None as well where a column is named after an old value: the answer would show that name.
    """
    changes = {literal.number: (literal, value) for literal, value in values}
    if not changes:
        return shape.sql
    moved = [literal for literal, new in changes.values() if new != literal.value]
    if any(_names(shape, literal, changes) for literal in moved):
        return None
    sql = shape.sql
    for literal, value in sorted(changes.values(), key=lambda item: -item[0].start):
        sql = sql[: literal.start] + _written(shape, literal, value) + sql[literal.end :]
    return sql if _differs_only_in(shape, sql, changes) else None


def _names(shape: Shape, literal: Literal, changes: Mapping[int, tuple[Literal, str]]) -> bool:
    """Whether an alias, or a text that is shown, holds the old value, or an old date's year."""
    old = _parts(literal.value[:4] if _DATE.match(literal.value) else literal.value)
    shown = [
        each.value for each in shape.literals
        if each.is_text and not each.column and each.number not in changes
    ]  # fmt: skip
    return bool(old) and any(old <= _parts(name) for name in (*_aliases(shape), *shown))


def _parts(name: str) -> frozenset[str]:
    return frozenset(part.lower() for part in _PART.findall(name) if len(part) >= _LEAST)


@lru_cache(maxsize=2_000)
def _aliases(shape: Shape) -> tuple[str, ...]:
    try:
        tree = sqlglot.parse_one(shape.sql, dialect=shape.dialect or None)
    except SqlglotError:
        return ()
    return tuple(alias.alias for alias in tree.find_all(exp.Alias))


def _written(shape: Shape, literal: Literal, value: str) -> str:
    if not literal.is_text:
        return value
    quote = shape.sql[literal.start]
    escaped = value.replace("\\", "\\\\") if shape.dialect in ("mysql", "bigquery") else value
    return quote + escaped.replace(quote, quote * 2) + quote


def _differs_only_in(shape: Shape, sql: str, changes: Mapping[int, tuple[Literal, str]]) -> bool:
    changed = shape_of(sql, shape.dialect)
    if changed is None or len(changed.literals) != len(shape.literals):
        return False
    wanted = [
        changes[literal.number][1] if literal.number in changes else literal.value
        for literal in shape.literals
    ]
    if [literal.value for literal in changed.literals] != wanted:
        return False
    return _skeleton(shape.sql, shape.dialect) == _skeleton(sql, shape.dialect)


def _skeleton(sql: str, dialect: str) -> str | None:
    try:
        tree = sqlglot.parse_one(sql.rstrip().rstrip(";"), dialect=dialect or None)
    except SqlglotError:
        return None
    for literal in list(tree.find_all(exp.Literal)):
        literal.set("this", "?")
    return tree.sql(dialect=dialect or None)

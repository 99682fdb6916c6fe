"""Rebinding: approved SQL with other literals, proved to differ in nothing else."""

from collections.abc import Iterable, Mapping

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.matching.sqlshape import Literal, Shape, shape_of


def rebound_sql(shape: Shape, values: Iterable[tuple[Literal, str]]) -> str | None:
    """The SQL with other literals, replaced as tokens; its tree is proved to differ in no more."""
    changes = {literal.number: (literal, value) for literal, value in values}
    if not changes:
        return shape.sql
    sql = shape.sql
    for literal, value in sorted(changes.values(), key=lambda item: -item[0].start):
        sql = sql[: literal.start] + _written(shape, literal, value) + sql[literal.end :]
    return sql if _differs_only_in(shape, sql, changes) else None


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

"""How the tables of a statement are joined: as conditions to compare, and in plain words."""

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.sql_text import read_sql
from pipeline.tables.chosen import in_words
from pipeline.telling.plain_sql import join_said


def join_conditions(sql: str, dialect: str) -> tuple[str, ...]:
    """The conditions of the joins, with the names of the tables and no quotes."""
    return tuple(dict.fromkeys(condition.sql() for condition in _found(sql, dialect)))


def joins_said(sql: str, dialect: str) -> tuple[str, ...]:
    """The joins for somebody who reads no SQL: `orders and customers by customer id`."""
    return tuple(dict.fromkeys(join_said(condition) for condition in _found(sql, dialect)))


def is_joined_so(way: str, one: str, other: str, joins: Sequence[str]) -> bool:
    """Whether the SQL joins two tables in this way, whichever of them stands first."""
    sides = [one.rpartition(".")[2], other.rpartition(".")[2]]
    told = in_words(way, *sides)
    turned = in_words(
        ";".join("=".join(reversed(p.split("="))) for p in way.split(";")), *sides[::-1]
    )
    return any(told.lower() in join.lower() or turned.lower() in join.lower() for join in joins)


def _found(sql: str, dialect: str) -> list[exp.Expr]:
    try:
        tree = read_sql(sql, dialect) if sql else None
    except SqlglotError:
        return []
    if tree is None:
        return []
    names = {table.alias_or_name: table.name for table in tree.find_all(exp.Table)}
    return [
        _with_names(join.args["on"], names)
        for join in tree.find_all(exp.Join)
        if join.args.get("on") is not None
    ]


def _with_names(condition: exp.Expr, names: dict[str, str]) -> exp.Expr:
    """The condition over tables instead of the short names that the statement gives them."""
    shown = condition.copy()
    for column in shown.find_all(exp.Column):
        if column.table in names:
            column.set("table", exp.to_identifier(names[column.table]))
    for name in shown.find_all(exp.Identifier):
        name.set("quoted", None)
    return shown

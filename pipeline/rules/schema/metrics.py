"""Glossary SQL inside generated SQL: metric expressions and conditions, every column qualified."""

from collections.abc import Callable, Iterator

import sqlglot
from sqlglot import exp

from knowledge.catalog import Catalog, Table

Put = Callable[[exp.Expr], exp.Expr]


def parsed(sql: str, catalog: Catalog, default: str = "") -> exp.Expr:
    """A glossary's SQL as a tree with quoted columns; bare names belong to the default table."""
    tree = sqlglot.parse_one(sql, read=catalog.dialect)

    def qualified(node: exp.Expr) -> exp.Expr:
        if not isinstance(node, exp.Column):
            return node
        table = _owner(node, catalog, default)
        found = table.column(node.name) if table else None
        if table is None or found is None:
            return node
        return exp.column(
            exp.to_identifier(found.name, quoted=True),
            table=exp.to_identifier(table.name, quoted=True),
        )

    whole = tree.transform(qualified)
    return exp.paren(whole) if isinstance(whole, exp.Or) else whole


def column_sql(table: Table, column: str) -> str:
    """A column as a metric's SQL names it: its table in full, every part quoted."""
    schema = f'"{table.schema}".' if table.schema else ""
    return f'{schema}"{table.name}"."{column}"'


def tables_in(sql: str, catalog: Catalog, default: str = "") -> list[str]:
    """The catalog keys of the tables whose columns a glossary's SQL reads."""
    tree = sqlglot.parse_one(sql, read=catalog.dialect)
    owners = (_owner(column, catalog, default) for column in _outer_columns(tree))
    return list(dict.fromkeys(table.key for table in owners if table is not None))


def tables_inside(tree: exp.Expr, catalog: Catalog) -> set[str]:
    """The catalog keys of the tables that queries inside a tree bring along."""
    named = {(table.db, table.name) for table in tree.find_all(exp.Table)}
    found = (catalog.table(f"{db}.{name}" if db else name) for db, name in named)
    return {table.key for table in found if table is not None}


def _outer_columns(tree: exp.Expr) -> Iterator[exp.Column]:
    """The columns that are not of a table which a query inside brings along itself."""
    for column in tree.find_all(exp.Column):
        inner = column.find_ancestor(exp.Select)
        brought = {table.name for table in inner.find_all(exp.Table)} if inner else set()
        if column.table not in brought:
            yield column


def reads_only_known(sql: str, catalog: Catalog, default: str = "") -> bool:
    """Whether every column that a glossary's SQL reads is in the catalog."""
    columns = sqlglot.parse_one(sql, read=catalog.dialect).find_all(exp.Column)
    return all(
        (owner := _owner(column, catalog, default)) is not None
        and owner.column(column.name) is not None
        for column in columns
    )


def _owner(column: exp.Column, catalog: Catalog, default: str) -> Table | None:
    if not column.table:
        return catalog.table(default) if default else None
    key = f"{column.db}.{column.table}" if column.db else column.table
    return catalog.table(key) or next(
        (table for table in catalog.tables if table.name.lower() == column.table.lower()), None
    )


def only_where(tree: exp.Expr, condition: exp.Expr) -> exp.Expr:
    """Every aggregate of the tree over only the rows that meet the condition."""

    def narrowed(node: exp.Expr) -> exp.Expr:
        if not isinstance(node, (exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Count)):
            return node
        inner = node.this
        if isinstance(inner, exp.Distinct):
            kept = [_case(condition, part) for part in inner.expressions]
            return type(node)(this=exp.Distinct(expressions=kept))
        counted = exp.Literal.number(1) if isinstance(inner, exp.Star) else inner
        return type(node)(this=_case(condition, counted))

    return tree.copy().transform(narrowed)


def _case(condition: exp.Expr, value: exp.Expr) -> exp.Case:
    return exp.Case().when(condition.copy(), value.copy())

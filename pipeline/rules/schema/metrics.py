"""Glossary SQL inside generated SQL: metric expressions and conditions, every column qualified."""

from collections.abc import Callable, Iterator

from sqlglot import exp

from knowledge.catalog import Catalog, Table
from knowledge.sql_text import column_node, quoted_name, read_sql, write_sql

Put = Callable[[exp.Expr], exp.Expr]


def parsed(sql: str, catalog: Catalog, default: str = "") -> exp.Expr:
    """A glossary's SQL as a tree with quoted columns; bare names belong to the default table."""
    tree = read_sql(sql, catalog.dialect)

    def qualified(node: exp.Expr) -> exp.Expr:
        if not isinstance(node, exp.Column):
            return node
        table = _owner(node, catalog, default)
        found = table.column(node.name) if table else None
        if table is None or found is None:
            return node
        return column_node(found.name, catalog.name_in_query(table))

    whole = tree.transform(qualified)
    for node in whole.find_all(exp.Table):
        table = _table_of(node, catalog)
        if table is not None and not node.alias:
            named_in_query(node, table, catalog)
    return exp.paren(whole) if isinstance(whole, exp.Or) else whole


def named_in_query(node: exp.Table, table: Table, catalog: Catalog) -> exp.Expr:
    """The node under the name that the table has inside queries."""
    name = catalog.name_in_query(table)
    if name != table.name:
        node.set("alias", exp.TableAlias(this=quoted_name(name)))
    return node


def in_full(tree: exp.Expr, catalog: Catalog) -> exp.Expr:
    """A copy of an expression in which columns say their schema, as a contract names them."""
    owners = {catalog.name_in_query(table): table for table in catalog.tables if table.schema}

    def named(node: exp.Expr) -> exp.Expr:
        owner = owners.get(node.table) if isinstance(node, exp.Column) and not node.db else None
        return column_node(node.name, owner.name, owner.schema) if owner else node

    return tree.copy().transform(named) if owners else tree


def text_in_full(tree: exp.Expr, catalog: Catalog) -> str:
    """An expression as a contract or a metric states it: no other table can be meant."""
    return write_sql(in_full(tree, catalog), catalog.dialect)


def column_of(table: Table, column: str) -> exp.Column:
    """A column as a metric's SQL names it: its table in full, every part quoted."""
    return column_node(column, table.name, table.schema)


def tables_in(sql: str, catalog: Catalog, default: str = "") -> list[str]:
    """The catalog keys of the tables whose columns a glossary's SQL reads."""
    tree = read_sql(sql, catalog.dialect)
    owners = (_owner(column, catalog, default) for column in _outer_columns(tree))
    return list(dict.fromkeys(table.key for table in owners if table is not None))


def tables_inside(tree: exp.Expr, catalog: Catalog) -> set[str]:
    """The catalog keys of the tables that queries inside a tree bring along."""
    found = (_table_of(node, catalog) for node in tree.find_all(exp.Table))
    return {table.key for table in found if table is not None}


def _table_of(node: exp.Table, catalog: Catalog) -> Table | None:
    return catalog.table(f"{node.db}.{node.name}" if node.db else node.name)


def _outer_columns(tree: exp.Expr) -> Iterator[exp.Column]:
    """The columns that are not of a table which a query inside brings along itself."""
    for column in tree.find_all(exp.Column):
        inner = column.find_ancestor(exp.Select)
        brought = {table.name for table in inner.find_all(exp.Table)} if inner else set()
        if column.table not in brought:
            yield column


def reads_only_known(sql: str, catalog: Catalog, default: str = "") -> bool:
    """Whether every column that a glossary's SQL reads is in the catalog."""
    columns = read_sql(sql, catalog.dialect).find_all(exp.Column)
    return all(
        (owner := _owner(column, catalog, default)) is not None
        and owner.column(column.name) is not None
        for column in columns
    )


def _owner(column: exp.Column, catalog: Catalog, default: str) -> Table | None:
    if not column.table:
        return catalog.table(default) if default else None
    key = f"{column.db}.{column.table}" if column.db else column.table
    found = catalog.table(key)
    if found is not None:
        return found
    alike = catalog.tables_called(column.table)
    return next((table for table in alike if table.key == default), None) or next(iter(alike), None)


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

"""Rewrites references of filtered or masked tables into queries over what may be seen."""

from collections.abc import Iterable
from functools import lru_cache

from sqlglot import exp, parse_one

from knowledge.sql_text import is_plain_name
from pipeline.sql.names.grants import Denial, DeniedError
from pipeline.sql.names.relations import Relation
from pipeline.sql.permitting.failing import kept_apart, may_fail
from pipeline.sql.permitting.resolution import BaseReference
from pipeline.sql.text.dialects import SqlDialect

# An unquoted name is read in lower case there: `Amount` would be another column.
_FOLDS_TO_LOWER = frozenset({"postgres"})
_MOVED_OUT = ("pivots", "joins", "laterals", "sample")


def with_row_filters(
    tree: exp.Expr, references: Iterable[BaseReference], dialect: SqlDialect
) -> exp.Expr:
    """The tree in which filtered and masked tables are read through their filters and masks."""
    apart = may_fail(tree)
    own_names = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    for reference in references:
        if reference.is_restricted:
            query = _visible_rows(reference.node, reference.relation, dialect)
            if apart and query.args.get("where"):
                query = kept_apart(query, dialect.name)
            _check_names(query, reference.node, own_names)
            _drop_schema_of_columns(tree, reference.node)
            _replace(reference.node, query)
    return tree


def _check_names(query: exp.Select, node: exp.Table, own_names: set[str]) -> None:
    """A name defined in the statement must not stand in for a table that a filter asks."""
    asked = {table.name.lower() for table in query.find_all(exp.Table) if not table.db}
    if (asked - {node.name.lower()}) & own_names:
        raise DeniedError(
            Denial(reason="A name in it is that of a table which your row filter needs.")
        )


def _drop_schema_of_columns(tree: exp.Expr, node: exp.Table) -> None:
    """`main.orders.id` no longer names anything once `main.orders` is a query called orders."""
    if not node.db:
        return
    for column in tree.find_all(exp.Column):
        if column.db.lower() == node.db.lower() and column.table.lower() == node.name.lower():
            column.set("db", None)
            column.set("catalog", None)


def _replace(node: exp.Table, query: exp.Select) -> None:
    alias = node.args.get("alias")
    kept = alias.copy() if alias else exp.TableAlias(this=node.this.copy())
    outside = {key: node.args.get(key) for key in _MOVED_OUT if node.args.get(key)}
    node.replace(exp.Subquery(this=query, alias=kept, **outside))


def _visible_rows(node: exp.Table, relation: Relation, dialect: SqlDialect) -> exp.Select:
    table = node.copy()
    for key in ("alias", *_MOVED_OUT):
        table.set(key, None)
    grant = relation.grant
    if grant is None or relation.table is None:
        raise ValueError(relation.name)
    columns = [column.name for column in relation.table.columns if grant.shows(column.name)]
    shown = [_projection(name, grant.mask_of(name), dialect) for name in columns]
    query = exp.Select(expressions=shown).from_(table)
    if grant.row_filter:
        condition = _expression(grant.row_filter, dialect).copy()
        query = query.where(exp.paren(condition, copy=False))
    return query


def _projection(name: str, mask: str | None, dialect: SqlDialect) -> exp.Expr:
    identifier = column_identifier(name, dialect.name)
    if mask is None:
        return exp.Column(this=identifier)
    return exp.Alias(this=_expression(mask, dialect).copy(), alias=identifier)


@lru_cache(maxsize=256)
def _expression(text: str, dialect: SqlDialect) -> exp.Expr:
    return parse_one(text, read=dialect.grammar, into=exp.Condition)


def column_identifier(name: str, dialect: str) -> exp.Identifier:
    """A name of the catalog as an identifier, quoted where the engine needs it."""
    plain = is_plain_name(name) and (dialect not in _FOLDS_TO_LOWER or name == name.lower())
    return exp.Identifier(this=name, quoted=not plain)

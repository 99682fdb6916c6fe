"""Views over tables of which rows or values are kept from a person."""

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.catalog import Catalog, Table
from pipeline.sql.names.grants import Grants, table_in_catalog
from pipeline.sql.names.tables import table_name
from pipeline.sql.text.dialects import SqlDialect, dialect_named
from pipeline.sql.text.inspected import StatementRefusedError
from pipeline.sql.text.trees import parsed


def shows_what_is_kept(table: Table, dialect: str, catalog: Catalog, grants: Grants) -> bool:
    """Whether a view would go around the row filter or the mask of a table below it."""
    if not table.view_sql or grants.everything:
        return False
    grant = grants.of(table)
    restricted = {one.table.lower() for one in grants.tables if one.row_filter or one.masks}
    if not restricted or (grant is not None and (grant.row_filter or grant.masks)):
        return False
    served = dialect_named(dialect)
    if served is None:
        return True
    below = _tables_below(table, served, catalog, seen=frozenset({table.key}))
    return below is None or not restricted.isdisjoint(below)


def _tables_below(
    view: Table, dialect: SqlDialect, catalog: Catalog, seen: frozenset[str]
) -> frozenset[str] | None:
    """Lower-case keys of all tables that a view reads; None when it cannot be known."""
    try:
        tree = parsed(view.view_sql or "", dialect)
    except (SqlglotError, StatementRefusedError, RecursionError, ValueError):
        return None
    # SQLite and DuckDB tell how a view was made, its own name first.
    if isinstance(tree, exp.Create) and isinstance(tree.expression, exp.Expression):
        tree = tree.expression
    found: set[str] = set()
    own = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    for node in tree.find_all(exp.Table):
        table = table_in_catalog(table_name(node), catalog, dialect.name)
        if table is None and node.name.lower() in own:
            continue
        if table is None or table.key in seen:
            return None
        found.add(table.key.lower())
        if table.view_sql:
            deeper = _tables_below(table, dialect, catalog, seen | {table.key})
            if deeper is None:
                return None
            found |= deeper
    return frozenset(found)

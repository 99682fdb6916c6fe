"""What a name in a query may mean: the columns that it can be, each of which must be granted."""

import re
from collections.abc import Iterator

from sqlglot import exp

from pipeline.sql.names.grants import Denial, DeniedError
from pipeline.sql.names.relations import Relation, Scope, require_all_columns, require_column

# Functions that tell of tables by name or list the catalog.
_CATALOG_FUNCTIONS = re.compile(
    r"duckdb_|pragma_|pg_(?!typeof|size_pretty|column_size|backend_pid)|(?:col|obj|shobj)_description"
    r"|to_reg|object_|col_(?:length|name)|columnproperty|indexproperty|last_query_id|query_to"
)


def denied(*, because: str) -> DeniedError:
    return DeniedError(Denial(reason=because))


def check_catalog_function(node: exp.Expr) -> None:
    if not isinstance(node, exp.Anonymous) or _CATALOG_FUNCTIONS.match(node.name.lower()):
        raise denied(
            because="Functions that look into the catalog are not covered by your permissions."
        )


def scopes(scope: Scope) -> Iterator[Scope]:
    current: Scope | None = scope
    while current is not None:
        yield current
        current = current.outer


def outer_named(name: str, scope: Scope) -> list[Relation]:
    return next((found for level in scopes(scope) if (found := level.named(name))), [])


def check_qualified(node: exp.Column, scope: Scope, *, shown: bool) -> None:
    found = outer_named(node.table, scope)
    for owner in outer_named(node.db, scope) if node.db else ():
        require_column(owner, node.table, shown=shown)
    for relation in found:
        if node.db and relation.table and relation.table.schema not in {"", node.db.lower()}:
            raise denied(because=f"The name {node.sql()} does not fit any table of the query.")
        require_column(relation, node.name, shown=shown)
    if not found:
        check_nested_field(node, scope, shown=shown)


def check_nested_field(node: exp.Column, scope: Scope, *, shown: bool) -> None:
    """`column.field` or `source.column.field`: what counts is the column."""
    owners = outer_named(node.db, scope) if node.db else []
    for owner in owners:
        require_column(owner, node.table, shown=shown)
    if not owners:
        first = node.catalog or node.db or node.table
        known = (one.has(first) for level in scopes(scope) for one in level.relations)
        if not any(known):
            raise denied(because=f"The name {node.sql()} does not fit any table of the query.")
        check_unqualified(first, scope, shown=shown)


def check_unqualified(name: str, scope: Scope, *, shown: bool) -> None:
    maybe = False
    for level in scopes(scope):
        found = [relation for relation in level.relations if relation.has(name)]
        for relation in found:
            require_column(relation, name, shown=shown)
        if found:
            return
        rows = level.named(name)
        for relation in rows:
            require_all_columns(relation)
        maybe = maybe or bool(rows) or any(relation.opaque for relation in level.relations)
        if rows or name.lower() in level.outputs:
            return
    if not maybe:
        raise DeniedError(
            Denial(reason=f"The column {name} is in no table that you may read here.", column=name)
        )


def check_using(name: str, relations: list[Relation]) -> None:
    found = [relation for relation in relations if relation.has(name)]
    for relation in found:
        require_column(relation, name, shown=False)
    if not found and not any(relation.opaque for relation in relations):
        raise denied(because=f"The column {name} is in no table that you may read here.")


def check_natural(left: list[Relation], right: list[Relation]) -> None:
    if any(relation.opaque for relation in (*left, *right)):
        raise denied(because="A NATURAL JOIN over computed columns cannot be checked; write ON.")
    left_names = frozenset().union(*(relation.columns for relation in left))
    right_names = frozenset().union(*(relation.columns for relation in right))
    for name in sorted(left_names & right_names):
        check_using(name, [*left, *right])

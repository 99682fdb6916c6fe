"""Every name in an expression, looked up in its scope; queries inside go back to the resolver."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from sqlglot import exp

from pipeline.sql.names.columns import (
    check_catalog_function,
    check_qualified,
    check_unqualified,
    denied,
    outer_named,
)
from pipeline.sql.names.relations import Relation, Scope, require_all_columns, require_column
from pipeline.sql.names.shapes import children, listed, with_parameters

QUERIES = (exp.Select, exp.SetOperation)
# What reads nothing and holds nothing that could.
_LEAVES = frozenset({exp.Literal, exp.Identifier, exp.Null, exp.Boolean})

Ctes = Mapping[str, Relation]


class Queries(Protocol):
    """What resolves the queries and tables that stand inside expressions."""

    @property
    def dialect(self) -> str: ...

    def query(self, node: exp.Expr, ctes: Ctes, outer: Scope | None) -> Relation: ...

    def table(self, node: exp.Table, ctes: Ctes, scope: Scope) -> Relation: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpressionCheck:
    """Walks expressions where certain CTEs are known; raises DeniedError at what is not granted."""

    queries: Queries
    ctes: Ctes

    def all(self, nodes: Iterable[exp.Expr], scope: Scope, *, shown: bool) -> None:
        """Checks expressions; `shown` says that their values go into the answer as they are."""
        for node in nodes:
            self._visit(node, scope, shown=shown)

    def _visit(self, node: exp.Expr, scope: Scope, *, shown: bool) -> None:
        if type(node) in _LEAVES:
            return
        if isinstance(node, QUERIES) or (
            isinstance(node, exp.Subquery) and not isinstance(node.this, exp.Table)
        ):
            self.queries.query(node, self.ctes, scope)
        elif isinstance(node, exp.Column):
            self._column(node, scope, shown=shown)
        elif isinstance(node, exp.Star):
            self._star(node, scope)
        elif (isinstance(node, exp.Dot) and self._dotted_row(node, scope, shown=shown)) or (
            isinstance(node, exp.Ordered) and self._is_output(node.this, scope)
        ):
            return
        elif isinstance(node, exp.Table | exp.Columns | exp.PositionalColumn | exp.TableColumn):
            self._table_argument(node, scope)
        else:
            self._inside(node, scope, shown=shown)

    def _inside(self, node: exp.Expr, scope: Scope, *, shown: bool) -> None:
        if isinstance(node, exp.Anonymous | exp.ObjectIdentifier | exp.ObjectId):
            check_catalog_function(node)
        if isinstance(node, exp.In) and self.queries.dialect == "sqlite" and node.args.get("field"):
            raise denied(
                because="A table after IN cannot be checked; write IN (SELECT column FROM table)."
            )
        if isinstance(node, exp.Count) and isinstance(node.this, exp.Star):
            return
        if isinstance(node, exp.Comprehension | exp.Lambda):
            scope = with_parameters(node, scope)
        self.all(children(node), scope, shown=shown)

    def _table_argument(self, node: exp.Expr, scope: Scope) -> None:
        wanted = scope.relations
        if isinstance(node, exp.Table):
            wanted = [self.queries.table(node, self.ctes, scope)]
        for relation in wanted:
            require_all_columns(relation)

    def _is_output(self, node: exp.Expr, scope: Scope) -> bool:
        plain = isinstance(node, exp.Column) and not node.table
        return plain and node.name.lower() in scope.outputs

    def _star(self, node: exp.Star, scope: Scope, only: str = "") -> None:
        removed = frozenset(item.name.lower() for item in listed(node.args.get("except_")))
        wanted = scope.named(only) if only else scope.relations
        if only and not wanted:
            wanted = outer_named(only, scope)
        if not wanted:
            raise denied(because="A star in it does not belong to any table of the query.")
        for relation in wanted:
            require_all_columns(relation, removed)
        self.all(listed(node.args.get("replace")), scope, shown=True)

    def _dotted_row(self, node: exp.Dot, scope: Scope, *, shown: bool) -> bool:
        """`(c).email`: a column of the row of the source c."""
        inner = node.this.unnest()
        if (
            not isinstance(inner, exp.Column)
            or inner.table
            or not isinstance(node.expression, exp.Identifier)
        ):
            return False
        if any(relation.has(inner.name) for relation in scope.relations):
            return False
        found = scope.named(inner.name) or outer_named(inner.name, scope)
        for relation in found:
            require_column(relation, node.expression.name, shown=shown)
        return bool(found)

    def _column(self, node: exp.Column, scope: Scope, *, shown: bool) -> None:
        if isinstance(node.this, exp.Star):
            self._star(node.this, scope, only=node.table)
        elif node.table:
            check_qualified(node, scope, shown=shown)
        else:
            check_unqualified(node.name, scope, shown=shown)

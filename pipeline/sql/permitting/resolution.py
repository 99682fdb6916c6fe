"""Resolves every table and column of a query, scope by scope, against a catalog and grants."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlglot import exp

from knowledge.catalog import Catalog, Table
from pipeline.sql.names.columns import check_natural, check_using, denied
from pipeline.sql.names.expressions import QUERIES, Ctes, ExpressionCheck
from pipeline.sql.names.grants import Denial, DeniedError, Grants, table_in_catalog
from pipeline.sql.names.relations import Relation, Scope, require_all_columns, require_column
from pipeline.sql.names.shapes import (
    alias_columns,
    children,
    function_relation,
    listed,
    output,
    renamed,
)
from pipeline.sql.names.tables import table_name
from pipeline.sql.rules.hints import names_index

_LISTED = frozenset({"expressions", "distinct"})
_IMPLICIT_LATERAL = frozenset({"duckdb"})
_FORWARD_CTES = frozenset({"sqlite"})


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseReference:
    """One place in the tree that reads a base table."""

    node: exp.Table
    relation: Relation

    @property
    def is_restricted(self) -> bool:
        """Whether its rows or values are only partly for the person."""
        grant = self.relation.grant
        return grant is not None and bool(grant.row_filter or grant.masks)


def resolved_references(
    tree: exp.Expr, dialect: str, catalog: Catalog, grants: Grants
) -> list[BaseReference]:
    """Every reference of a base table in a query that the grants allow; raises DeniedError."""
    resolver = _Resolver(catalog=catalog, grants=grants, dialect=dialect)
    resolver.resolve(tree)
    return resolver.references


def _check_index_hint(relation: Relation) -> None:
    """Rows come in the order of the index that is named, which may be over a hidden column."""
    grant = relation.grant
    hidden = [name for name in relation.columns if grant is None or not grant.shows(name)]
    if hidden or grant is None or grant.row_filter or grant.masks:
        reason = "An index may only be named on a table that you may read in full."
        raise denied(because=reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Resolver:
    """Walks a query; raises DeniedError at the first part that is not permitted."""

    catalog: Catalog
    grants: Grants
    dialect: str
    references: list[BaseReference] = field(default_factory=list)

    def resolve(self, tree: exp.Expr) -> None:
        self.query(tree, {}, None)

    # -- queries -----------------------------------------------------------------------------

    def query(self, node: exp.Expr, ctes: Ctes, outer: Scope | None) -> Relation:
        ctes = self._with_ctes(node, ctes, outer)
        if isinstance(node, exp.Select):
            return self._select(node, ctes, outer)
        if isinstance(node, exp.SetOperation):
            return self._set_operation(node, ctes, outer)
        if isinstance(node, exp.Subquery):
            return self._wrapped(node, ctes, outer)
        if isinstance(node, exp.Values):
            self._expressions(node.expressions, ctes, Scope(outer=outer), shown=True)
            return Relation(name="", opaque=True)
        if isinstance(node, exp.Pivot):
            return self._pivot_statement(node, ctes, outer)
        raise denied(
            because=f"This form of query ({node.key}) cannot be checked against your permissions."
        )

    def _with_ctes(self, node: exp.Expr, ctes: Ctes, outer: Scope | None) -> Ctes:
        with_ = node.args.get("with_")
        if not with_:
            return ctes
        known = dict(ctes)
        names = [cte.alias.lower() for cte in with_.expressions]
        for cte in with_.expressions:
            visible = self._visible_ctes(
                cte, known, names, recursive=bool(with_.args.get("recursive"))
            )
            inner = self.query(cte.this, visible, outer)
            known[cte.alias.lower()] = renamed(inner, cte)
        return known

    def _visible_ctes(
        self, cte: exp.CTE, known: dict[str, Relation], names: list[str], *, recursive: bool
    ) -> Ctes:
        own = cte.alias.lower()
        visible = dict(known)
        unknown_table = table_in_catalog(cte.alias, self.catalog, self.dialect) is None
        if recursive or unknown_table:
            visible[own] = Relation(name=own, columns=alias_columns(cte), opaque=True)
        if self.dialect in _FORWARD_CTES:
            for name in names[names.index(own) + 1 :]:
                if table_in_catalog(name, self.catalog, self.dialect) is None:
                    visible.setdefault(name, Relation(name=name, opaque=True))
        return visible

    def _wrapped(self, node: exp.Subquery, ctes: Ctes, outer: Scope | None) -> Relation:
        scope = Scope(outer=outer)
        inner = self.query(node.this, ctes, outer)
        scope.relations.append(inner)
        self._joins(node, ctes, scope)
        scope.outputs |= inner.columns
        for part in ("order", "limit", "offset"):
            self._expressions(listed(node.args.get(part)), ctes, scope, shown=False)
        self._pivots(node, ctes, scope)
        return scope.relations[0]

    def _set_operation(self, node: exp.SetOperation, ctes: Ctes, outer: Scope | None) -> Relation:
        left = self.query(node.this, ctes, outer)
        right = self.query(node.expression, ctes, outer)
        scope = Scope(outer=outer, relations=[left], outputs=set(left.columns | right.columns))
        for part in ("order", "limit", "offset"):
            self._expressions(listed(node.args.get(part)), ctes, scope, shown=False)
        return Relation(
            name="", columns=left.columns | right.columns, opaque=left.opaque or right.opaque
        )

    def _pivot_statement(self, node: exp.Pivot, ctes: Ctes, outer: Scope | None) -> Relation:
        scope = Scope(outer=outer)
        self._source(node.this, ctes, scope)
        self._require_everything(scope.relations)
        self._check_pivot(node, ctes, scope)
        return Relation(name="", opaque=True)

    def _select(self, node: exp.Select, ctes: Ctes, outer: Scope | None) -> Relation:
        scope = Scope(outer=outer)
        scope.outputs |= {
            item.alias.lower() for item in node.expressions if isinstance(item, exp.Alias)
        }
        from_ = node.args.get("from_")
        if from_:
            self._source(from_.this, ctes, scope)
        self._joins(node, ctes, scope)
        for lateral in node.args.get("laterals") or ():
            self._source(lateral, ctes, scope)
        for key, value in node.args.items():
            if key not in {"with_", "from_", "joins", "laterals"}:
                self._expressions(listed(value), ctes, scope, shown=key in _LISTED)
        return output(node, scope)

    # -- sources -----------------------------------------------------------------------------

    def _joins(self, node: exp.Expr, ctes: Ctes, scope: Scope) -> None:
        for join in node.args.get("joins") or ():
            before = list(scope.relations)
            self._source(join.this, ctes, scope)
            joined = scope.relations[len(before) :]
            if str(join.args.get("method", "")).upper() == "NATURAL":
                check_natural(before, joined)
            for name in join.args.get("using") or ():
                check_using(name.name, scope.relations)
            self._expressions(
                [*listed(join.args.get("on")), *listed(join.args.get("match_condition"))],
                ctes,
                scope,
                shown=False,
            )

    def _source(self, node: exp.Expr, ctes: Ctes, scope: Scope) -> None:
        if isinstance(node, exp.Table):
            scope.relations.append(self.table(node, ctes, scope))
            self._joins(node, ctes, scope)
            self._pivots(node, ctes, scope)
        elif isinstance(node, exp.Subquery | exp.Values):
            self._derived(node, ctes, scope)
        elif isinstance(node, exp.Lateral):
            self._lateral(node, ctes, scope)
        elif isinstance(node, exp.Unnest | exp.TableFromRows | exp.Func):
            self._expressions(children(node), ctes, scope, shown=False)
            scope.relations.append(function_relation(node))
        else:
            raise denied(because=f"A source of the query ({node.key}) cannot be checked.")

    def _derived(self, node: exp.Subquery | exp.Values, ctes: Ctes, scope: Scope) -> None:
        if isinstance(node, exp.Subquery) and isinstance(node.this, exp.Table):
            self._parenthesised_join(node, ctes, scope)
            return
        lateral = self.dialect in _IMPLICIT_LATERAL
        inner = self.query(node, ctes, scope if lateral else scope.outer)
        scope.relations.append(renamed(inner, node))
        self._pivots(node, ctes, scope)

    def _parenthesised_join(self, node: exp.Subquery, ctes: Ctes, scope: Scope) -> None:
        before = len(scope.relations)
        self._source(node.this, ctes, scope)
        self._joins(node, ctes, scope)
        if node.alias:
            inside = scope.relations[before:]
            self._require_everything(inside)
            del scope.relations[before:]
            columns = frozenset().union(*(relation.columns for relation in inside))
            scope.relations.append(Relation(name=node.alias.lower(), columns=columns, opaque=True))
        self._pivots(node, ctes, scope)

    def _lateral(self, node: exp.Lateral, ctes: Ctes, scope: Scope) -> None:
        if isinstance(node.this, exp.Subquery):
            inner = self.query(node.this, ctes, scope)
            scope.relations.append(renamed(inner, node))
        else:
            self._expressions([node.this], ctes, scope, shown=False)
            scope.relations.append(function_relation(node))

    def table(self, node: exp.Table, ctes: Ctes, scope: Scope) -> Relation:
        alias = node.alias_or_name.lower()
        for key in ("when", "version", "sample", "partition"):
            self._expressions(listed(node.args.get(key)), ctes, scope, shown=False)
        if not isinstance(node.this, exp.Identifier):
            self._expressions([node.this], ctes, scope, shown=False)
            return function_relation(node)
        if not node.args.get("db") and alias and node.name.lower() in ctes:
            return renamed(ctes[node.name.lower()], node, default=node.name)
        return self._base(node, alias, scope)

    def _base(self, node: exp.Table, alias: str, scope: Scope) -> Relation:
        if self._is_correlated_array(node, scope):
            return Relation(name=alias, opaque=True)
        table = table_in_catalog(table_name(node), self.catalog, self.dialect)
        grant = self.grants.of(table) if table else None
        if table is None or grant is None or not self._means(node, table):
            raise DeniedError(
                Denial(reason=f"You may not read {table_name(node)}.", table=table_name(node))
            )
        relation = Relation(
            name=alias,
            columns=frozenset(column.name.lower() for column in table.columns),
            table=table,
            grant=grant,
        )
        if names_index(node):
            _check_index_hint(relation)
        self.references.append(BaseReference(node=node, relation=relation))
        renamed = node.args.get("alias")
        if renamed and renamed.args.get("columns"):
            require_all_columns(relation)
            return Relation(name=alias, columns=alias_columns(node), opaque=True)
        return relation

    def _means(self, node: exp.Table, table: Table) -> bool:
        """In PostgreSQL `"Orders"` is not `orders`, and perhaps in no catalog."""
        name = node.this
        folded = name.name if name.args.get("quoted") else name.name.lower()
        return self.dialect != "postgres" or folded == table.name

    def _is_correlated_array(self, node: exp.Table, scope: Scope) -> bool:
        """BigQuery reads `FROM t, t.items` as the array column `items` of the source `t`."""
        owners = scope.named(node.db) if self.dialect == "bigquery" and node.db else []
        for owner in owners:
            require_column(owner, node.name, shown=False)
        return bool(owners)

    def _pivots(self, node: exp.Expr, ctes: Ctes, scope: Scope) -> None:
        pivots = node.args.get("pivots") or ()
        if not pivots:
            return
        pivoted = scope.relations[-1:]
        self._require_everything(pivoted)
        for pivot in pivots:
            self._check_pivot(pivot, ctes, scope)
            name = pivot.alias or (pivoted[0].name if pivoted else "")
            scope.relations[-1:] = [Relation(name=name.lower(), opaque=True)]

    def _check_pivot(self, pivot: exp.Pivot, ctes: Ctes, scope: Scope) -> None:
        """All columns of a pivoted source may be read, so only queries inside are of interest."""
        for query in pivot.find_all(*QUERIES):
            if query.find_ancestor(*QUERIES, exp.Pivot) is pivot:
                self.query(query, ctes, scope)

    def _require_everything(self, relations: Iterable[Relation]) -> None:
        for relation in relations:
            require_all_columns(relation)

    def _expressions(
        self, nodes: Iterable[exp.Expr], ctes: Ctes, scope: Scope, *, shown: bool
    ) -> None:
        ExpressionCheck(queries=self, ctes=ctes).all(nodes, scope, shown=shown)

"""Resolves every table and column of a query, scope by scope, against a catalog and grants."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from knowledge.catalog import Catalog
from pipeline.sql.grants import Denial, DeniedError, Grants, table_in_catalog
from pipeline.sql.relations import Relation, Scope, require_all_columns, require_column
from pipeline.sql.tree_rules import table_name

_QUERIES = (exp.Select, exp.SetOperation)
_LISTED = frozenset({"expressions", "distinct"})
# Functions that tell of tables by name or list the catalog.
_CATALOG_FUNCTIONS = re.compile(
    r"duckdb_|pragma_|pg_(?!typeof|size_pretty|column_size|backend_pid)|(?:col|obj|shobj)_description"
    r"|to_reg|object_|col_(?:length|name)|columnproperty|indexproperty|last_query_id|query_to"
)
_IMPLICIT_LATERAL = frozenset({"duckdb"})
_FORWARD_CTES = frozenset({"sqlite"})

Ctes = Mapping[str, Relation]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Resolver:
    """Walks a query; raises DeniedError at the first part that is not permitted."""

    catalog: Catalog
    grants: Grants
    dialect: str
    references: list[BaseReference] = field(default_factory=list)

    def resolve(self, tree: exp.Expr) -> None:
        self._query(tree, {}, None)

    # -- queries -----------------------------------------------------------------------------

    def _query(self, node: exp.Expr, ctes: Ctes, outer: Scope | None) -> Relation:
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
        raise _denied(
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
            inner = self._query(cte.this, visible, outer)
            known[cte.alias.lower()] = _renamed(inner, cte)
        return known

    def _visible_ctes(
        self, cte: exp.CTE, known: dict[str, Relation], names: list[str], *, recursive: bool
    ) -> Ctes:
        own = cte.alias.lower()
        visible = dict(known)
        unknown_table = table_in_catalog(cte.alias, self.catalog, self.dialect) is None
        if recursive or unknown_table:
            visible[own] = Relation(name=own, columns=_alias_columns(cte), opaque=True)
        if self.dialect in _FORWARD_CTES:
            for name in names[names.index(own) + 1 :]:
                if table_in_catalog(name, self.catalog, self.dialect) is None:
                    visible.setdefault(name, Relation(name=name, opaque=True))
        return visible

    def _wrapped(self, node: exp.Subquery, ctes: Ctes, outer: Scope | None) -> Relation:
        scope = Scope(outer=outer)
        inner = self._query(node.this, ctes, outer)
        scope.relations.append(inner)
        self._joins(node, ctes, scope)
        scope.outputs |= inner.columns
        for part in ("order", "limit", "offset"):
            self._visit(node.args.get(part), ctes, scope, shown=False)
        self._pivots(node, ctes, scope)
        return scope.relations[0]

    def _set_operation(self, node: exp.SetOperation, ctes: Ctes, outer: Scope | None) -> Relation:
        left = self._query(node.this, ctes, outer)
        right = self._query(node.expression, ctes, outer)
        scope = Scope(outer=outer, relations=[left], outputs=set(left.columns | right.columns))
        for part in ("order", "limit", "offset"):
            self._visit(node.args.get(part), ctes, scope, shown=False)
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
                self._expressions(_listed(value), ctes, scope, shown=key in _LISTED)
        return _output(node, scope)

    # -- sources -----------------------------------------------------------------------------

    def _joins(self, node: exp.Expr, ctes: Ctes, scope: Scope) -> None:
        for join in node.args.get("joins") or ():
            before = list(scope.relations)
            self._source(join.this, ctes, scope)
            joined = scope.relations[len(before) :]
            if str(join.args.get("method", "")).upper() == "NATURAL":
                _check_natural(before, joined)
            for name in join.args.get("using") or ():
                _check_using(name.name, scope.relations)
            self._expressions(
                [*_listed(join.args.get("on")), *_listed(join.args.get("match_condition"))],
                ctes,
                scope,
                shown=False,
            )

    def _source(self, node: exp.Expr, ctes: Ctes, scope: Scope) -> None:
        if isinstance(node, exp.Table):
            scope.relations.append(self._table(node, ctes, scope))
            self._joins(node, ctes, scope)
            self._pivots(node, ctes, scope)
        elif isinstance(node, exp.Subquery | exp.Values):
            self._derived(node, ctes, scope)
        elif isinstance(node, exp.Lateral):
            self._lateral(node, ctes, scope)
        elif isinstance(node, exp.Unnest | exp.TableFromRows | exp.Func):
            self._expressions(_children(node), ctes, scope, shown=False)
            scope.relations.append(_function_relation(node))
        else:
            raise _denied(because=f"A source of the query ({node.key}) cannot be checked.")

    def _derived(self, node: exp.Subquery | exp.Values, ctes: Ctes, scope: Scope) -> None:
        if isinstance(node, exp.Subquery) and isinstance(node.this, exp.Table):
            self._parenthesised_join(node, ctes, scope)
            return
        lateral = self.dialect in _IMPLICIT_LATERAL
        inner = self._query(node, ctes, scope if lateral else scope.outer)
        scope.relations.append(_renamed(inner, node))
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
            inner = self._query(node.this, ctes, scope)
            scope.relations.append(_renamed(inner, node))
        else:
            self._visit(node.this, ctes, scope, shown=False)
            scope.relations.append(_function_relation(node))

    def _table(self, node: exp.Table, ctes: Ctes, scope: Scope) -> Relation:
        alias = node.alias_or_name.lower()
        for key in ("when", "version", "sample", "partition"):
            self._expressions(_listed(node.args.get(key)), ctes, scope, shown=False)
        if not isinstance(node.this, exp.Identifier):
            self._visit(node.this, ctes, scope, shown=False)
            return _function_relation(node)
        if not node.args.get("db") and alias and node.name.lower() in ctes:
            return _renamed(ctes[node.name.lower()], node, default=node.name)
        return self._base(node, alias, scope)

    def _base(self, node: exp.Table, alias: str, scope: Scope) -> Relation:
        if self._is_correlated_array(node, scope):
            return Relation(name=alias, opaque=True)
        table = table_in_catalog(table_name(node), self.catalog, self.dialect)
        grant = self.grants.of(table) if table else None
        if table is None or grant is None:
            raise DeniedError(
                Denial(reason=f"You may not read {table_name(node)}.", table=table_name(node))
            )
        relation = Relation(
            name=alias,
            columns=frozenset(column.name.lower() for column in table.columns),
            table=table,
            grant=grant,
        )
        self.references.append(BaseReference(node=node, relation=relation))
        renamed = node.args.get("alias")
        if renamed and renamed.args.get("columns"):
            require_all_columns(relation)
            return Relation(name=alias, columns=_alias_columns(node), opaque=True)
        return relation

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
        for query in pivot.find_all(*_QUERIES):
            if query.find_ancestor(*_QUERIES, exp.Pivot) is pivot:
                self._query(query, ctes, scope)

    def _require_everything(self, relations: Iterable[Relation]) -> None:
        for relation in relations:
            require_all_columns(relation)

    # -- expressions -------------------------------------------------------------------------

    def _expressions(
        self, nodes: Iterable[exp.Expr], ctes: Ctes, scope: Scope, *, shown: bool
    ) -> None:
        for node in nodes:
            self._visit(node, ctes, scope, shown=shown)

    def _visit(self, node: exp.Expr | None, ctes: Ctes, scope: Scope, *, shown: bool) -> None:
        if node is None:
            return
        if isinstance(node, _QUERIES) or (
            isinstance(node, exp.Subquery) and not isinstance(node.this, exp.Table)
        ):
            self._query(node, ctes, scope)
        elif isinstance(node, exp.Column):
            self._column(node, scope, shown=shown)
        elif isinstance(node, exp.Star):
            self._star(node, ctes, scope)
        elif (isinstance(node, exp.Dot) and self._dotted_row(node, scope, shown=shown)) or (
            isinstance(node, exp.Ordered) and self._is_output(node.this, scope)
        ):
            return
        elif isinstance(node, exp.Table | exp.Columns | exp.PositionalColumn | exp.TableColumn):
            self._require_everything(self._table_argument(node, ctes, scope))
        else:
            self._inside(node, ctes, scope, shown=shown)

    def _inside(self, node: exp.Expr, ctes: Ctes, scope: Scope, *, shown: bool) -> None:
        if isinstance(node, exp.Anonymous | exp.ObjectIdentifier | exp.ObjectId):
            _check_catalog_function(node)
        if isinstance(node, exp.In) and self.dialect == "sqlite" and node.args.get("field"):
            raise _denied(
                because="A table after IN cannot be checked; write IN (SELECT column FROM table)."
            )
        if isinstance(node, exp.Count) and isinstance(node.this, exp.Star):
            return
        if isinstance(node, exp.Comprehension | exp.Lambda):
            scope = _with_parameters(node, scope)
        self._expressions(_children(node), ctes, scope, shown=shown)

    def _table_argument(self, node: exp.Expr, ctes: Ctes, scope: Scope) -> list[Relation]:
        if isinstance(node, exp.Table):
            return [self._table(node, ctes, scope)]
        return scope.relations

    def _is_output(self, node: exp.Expr, scope: Scope) -> bool:
        plain = isinstance(node, exp.Column) and not node.table
        return plain and node.name.lower() in scope.outputs

    def _star(self, node: exp.Star, ctes: Ctes, scope: Scope, only: str = "") -> None:
        removed = frozenset(item.name.lower() for item in _listed(node.args.get("except_")))
        wanted = scope.named(only) if only else scope.relations
        if only and not wanted:
            wanted = _outer_named(only, scope)
        if not wanted:
            raise _denied(because="A star in it does not belong to any table of the query.")
        for relation in wanted:
            require_all_columns(relation, removed)
        self._expressions(_listed(node.args.get("replace")), ctes, scope, shown=True)

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
        found = scope.named(inner.name) or _outer_named(inner.name, scope)
        for relation in found:
            require_column(relation, node.expression.name, shown=shown)
        return bool(found)

    def _column(self, node: exp.Column, scope: Scope, *, shown: bool) -> None:
        if isinstance(node.this, exp.Star):
            self._star(node.this, {}, scope, only=node.table)
        elif node.table:
            _check_qualified(node, scope, shown=shown)
        else:
            _check_unqualified(node.name, scope, shown=shown)


# -- names -----------------------------------------------------------------------------------


def _denied(*, because: str) -> DeniedError:
    return DeniedError(Denial(reason=because))


def _check_catalog_function(node: exp.Expr) -> None:
    if not isinstance(node, exp.Anonymous) or _CATALOG_FUNCTIONS.match(node.name.lower()):
        raise _denied(
            because="Functions that look into the catalog are not covered by your permissions."
        )


def _scopes(scope: Scope) -> Iterator[Scope]:
    current: Scope | None = scope
    while current is not None:
        yield current
        current = current.outer


def _outer_named(name: str, scope: Scope) -> list[Relation]:
    return next((found for level in _scopes(scope) if (found := level.named(name))), [])


def _check_qualified(node: exp.Column, scope: Scope, *, shown: bool) -> None:
    found = _outer_named(node.table, scope)
    for owner in _outer_named(node.db, scope) if node.db else ():
        require_column(owner, node.table, shown=shown)
    for relation in found:
        if node.db and relation.table and relation.table.schema not in {"", node.db.lower()}:
            raise _denied(because=f"The name {node.sql()} does not fit any table of the query.")
        require_column(relation, node.name, shown=shown)
    if not found:
        _check_nested_field(node, scope, shown=shown)


def _check_nested_field(node: exp.Column, scope: Scope, *, shown: bool) -> None:
    """`column.field` or `source.column.field`: what counts is the column."""
    owners = _outer_named(node.db, scope) if node.db else []
    for owner in owners:
        require_column(owner, node.table, shown=shown)
    if not owners:
        first = node.catalog or node.db or node.table
        known = (one.has(first) for level in _scopes(scope) for one in level.relations)
        if not any(known):
            raise _denied(because=f"The name {node.sql()} does not fit any table of the query.")
        _check_unqualified(first, scope, shown=shown)


def _check_unqualified(name: str, scope: Scope, *, shown: bool) -> None:
    maybe = False
    for level in _scopes(scope):
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


def _check_using(name: str, relations: list[Relation]) -> None:
    found = [relation for relation in relations if relation.has(name)]
    for relation in found:
        require_column(relation, name, shown=False)
    if not found and not any(relation.opaque for relation in relations):
        raise _denied(because=f"The column {name} is in no table that you may read here.")


def _check_natural(left: list[Relation], right: list[Relation]) -> None:
    if any(relation.opaque for relation in (*left, *right)):
        raise _denied(because="A NATURAL JOIN over computed columns cannot be checked; write ON.")
    left_names = frozenset().union(*(relation.columns for relation in left))
    right_names = frozenset().union(*(relation.columns for relation in right))
    for name in sorted(left_names & right_names):
        _check_using(name, [*left, *right])


# -- shapes ----------------------------------------------------------------------------------


def _listed(value: object) -> list[exp.Expr]:
    values = value if isinstance(value, list) else [value]
    return [item for item in values if isinstance(item, exp.Expr)]


def _children(node: exp.Expr) -> list[exp.Expr]:
    skipped = {"alias"} if isinstance(node, exp.Unnest | exp.TableFromRows) else set()
    if isinstance(node, exp.PropertyEQ | exp.Kwarg):
        skipped = {"this"}
    return [
        item for key, value in node.args.items() if key not in skipped for item in _listed(value)
    ]


def _alias_columns(node: exp.Expr) -> frozenset[str]:
    alias = node.args.get("alias")
    columns = alias.args.get("columns") if isinstance(alias, exp.TableAlias) else None
    return frozenset(column.name.lower() for column in columns or ())


def _renamed(inner: Relation, node: exp.Expr, default: str = "") -> Relation:
    columns = _alias_columns(node)
    name = (node.alias or default).lower()
    return Relation(
        name=name, columns=columns or inner.columns, opaque=inner.opaque or bool(columns)
    )


def _function_relation(node: exp.Expr) -> Relation:
    columns = _alias_columns(node)
    return Relation(name=(node.alias or node.name).lower(), columns=columns, opaque=True)


def _with_parameters(node: exp.Expr, scope: Scope) -> Scope:
    """A scope in which the parameters of a lambda or the variable of a comprehension are names."""
    variables = node.expressions if isinstance(node, exp.Lambda) else [node.expression]
    names = frozenset(item.name.lower() for item in variables if item is not None)
    return Scope(outer=scope, relations=[Relation(name="", columns=names)])


def _output(node: exp.Select, scope: Scope) -> Relation:
    columns: set[str] = set()
    opaque = False
    for item in node.expressions:
        if isinstance(item, exp.Star) or (
            isinstance(item, exp.Column) and isinstance(item.this, exp.Star)
        ):
            wanted = (
                _outer_named(item.table, scope) if isinstance(item, exp.Column) else scope.relations
            )
            columns |= {column for relation in wanted for column in relation.columns}
            opaque = opaque or any(relation.opaque for relation in wanted)
        else:
            columns.add(item.alias_or_name.lower())
            opaque = opaque or not item.alias_or_name
    return Relation(name="", columns=frozenset(columns - {""}), opaque=opaque)

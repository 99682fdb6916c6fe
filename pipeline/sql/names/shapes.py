"""The shapes of sources and projections: their children, their names, what they show."""

from sqlglot import exp

from pipeline.sql.names.columns import outer_named
from pipeline.sql.names.relations import Relation, Scope

# The parts of a node that name something new and read nothing.
_NAME_PARTS: dict[type[exp.Expr], str] = {
    exp.Unnest: "alias",
    exp.TableFromRows: "alias",
    exp.PropertyEQ: "this",
    exp.Kwarg: "this",
}


def listed(value: object) -> list[exp.Expr]:
    values = value if isinstance(value, list) else [value]
    return [item for item in values if isinstance(item, exp.Expr)]


def children(node: exp.Expr) -> list[exp.Expr]:
    skipped = _NAME_PARTS.get(type(node))
    if skipped is None:
        return list(node.iter_expressions())
    return [item for key, value in node.args.items() if key != skipped for item in listed(value)]


def alias_columns(node: exp.Expr) -> frozenset[str]:
    alias = node.args.get("alias")
    columns = alias.args.get("columns") if isinstance(alias, exp.TableAlias) else None
    return frozenset(column.name.lower() for column in columns or ())


def renamed(inner: Relation, node: exp.Expr, default: str = "") -> Relation:
    columns = alias_columns(node)
    name = (node.alias or default).lower()
    return Relation(
        name=name, columns=columns or inner.columns, opaque=inner.opaque or bool(columns)
    )


def function_relation(node: exp.Expr) -> Relation:
    columns = alias_columns(node)
    return Relation(name=(node.alias or node.name).lower(), columns=columns, opaque=True)


def with_parameters(node: exp.Expr, scope: Scope) -> Scope:
    """A scope in which the parameters of a lambda or the variable of a comprehension are names."""
    variables = node.expressions if isinstance(node, exp.Lambda) else [node.expression]
    names = frozenset(item.name.lower() for item in variables if item is not None)
    return Scope(outer=scope, relations=[Relation(name="", columns=names)])


def output(node: exp.Select, scope: Scope) -> Relation:
    columns: set[str] = set()
    opaque = False
    for item in node.expressions:
        if isinstance(item, exp.Star) or (
            isinstance(item, exp.Column) and isinstance(item.this, exp.Star)
        ):
            wanted = (
                outer_named(item.table, scope) if isinstance(item, exp.Column) else scope.relations
            )
            columns |= {column for relation in wanted for column in relation.columns}
            opaque = opaque or any(relation.opaque for relation in wanted)
        else:
            columns.add(item.alias_or_name.lower())
            opaque = opaque or not item.alias_or_name
    return Relation(name="", columns=frozenset(columns - {""}), opaque=opaque)

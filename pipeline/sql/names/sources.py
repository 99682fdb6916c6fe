"""The sources of one SELECT and the conditions that hold for all its rows."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlglot import exp

from knowledge.catalog import Catalog, Table
from pipeline.sql.names.grants import table_in_catalog
from pipeline.sql.names.tables import table_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A thing that a SELECT reads from; `table` is None for what is not a table of the catalog."""

    name: str
    node: exp.Expr
    table: Table | None


def sources_of(select: exp.Select, catalog: Catalog, dialect: str) -> list[Source]:
    """The sources of a SELECT, joins included."""
    shadowed = _visible_cte_names(select)
    found = []
    for node in source_nodes(select):
        table = None
        if isinstance(node, exp.Table) and (node.db or node.name.lower() not in shadowed):
            table = table_in_catalog(table_name(node), catalog, dialect)
        found.append(Source(name=node.alias_or_name.lower(), node=node, table=table))
    return found


def source_nodes(select: exp.Expr) -> Iterator[exp.Expr]:
    """What a SELECT reads from, in order: tables, queries and functions."""
    from_ = select.args.get("from_")
    first = from_.this if from_ else None
    if first is not None:
        yield first
        for join in first.args.get("joins") or ():
            yield join.this
    for join in select.args.get("joins") or ():
        yield join.this
    yield from select.args.get("laterals") or ()


def outer_names(select: exp.Select) -> frozenset[str]:
    """The names of what the enclosing SELECTs read from."""
    names: set[str] = set()
    outer = select.find_ancestor(exp.Select)
    while outer is not None:
        names |= {node.alias_or_name.lower() for node in source_nodes(outer)}
        outer = outer.find_ancestor(exp.Select)
    return frozenset(names)


def joins_of(select: exp.Select) -> list[exp.Join]:
    """The joins of a SELECT, in order."""
    from_ = select.args.get("from_")
    inner = from_.this.args.get("joins") if from_ else None
    return [*(inner or ()), *(select.args.get("joins") or ())]


def _visible_cte_names(select: exp.Expr) -> set[str]:
    names: set[str] = set()
    node: exp.Expr | None = select
    while node is not None:
        with_ = node.args.get("with_")
        names |= {cte.alias.lower() for cte in with_.expressions} if with_ else set()
        node = node.parent
    return names


def conjuncts(condition: exp.Expr | None) -> Iterator[exp.Expr]:
    """The conditions that must all hold for `condition` to hold."""
    if condition is None:
        return
    condition = condition.unnest()
    if isinstance(condition, exp.And):
        yield from conjuncts(condition.left)
        yield from conjuncts(condition.right)
    else:
        yield condition


def row_conditions(select: exp.Select) -> list[exp.Expr]:
    """The conjuncts of WHERE and of the inner joins."""
    where = select.args.get("where")
    found = list(conjuncts(where.this if where else None))
    for join in joins_of(select):
        if str(join.args.get("side", "")).upper() not in {"LEFT", "RIGHT", "FULL"}:
            found.extend(conjuncts(join.args.get("on")))
    return found


def source_of_column(column: exp.Column, sources: list[Source]) -> Source | None:
    """The source that a column of this SELECT belongs to, where that is certain."""
    if column.table:
        return next((one for one in sources if one.name == column.table.lower()), None)
    owners = [one for one in sources if one.table and one.table.column(column.name)]
    if len(owners) == 1 and (len(sources) == 1 or all(one.table for one in sources)):
        return owners[0]
    return None


def own_columns(node: exp.Expr) -> Iterator[exp.Column]:
    """The columns of an expression that are not inside a query of their own."""
    if isinstance(node, exp.Column):
        yield node
    if isinstance(node, exp.Query):
        return
    for child in node.iter_expressions():
        yield from own_columns(child)

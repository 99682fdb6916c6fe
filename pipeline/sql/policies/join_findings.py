"""Joins that give wrong numbers: without a condition, or repeating rows under an aggregate."""

from collections.abc import Iterator

from sqlglot import exp

from knowledge.catalog import Catalog, Table
from pipeline.sql.names.sources import (
    Source,
    conjuncts,
    joins_of,
    outer_names,
    own_columns,
    source_of_column,
    sources_of,
)

_REPEATABLE = (exp.Sum, exp.Avg, exp.Count, exp.Stddev, exp.Variance)
_CORRELATED = (exp.Lateral, exp.Unnest, exp.Func)


def cartesian_joins(select: exp.Select, sources: list[Source]) -> Iterator[tuple[str, str]]:
    """Pairs of sources that no condition connects."""
    if not sources:
        return
    groups = {source.name: {source.name} for source in sources}
    for names in _connections(select, sources):
        merged = set().union(*(groups[name] for name in names))
        groups.update(dict.fromkeys(merged, merged))
    first = sources[0]
    for source in sources[1:]:
        if source.name not in groups[first.name] and not _is_harmless(source):
            yield first.name, source.name


def _is_harmless(source: Source) -> bool:
    """One row, a row's own array, or a list of numbers multiplies nothing by accident."""
    node = source.node
    if isinstance(node, _CORRELATED) or not isinstance(node, exp.Table | exp.Subquery):
        return True
    if isinstance(node, exp.Table):
        return not isinstance(node.this, exp.Identifier) or source.table is None
    query = node.this
    return isinstance(query, exp.Values) or (isinstance(query, exp.Select) and _is_one_row(query))


def _is_one_row(query: exp.Select) -> bool:
    if query.args.get("group"):
        return False
    return any(item.find(exp.AggFunc) for item in query.expressions) or not query.args.get("from_")


def _connections(select: exp.Select, sources: list[Source]) -> Iterator[set[str]]:
    names = [source.name for source in sources]
    for join in joins_of(select):
        joined = join.this.alias_or_name.lower()
        before = names[: names.index(joined)] if joined in names else names[:1]
        if join.args.get("using") or str(join.args.get("method", "")).upper() == "NATURAL":
            yield {joined, *before[-1:]}
        for condition in conjuncts(join.args.get("on")):
            yield _names_in(condition, sources)
    where = select.args.get("where")
    outside = outer_names(select)
    for condition in conjuncts(where.this if where else None):
        yield _names_in(condition, sources, outside)


def _names_in(
    condition: exp.Expr, sources: list[Source], outside: frozenset[str] = frozenset()
) -> set[str]:
    own = {source.name for source in sources}
    found = {
        source_of_column(column, sources)
        for column in own_columns(condition)
        if column.table.lower() in own or column.table.lower() not in outside
    }
    uncertain = any(source is None for source in found)
    named = {source.name for source in found if source is not None}
    if uncertain and named:
        return {source.name for source in sources}
    return named


def is_unrelated(exists: exp.Exists, catalog: Catalog, dialect: str) -> bool:
    """Whether the query in an EXISTS is certain to say the same for every row outside."""
    inner = list(exists.find_all(exp.Select))
    sources = [source for select in inner for source in sources_of(select, catalog, dialect)]
    if not sources or any(source.table is None for source in sources):
        return False
    own = {source.name for source in sources}
    return all(
        column.table.lower() in own
        if column.table
        else any(source.table and source.table.column(column.name) for source in sources)
        for column in exists.find_all(exp.Column)
        if not isinstance(column.this, exp.Star)
    )


def fan_out_aggregates(select: exp.Select, sources: list[Source]) -> Iterator[tuple[str, str]]:
    """Aggregates over a table whose rows a join repeats, with the table that repeats them."""
    edges = list(_equalities(select, sources))
    for aggregate in _aggregates(select):
        if isinstance(aggregate.this, exp.Distinct):
            continue
        for column in _added_columns(aggregate):
            owner = source_of_column(column, sources)
            repeating = owner and _repeated_by(owner.name, edges, sources)
            if repeating:
                yield _in_words(aggregate, column), repeating
                break


_SAID: dict[type[exp.Expr], str] = {
    exp.Sum: "The total", exp.Avg: "The average", exp.Count: "The number",
}  # fmt: skip


def _in_words(aggregate: exp.Expr, column: exp.Column) -> str:
    """An aggregate for a person: what is added up, and no SQL."""
    said = _SAID.get(type(aggregate), "A number")
    name = " ".join(column.name.replace("_", " ").split())
    return f"{said} of {name}"


def _added_columns(node: exp.Expr) -> Iterator[exp.Column]:
    """The columns whose values are added up, without those that only say which rows count."""
    if isinstance(node, exp.Case) and node.this is None:
        values = [branch.args["true"] for branch in node.args["ifs"]]
        for part in (*values, *filter(None, [node.args.get("default")])):
            yield from _added_columns(part)
    elif isinstance(node, exp.Column):
        yield node
    elif not isinstance(node, exp.Query):
        for child in node.iter_expressions():
            yield from _added_columns(child)


def _aggregates(select: exp.Select) -> Iterator[exp.Expr]:
    for item in select.expressions:
        for aggregate in item.find_all(*_REPEATABLE):
            if aggregate.find_ancestor(exp.Select) is select:
                yield aggregate


def _equalities(select: exp.Select, sources: list[Source]) -> Iterator[tuple[str, str, str, str]]:
    """`(source, column, other source, other column)` for every equality of a join."""
    conditions = [part for join in joins_of(select) for part in conjuncts(join.args.get("on"))]
    where = select.args.get("where")
    conditions.extend(conjuncts(where.this if where else None))
    for condition in conditions:
        if not isinstance(condition, exp.EQ):
            continue
        left, right = condition.left, condition.right
        if isinstance(left, exp.Column) and isinstance(right, exp.Column):
            one, other = source_of_column(left, sources), source_of_column(right, sources)
            if one and other and one.name != other.name:
                yield one.name, left.name, other.name, right.name
                yield other.name, right.name, one.name, left.name
    yield from _using_equalities(select, sources)


def _using_equalities(
    select: exp.Select, sources: list[Source]
) -> Iterator[tuple[str, str, str, str]]:
    for join in joins_of(select):
        joined = join.this.alias_or_name.lower()
        for key in join.args.get("using") or ():
            for source in sources:
                if source.name != joined and source.table and source.table.column(key.name):
                    yield source.name, key.name, joined, key.name
                    yield joined, key.name, source.name, key.name


def _repeated_by(
    start: str, edges: list[tuple[str, str, str, str]], sources: list[Source]
) -> str | None:
    """The first table on the way from `start` of which several rows can meet one row."""
    tables = {source.name: source.table for source in sources}
    seen, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        for name in sorted({edge[2] for edge in edges if edge[0] == at} - seen):
            keys = {edge[3].lower() for edge in edges if edge[0] == at and edge[2] == name}
            table = tables.get(name)
            if table is not None and table.primary_key and not _is_unique(table, keys):
                return table.key
            seen.add(name)
            waiting.append(name)
    return None


def _is_unique(table: Table, keys: set[str]) -> bool:
    primary = {name.lower() for name in table.primary_key}
    return primary <= keys or any(
        column.unique and column.name.lower() in keys for column in table.columns
    )

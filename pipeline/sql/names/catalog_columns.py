"""The columns of a query that are columns of tables of the catalog."""

from collections.abc import Iterator

from sqlglot import exp

from knowledge.catalog import Catalog, Column
from pipeline.sql.names.sources import own_columns, source_of_column, sources_of


def catalog_columns(tree: exp.Expr, catalog: Catalog) -> Iterator[tuple[exp.Column, Column]]:
    """Each place where a query reads a column of a table, with that column.

    Names that mean an output of the same SELECT are none of them.
    """
    for select in tree.find_all(exp.Select):
        yield from _read_in(select, catalog)


def _read_in(select: exp.Select, catalog: Catalog) -> Iterator[tuple[exp.Column, Column]]:
    """The columns of a SELECT, without those of the queries inside it."""
    enclosing: list[exp.Select] = []
    outer: exp.Select | None = select
    while outer is not None:
        enclosing.append(outer)
        outer = outer.find_ancestor(exp.Select)
    scopes = [sources_of(scope, catalog, catalog.dialect) for scope in enclosing]
    outputs = {item.alias.lower() for item in select.expressions if isinstance(item, exp.Alias)}
    for key, part in _own_parts(select):
        for node in own_columns(part):
            if key == "order" and not node.table and node.name.lower() in outputs:
                continue
            for sources in scopes:
                source = source_of_column(node, sources)
                if source is not None:
                    column = source.table.column(node.name) if source.table else None
                    if column is not None:
                        yield node, column
                    break


def _own_parts(select: exp.Select) -> Iterator[tuple[str, exp.Expr]]:
    """The expressions of a SELECT, with where they stand; of its joins only their conditions."""
    for key, value in select.args.items():
        for part in value if isinstance(value, list) else [value]:
            if key == "joins" and part.args.get("on"):
                yield key, part.args["on"]
            elif key not in {"joins", "from_", "with_"} and isinstance(part, exp.Expr):
                yield key, part

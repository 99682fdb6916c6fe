"""MySQL keeps 0000-00-00 where there is no date: in what runs it is missing, whoever wrote it."""

from collections.abc import Iterator

from sqlglot import exp

from knowledge.catalog import Catalog, Column
from pipeline.sql.names.catalog_columns import catalog_columns
from pipeline.sql.text.dialects import dialect_named
from pipeline.sql.text.generation import written_out
from pipeline.sql.text.trees import parsed

# A date of zeros is none of the values that these find: the column itself, and its index, will do.
_FINDS_DATES = (exp.GT, exp.GTE, exp.EQ)


def without_zero_dates(sql: str, catalog: Catalog) -> tuple[str, tuple[str, ...]]:
    """The query in which dates of zeros are missing, and sentences on the columns that have some.

    A query that reads no such column stays as it is.
    """
    served = dialect_named(catalog.dialect)
    if served is None or served.name != "mysql" or not any(_zeros_of(catalog)):
        return sql, ()
    tree = parsed(sql, served).copy()
    found = [(node, c) for node, c in catalog_columns(tree, catalog) if _has_zeros(c)]
    if not found:
        return sql, ()
    for node, _ in found:
        if not _finds_dates(node):
            _replace(node)
    names = dict.fromkeys(column.name for _, column in found)
    notes = tuple(f"A date of 0000-00-00 in {name} counts as missing." for name in names)
    return written_out(tree, served), notes


def _zeros_of(catalog: Catalog) -> Iterator[Column]:
    return (column for table in catalog.tables for column in table.columns if _has_zeros(column))


def _has_zeros(column: Column) -> bool:
    """Whether it is a date of zeros: times that rows keep as numbers are read elsewhere."""
    return column.zero_dates and not column.stored_time


def _finds_dates(node: exp.Column) -> bool:
    """Whether it is compared with a constant in a way that no date of zeros meets."""
    parent = node.parent
    if isinstance(parent, exp.Nullif) and parent.this is node:
        return True
    if isinstance(parent, exp.Between):
        return parent.this is node
    compared = isinstance(parent, _FINDS_DATES) and parent.this is node
    return compared and parent is not None and parent.expression.find(exp.Column) is None


def _replace(node: exp.Column) -> None:
    present = exp.Nullif(this=node.copy(), expression=exp.Literal.number(0))
    shown = isinstance(node.parent, exp.Select) and node.arg_key == "expressions"
    node.replace(exp.alias_(present, node.this.copy()) if shown else present)

"""Columns of a result whose numbers are names (keys, codes, years), not amounts."""

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.sql_text import read_sql
from pipeline.kept_findings import KeptFindings
from pipeline.rules.schema.known import Known
from pipeline.sql.names.sources import source_nodes
from pipeline.telling.labels import names_something

# What these compute is an amount, whatever the column is called.
_AMOUNTS = (exp.Count, exp.Sum, exp.Avg, exp.Median, exp.Quantile, exp.Stddev, exp.Variance)
_FOUND = KeptFindings[Known, tuple[bool, ...]](512)


def naming_columns(sql: str, known: Known, columns: Sequence[str]) -> tuple[bool, ...]:
    """For each column of the result whether its numbers name something."""
    names = tuple(columns)
    return _FOUND.found(known, (sql, names), lambda: _naming(sql, known, names))


def _naming(sql: str, known: Known, columns: Sequence[str]) -> tuple[bool, ...]:
    named = tuple(map(names_something, columns))
    try:
        tree = read_sql(sql, known.catalog.dialect)
    except SqlglotError:
        return named
    if not isinstance(tree, exp.Query) or len(tree.selects) != len(columns):
        return named
    tables = [each for each in source_nodes(tree) if isinstance(each, exp.Table)]
    return tuple(
        _is_key(each.unalias(), tables, known) or (name and each.find(*_AMOUNTS) is None)
        for each, name in zip(tree.selects, named, strict=True)
    )


def _is_key(shown: exp.Expr, tables: Sequence[exp.Table], known: Known) -> bool:
    """Whether a stored column is shown that tells rows apart, or refers to others."""
    if not isinstance(shown, exp.Column):
        return False
    for source in tables:
        if shown.table.lower() not in ("", source.alias_or_name.lower()):
            continue
        table = known.catalog.table(f"{source.db}.{source.name}" if source.db else source.name)
        column = table.column(shown.name) if table else None
        if table and column:
            return column.name in table.primary_key or any(
                column.name in key.columns for key in table.foreign_keys
            )
    return False

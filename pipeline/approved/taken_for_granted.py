"""What an approved query takes for granted: the glossary's own rules that its SQL really keeps."""

from functools import lru_cache

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.glossary import Glossary, Metric
from knowledge.sentences import uncapital
from knowledge.sql_text import read_sql, write_sql
from pipeline.rules.telling.assumptions import sentences_of
from pipeline.sql.names.sources import conjuncts

# A condition or an expression of the glossary, and the catalog key of the table that it is of.
_Rule = tuple[str, str]


def taken_for_granted(sql: str, dialect: str, glossary: Glossary) -> tuple[str, ...]:
    """Its metrics and standing conditions as sentences; what the SQL does not do is not told."""
    rules = tuple((text, note.table) for note in glossary.tables for text in note.filters)
    metrics = tuple(metric for metric in glossary.metrics if metric.description)
    return _told(sql, dialect, rules, metrics)


@lru_cache(maxsize=500)
def _told(
    sql: str, dialect: str, rules: tuple[_Rule, ...], metrics: tuple[Metric, ...]
) -> tuple[str, ...]:
    try:
        selects = list(read_sql(sql, dialect).find_all(exp.Select))
        said = [
            f"{metric.name}: {uncapital(metric.description.strip().rstrip('.'))}."
            for metric in metrics
            if any(_counts(metric, select, dialect) for select in selects)
        ]
        kept = [_qualified(*rule, dialect) for rule in rules if _is_kept(*rule, selects, dialect)]
        return (*said, *sentences_of(kept, dialect, " ".join(said).lower()))
    except SqlglotError:
        return ()


def _counts(metric: Metric, select: exp.Select, dialect: str) -> bool:
    """Whether the number is the metric's, with all of the metric's own conditions."""
    tables = _tables(select)
    shown = {_shape(each.unalias(), tables) for each in select.expressions}
    own = {"": metric.table.lower()}
    wanted = {
        _shape(part, own) for text in metric.filters for part in conjuncts(_parsed(text, dialect))
    }
    return _shape(_parsed(metric.expression, dialect), own) in shown and wanted <= _conditions(
        select
    )


def _is_kept(text: str, table: str, selects: list[exp.Select], dialect: str) -> bool:
    """Whether every part of the query that reads the table has the condition."""
    reading = [select for select in selects if table.lower() in _tables(select).values()]
    wanted = {_shape(part, {"": table.lower()}) for part in conjuncts(_parsed(text, dialect))}
    return bool(reading) and all(wanted <= _conditions(select) for select in reading)


def _conditions(select: exp.Select) -> set[str]:
    where, tables = select.args.get("where"), _tables(select)
    return {_shape(part, tables) for part in conjuncts(where.this)} if where is not None else set()


def _tables(select: exp.Select) -> dict[str, str]:
    """The tables that it reads itself, by the names that it calls them."""
    source = select.args.get("from_")
    read = [source.this] if source is not None else []
    read += [join.this for join in select.args.get("joins") or ()]
    named = [each for each in read if isinstance(each, exp.Table)]
    return {each.alias_or_name.lower(): each.name.lower() for each in named}


def _qualified(text: str, table: str, dialect: str) -> str:
    tree = _parsed(text, dialect)
    for column in tree.find_all(exp.Column):
        if not column.table:
            column.set("table", exp.to_identifier(table))
    return write_sql(tree, dialect)


def _parsed(text: str, dialect: str) -> exp.Expr:
    return read_sql(text, dialect)


def _shape(tree: exp.Expr, tables: dict[str, str]) -> str:
    """The expression in one form, its columns by their tables' own names."""
    only = next(iter(tables.values())) if len(tables) == 1 else ""

    def named(node: exp.Expr) -> exp.Expr:
        if not isinstance(node, exp.Column):
            return node
        called = node.table.lower()
        table = tables.get(called, called) if called else only
        return exp.column(node.name.lower(), table=table)

    return tree.unnest().transform(named).sql(normalize=True).lower()

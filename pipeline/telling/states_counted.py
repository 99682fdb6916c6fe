"""Rows in a state that people may not expect in a number: counted, and said so."""

from collections.abc import Collection, Iterator

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.catalog import Column, Kind, Table
from knowledge.semantics.states import is_flag
from knowledge.semantics.words import concepts_of, words_of
from knowledge.sql_text import read_sql
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import listed, plain, plural
from pipeline.sql.names.sources import source_nodes

# Concepts of the lexicon: `closed_on`, `is_test`, a status that is `Cancelled`.
_ENDED = frozenset(("withdrawn",))
_NO_BUSINESS = frozenset(("cancelled", "test"))
_STATUS = "category"


def states_counted(sql: str, known: Known, main: Collection[str]) -> str:
    """`closed stores included`; empty where none are counted, or the statement speaks of it.

    `main` are the tables whose rows are shown or counted. Of tables that are joined to them only
    cancelled rows and those of tests are told.
    """
    try:
        tree = read_sql(sql, known.catalog.dialect)
    except SqlglotError:
        return ""
    if not isinstance(tree, exp.Select):
        return ""
    used = {column.name.lower() for column in tree.find_all(exp.Column)}
    joined = {column.name.lower() for join in tree.find_all(exp.Join) for column in _keys(join)}
    told: list[str] = []
    for source in source_nodes(tree):
        table = _table_of(source, known)
        if table is None:
            continue
        concepts = _NO_BUSINESS | (_ENDED if table.key in main else frozenset())
        for column in table.columns:
            if column.name.lower() in used - joined or column.pii:
                continue
            told += [f"{state} {_rows(table)}" for state in _states(table, column, concepts)]
    return f"{listed(list(dict.fromkeys(told)))} included" if told else ""


def _keys(join: exp.Join) -> Iterator[exp.Column]:
    on = join.args.get("on")
    return on.find_all(exp.Column) if on is not None else iter(())


def _table_of(source: exp.Expr, known: Known) -> Table | None:
    if not isinstance(source, exp.Table):
        return None
    key = f"{source.db}.{source.name}" if source.db else source.name
    return known.catalog.table(key)


def _rows(table: Table) -> str:
    name = plain(table.name)
    return name if name.endswith("s") else plural(name)


def _states(table: Table, column: Column, concepts: frozenset[str]) -> Iterator[str]:
    """What some rows are, and others are not, as the column says."""
    said = [word for word in words_of(column.name) if concepts & concepts_of(word)]
    if column.kind.is_dated:
        if said and column.null_share and column.null_share < 1:
            yield said[0]
    elif is_flag(table, column):
        if said and column.distinct != 1:
            yield said[0]
    elif column.kind is Kind.TEXT and column.complete and _STATUS in concepts_of(column.name):
        for value in column.values:
            if _NO_BUSINESS & concepts_of(value) and len(column.values) > 1:
                yield value.lower()

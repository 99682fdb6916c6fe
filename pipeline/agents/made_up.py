"""Names in a model's query that the database does not have, and the nearest ones that it has."""

import difflib
from collections.abc import Iterator, Sequence

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.catalog import Catalog
from knowledge.sql_text import read_sql
from pipeline.rules.schema.known import Known
from pipeline.sql.names.sources import Source, source_of_column, sources_of
from pipeline.sql.names.tables import table_name

_MOST = 5


def made_up(sql: str, catalog: Catalog, seen: Known) -> tuple[str, ...]:
    """A sentence for each such name, with the nearest of those that its asker may read.

    A name that exists is never made up, whether the asker may read it or not.
    """
    try:
        tree = read_sql(sql, catalog.dialect)
    except SqlglotError:
        return ()
    found = (each for select in tree.find_all(exp.Select) for each in _in(select, catalog, seen))
    return tuple(dict.fromkeys(found))


def _in(select: exp.Select, catalog: Catalog, seen: Known) -> Iterator[str]:
    own = sources_of(select, catalog, catalog.dialect)
    every, outer = list(own), select.find_ancestor(exp.Select)
    while outer is not None:
        every += sources_of(outer, catalog, catalog.dialect)
        outer = outer.find_ancestor(exp.Select)
    queries = {cte.alias.lower() for cte in select.root().find_all(exp.CTE)}
    for source in own:
        node = source.node
        name = table_name(node) if isinstance(node, exp.Table) else ""
        if source.table is None and name and name.lower() not in queries:
            keys = [table.key for table in seen.catalog.tables if table.key in seen.allowed]
            yield f"There is no table {name}.{_nearest(name, keys, 'tables')}"
    outputs = {item.alias.lower() for item in select.expressions if isinstance(item, exp.Alias)}
    for column in select.find_all(exp.Column):
        inside = column.find_ancestor(exp.Select) is not select
        if (
            not inside
            and not isinstance(column.this, exp.Star)
            and (column.table or column.name.lower() not in outputs)
        ):
            yield from _unknown(column, every, seen)


def _unknown(column: exp.Column, sources: list[Source], seen: Known) -> Iterator[str]:
    """A sentence for a column that none of the tables has which it may belong to."""
    if column.table:
        source = source_of_column(column, sources)
        owners = [source] if source is not None else []
    else:
        owners = sources
    tables = [each.table for each in owners if each.table is not None]
    known = tables and len(tables) == len(owners)
    if not known or any(table.column(column.name) is not None for table in tables):
        return
    shown = [found for table in tables if (found := seen.catalog.table(table.key)) is not None]
    if len(shown) < len(tables):
        return
    names = [f"{table.key}.{each.name}" for table in shown for each in table.columns]
    where = shown[0].key if len(shown) == 1 else "No table of the query"
    has = "has no column" if len(shown) == 1 else "has a column"
    yield f"{where} {has} {column.name}.{_nearest(column.name, names, 'columns')}"


def _nearest(name: str, among: Sequence[str], what: str) -> str:
    """The names that are spelled most like it, and then the first ones."""
    plain = {each: each.rpartition(".")[2].lower() for each in among}

    def likeness(each: str) -> float:
        return -difflib.SequenceMatcher(None, name.lower(), plain[each]).ratio()

    shown = sorted(among, key=likeness)[:_MOST]
    return f" The nearest {what} are: {', '.join(shown)}." if shown else ""

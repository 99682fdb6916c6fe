"""What an average does with rows without a value: they are left out, and the answer says so."""

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.sql_text import read_sql
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import listed, plain
from pipeline.sql.names.sources import source_nodes

_SAID = "The average is over rows with a value: those without {columns} are left out."


def averages_told(sql: str, known: Known) -> str:
    """A sentence where an average is of columns that may be empty, else nothing."""
    try:
        tree = read_sql(sql, known.catalog.dialect)
    except SqlglotError:
        return ""
    if not isinstance(tree, exp.Select):
        return ""
    tables = {
        source.alias_or_name.lower(): known.catalog.table(
            f"{source.db}.{source.name}" if source.db else source.name
        )
        for source in source_nodes(tree)
        if isinstance(source, exp.Table)
    }
    where = tree.args.get("where")
    stated = {column.name for column in where.find_all(exp.Column)} if where else set[str]()
    empty: list[str] = []
    for average in tree.find_all(exp.Avg, exp.Median):
        for column in average.find_all(exp.Column):
            owners = [tables.get(column.table.lower())] if column.table else tables.values()
            found = [each for table in owners if table and (each := table.column(column.name))]
            # Nothing is empty in a coalesced column, or in one that the conditions are about.
            filled = column.find_ancestor(exp.Coalesce) or column.name in stated
            if found and found[0].nullable and found[0].null_share != 0 and not filled:
                empty.append(plain(column.name))
    return _SAID.format(columns=listed(list(dict.fromkeys(empty)), "or")) if empty else ""

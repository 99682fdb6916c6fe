"""Which tables a checked query reads."""

from functools import lru_cache

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.sql_text import read_statements


@lru_cache(maxsize=1_000)
def tables_read(sql: str, dialect: str) -> tuple[str, ...]:
    """The names of the tables, each once and in the order of the text; none where it is no SQL.

    Of several statements, which never run, those of all of them.
    """
    try:
        trees = read_statements(sql, dialect)
    except SqlglotError:
        return ()
    named = {each.alias_or_name.lower() for tree in trees for each in tree.find_all(exp.CTE)}
    # The tree is searched in breadth; people read from the left.
    tables = [each for tree in trees for each in tree.find_all(exp.Table, bfs=False) if each.name]
    return tuple(dict.fromkeys(each.name for each in tables if each.name.lower() not in named))

"""Lets a database stop early: the limit that nobody asked for, added only to the text that runs."""

from functools import lru_cache

from pipeline.sql.policies.rewrites import has_no_limit, with_limit
from pipeline.sql.rules.inspection import inspect
from pipeline.sql.text.dialects import dialect_named
from pipeline.sql.text.generation import written_out
from pipeline.sql.text.trees import parsed
from pipeline.tier import Tier


@lru_cache(maxsize=1_000)
def capped(sql: str, dialect: str, rows: int, extra_functions: frozenset[str] = frozenset()) -> str:
    """The query with a limit where it has none; what people see and approve stays without it."""
    served = dialect_named(dialect)
    inspection = inspect(sql, dialect, extra_functions)
    if served is None or inspection.tier is not Tier.T0 or inspection.kind != "select":
        return sql
    tree = parsed(sql, served)
    if not has_no_limit(tree, served.name):
        return sql
    return written_out(with_limit(tree.copy(), rows), served)

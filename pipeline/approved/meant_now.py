"""Whether an approved query still means what its words mean here by now."""

from collections.abc import Sequence

from sqlglot import exp

from knowledge.sql_text import read_sql
from pipeline.planning import planned_with
from pipeline.rules.outcomes import Planned
from pipeline.state import RunState
from pipeline.times.values import TimeSpan
from pipeline.workspace import Workspace


def means_another(
    sql: str, state: RunState, workspace: Workspace, times: Sequence[TimeSpan]
) -> bool:
    """Whether a kept answer gives the question another meaning than the approved query has.

    Told from the columns and values that either reads; False where no kept answer matters.
    """
    if not state.standing:
        return False
    now, settled = planned_with(state, workspace, times, readings=False)
    if not settled or not isinstance(now, Planned):
        return False
    dialect = workspace.known.catalog.dialect
    return not reads_the_same(sql, now.sql, dialect)


def reads_the_same(one: str, other: str, dialect: str) -> bool:
    """Whether two queries read the same columns and values."""
    return _reads(one, dialect) == _reads(other, dialect)


def _reads(sql: str, dialect: str) -> tuple[frozenset[str], frozenset[str]]:
    tree = read_sql(sql, dialect)
    columns = frozenset(column.name.lower() for column in tree.find_all(exp.Column))
    return columns, frozenset(literal.name for literal in tree.find_all(exp.Literal))

"""Rows of different things that are called the same: what tells them apart."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.sentences import capital
from knowledge.sql_text import read_sql, write_sql
from pipeline.result import Cell
from pipeline.rules.text.plain_words import listed

_MOST_NAMED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """The query that also shows the keys it groups by, and a sentence on why."""

    sql: str
    said: str


def told_apart(sql: str, dialect: str, rows: Sequence[Sequence[Cell]]) -> Apart | None:
    """The query with its hidden group keys shown, where two of its rows read alike without them."""
    tree = _select(sql, dialect)
    group = tree.args.get("group") if tree is not None else None
    if tree is None or group is None:
        return None
    shown = [each.unalias() for each in tree.selects]
    keys = [each for each in group.expressions if isinstance(each, exp.Column)]
    hidden = [key for key in keys if key not in shown]
    labels = [at for at, each in enumerate(shown) if each in group.expressions]
    alike = _alike(rows, labels)
    if not hidden or not labels or not alike:
        return None
    last = labels[-1] + 1
    tree.set(
        "expressions", [*tree.selects[:last], *(k.copy() for k in hidden), *tree.selects[last:]]
    )
    named = listed(f"“{name}”" for name in alike[:_MOST_NAMED])
    told = capital(listed(key.name.replace("_", " ") for key in hidden))
    said = f"More than one row is called {named}: they are not the same. {told} tells them apart."
    return Apart(sql=write_sql(tree, dialect), said=said)


def _alike(rows: Sequence[Sequence[Cell]], labels: Sequence[int]) -> list[str]:
    """The labels that stand on several rows."""
    named = Counter(" ".join(str(row[at]) for at in labels) for row in rows)
    return [name for name, count in named.items() if count > 1]


def _select(sql: str, dialect: str) -> exp.Select | None:
    try:
        tree = read_sql(sql, dialect)
    except SqlglotError:
        return None
    return tree if isinstance(tree, exp.Select) else None

"""The gold in another form: what a model writes if a check asks for it, and no fixed script does.

A form counts only where it gives the rows of the gold, which whoever asks for it sees to.
"""

import re
from collections.abc import Iterator

import sqlglot
from sqlglot import exp

_JOINED = "are joined without a condition"
_CONFIRMED = re.compile(
    r"were confirmed as (\d{4}-\d\d-\d\d) up to \(not including\) (\d{4}-\d\d-\d\d), but"
)
_DATED = re.compile(r"\d{4}-\d\d-\d\d")
_BOUNDS = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.EQ, exp.Between)


def other_forms(sql: str, said: str) -> Iterator[str]:
    """The forms of it that the findings in a text ask for."""
    apart = in_parts(sql) if _JOINED in said else None
    if apart is not None:
        yield apart
    yield from of_the_confirmed_days(sql, said)


def of_the_confirmed_days(sql: str, said: str) -> Iterator[str]:
    """Each of its columns that are bounded by dates, by exactly the days that were confirmed."""
    for start, end in dict.fromkeys(_CONFIRMED.findall(said)):
        tree = sqlglot.parse_one(sql, read="sqlite")
        columns = (column for bound in _bounds(tree) for column in bound.find_all(exp.Column))
        for name in dict.fromkeys(column.sql(dialect="sqlite") for column in columns):
            yield _bounded(tree.copy(), name, start, end)


def in_parts(sql: str) -> str | None:
    """Values of tables that nothing joins, each asked for by itself; None for any other query."""
    tree = sqlglot.parse_one(sql, read="sqlite")
    begin = tree.find(exp.From)
    joins = list(tree.args.get("joins") or ())
    if not isinstance(tree, exp.Select) or begin is None or not joins or tree.args.get("where"):
        return None
    sources = {each.this.alias_or_name: each.this for each in (begin, *joins)}
    for shown in tree.expressions:
        for value in _values(shown):
            owners = {column.table for column in value.find_all(exp.Column)}
            if len(owners) != 1 or not owners <= sources.keys():
                return None
            alone = exp.select(value.copy()).from_(sources[owners.pop()].copy())
            value.replace(exp.Subquery(this=alone))
    begin.pop()
    tree.set("joins", None)
    return tree.sql(dialect="sqlite")


def _values(shown: exp.Expr) -> list[exp.Expr]:
    """The aggregates of what is shown; where there is none, its columns."""
    return list(shown.find_all(exp.AggFunc)) or list(shown.find_all(exp.Column))


def _bounds(tree: exp.Expr) -> Iterator[exp.Expr]:
    """The conditions that compare a column with a date that is written out."""
    for where in tree.find_all(exp.Where):
        for node in where.find_all(*_BOUNDS):
            literals = [each for each in node.find_all(exp.Literal) if _DATED.match(each.name)]
            if literals and node.find(exp.Column) is not None:
                yield node


def _bounded(tree: exp.Expr, column: str, start: str, end: str) -> str:
    """The first of these conditions is the whole period on that column, the others hold always."""
    period = sqlglot.condition(f"{column} >= '{start}' AND {column} < '{end}'", dialect="sqlite")
    for place, bound in enumerate(list(_bounds(tree))):
        bound.replace(exp.true() if place else exp.paren(period))
    return tree.sql(dialect="sqlite")

"""What sets two queries for one question apart, in words for people who read no SQL."""

from collections.abc import Iterator

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.sql_text import read_sql
from pipeline.rules.text.plain_words import listed, plain
from pipeline.telling.plain_sql import conditions_said

_FUNCTIONS: dict[type[exp.Expr], str] = {
    exp.Sum: "sum of",
    exp.Avg: "average",
    exp.Max: "largest",
    exp.Min: "smallest",
}
_SIGNS: dict[type[exp.Expr], str] = {
    exp.GT: "is above",
    exp.GTE: "is at least",
    exp.LT: "is below",
    exp.LTE: "is at most",
}
_COMPUTED = "something computed"


def said_apart(one: str, other: str, dialect: str) -> tuple[str, str]:
    """Of each query what the other does not have; both empty where no words tell them apart."""
    mine, theirs = _parts(one, dialect), _parts(other, dialect)
    return _without(mine, theirs), _without(theirs, mine)


def _without(parts: list[str], others: list[str]) -> str:
    return "; ".join(part for part in parts if part not in others)


def _parts(sql: str, dialect: str) -> list[str]:
    try:
        tree = read_sql(sql, dialect)
    except SqlglotError:
        return []
    return list(dict.fromkeys(_said(tree)))


def _said(tree: exp.Expr) -> Iterator[str]:
    """What the query shows, reads, keeps, groups, orders and cuts, a part each."""
    select = tree.find(exp.Select)
    if select is None:
        return
    yield f"shows {listed([_value_said(each) for each in select.expressions])}"
    yield f"reads {listed(sorted({plain(table.name) for table in tree.find_all(exp.Table)}))}"
    for clause in tree.find_all(exp.Where):
        for said in conditions_said(_each(clause.this)):
            yield f"only where {said}"
    for having in tree.find_all(exp.Having):
        yield f"only groups where {listed([_having_said(part) for part in _each(having.this)])}"
    if group := select.args.get("group"):
        yield f"for each {listed([_value_said(each) for each in group.expressions])}"
    if select.args.get("distinct"):
        yield "each row once"
    yield from _ordered(select)


def _ordered(select: exp.Select) -> Iterator[str]:
    order, limit = select.args.get("order"), select.args.get("limit")
    for each in order.expressions if order else ():
        way = "highest" if each.args.get("desc") else "lowest"
        yield f"{way} {_value_said(each.this)} first"
    if limit is not None:
        yield f"only the first {limit.expression.sql()}"


def _having_said(part: exp.Expr) -> str:
    if isinstance(part, exp.Binary):
        sign = _SIGNS.get(type(part), "is not" if isinstance(part, exp.NEQ) else "is")
        return f"{_value_said(part.left)} {sign} {_value_said(part.right)}"
    return _COMPUTED


def _value_said(tree: exp.Expr) -> str:
    inner = tree.unalias().unnest()
    match inner:
        case exp.Column():
            return plain(inner.name)
        case exp.Literal():
            return str(inner.this)
        case exp.Star():
            return "every column"
        case exp.Count(this=exp.Distinct() as distinct):
            return f"number of different {listed([_value_said(e) for e in distinct.expressions])}"
        case exp.Count(this=exp.Column() as column):
            return f"number of rows with {plain(column.name)}"
        case exp.Count():
            return "number of rows"
        case _ if type(inner) in _FUNCTIONS:
            return f"{_FUNCTIONS[type(inner)]} {_value_said(inner.this)}"
        case _:
            return _COMPUTED


def _each(condition: exp.Expr) -> list[exp.Expr]:
    """The conditions that must all hold."""
    whole = condition.unnest()
    return list(whole.flatten()) if isinstance(whole, exp.And) else [whole]

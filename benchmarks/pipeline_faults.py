"""Faults that a model makes: broken answers, and answers that run and mean something else."""

import random
import re
from collections.abc import Callable

import sqlglot
from sqlglot import exp

from pipeline.rules.schema.known import Known
from tests.pipeline.agents.loopback_replies import (
    Answered,
    CutOff,
    Failed,
    Garbage,
    Raw,
    Reply,
    Spoke,
)

Mutation = Callable[[exp.Expr, random.Random], exp.Expr | None]


def broken(sql: str, kind: str) -> Reply:
    """An answer that is no answer, or SQL that cannot run."""
    return BROKEN[kind](sql)


def _misspelt(sql: str) -> Reply:
    return _answer(sql.replace("SELECT", "SELEC", 1).replace("select", "selec", 1))


def _invented(sql: str) -> Reply:
    begin = r"(?i)select\s+(distinct\s+)?"
    return _answer(re.sub(begin, r"SELECT \1no_such_column, ", sql, count=1))


BROKEN: dict[str, Callable[[str], Reply]] = {
    "bad json": lambda _: Raw('{"sql": "SELECT'),
    "wrong form": lambda _: Raw('{"sql": 7}'),
    "refusal": lambda _: Spoke("I cannot help with that.", refusal=True),
    "talk": lambda _: Spoke("Sure, let me think about it."),
    "429": lambda _: Failed(429),
    "500": lambda _: Failed(500),
    "cut": lambda _: CutOff(),
    "garbage": lambda _: Garbage(),
    "syntax": _misspelt,
    "unknown column": _invented,
}


def _answer(sql: str) -> Reply:
    return Answered({"sql": sql, "reading": "as asked"})


def _dropped_filter(tree: exp.Expr, dice: random.Random) -> exp.Expr | None:
    """One condition of a WHERE is left out."""
    wheres = list(tree.find_all(exp.Where))
    if not wheres:
        return None
    where = dice.choice(wheres)
    parts = list(where.this.flatten()) if isinstance(where.this, exp.And) else [where.this]
    kept = [part.copy() for part in parts]
    kept.pop(dice.randrange(len(kept)))
    if kept:
        where.set("this", exp.and_(*kept))
    else:
        where.pop()
    return tree


def _other_value(tree: exp.Expr, dice: random.Random) -> exp.Expr | None:
    """A text value of a condition becomes another one."""
    found = [n for n in tree.find_all(exp.Literal) if n.is_string and not _dated(n.name)]
    if not found:
        return None
    one = dice.choice(found)
    one.replace(exp.Literal.string("Elsewhere"))
    return tree


def _other_number(tree: exp.Expr, dice: random.Random) -> exp.Expr | None:
    """A number (a threshold, a limit) becomes another one."""
    found = [n for n in tree.find_all(exp.Literal) if not n.is_string and n.name.isdigit()]
    if not found:
        return None
    one = dice.choice(found)
    one.replace(exp.Literal.number(int(one.name) + 7))
    return tree


def _other_dates(tree: exp.Expr, dice: random.Random) -> exp.Expr | None:
    """A date of a condition becomes another year."""
    found = [n for n in tree.find_all(exp.Literal) if n.is_string and _dated(n.name)]
    if not found:
        return None
    one = dice.choice(found)
    one.replace(exp.Literal.string(str(int(one.name[:4]) - 1) + one.name[4:]))
    return tree


def _other_aggregate(tree: exp.Expr, dice: random.Random) -> exp.Expr | None:
    """A sum becomes an average, a maximum a minimum, a count a count of different ones."""
    turned: dict[type[exp.Expr], type[exp.Expr]] = {
        exp.Sum: exp.Avg, exp.Avg: exp.Sum, exp.Max: exp.Min, exp.Min: exp.Max,
    }  # fmt: skip
    found = list(tree.find_all(*turned))
    if not found:
        return None
    one = dice.choice(found)
    one.replace(turned[type(one)](this=one.this.copy()))
    return tree


def _no_grouping(tree: exp.Expr, dice: random.Random) -> exp.Expr | None:
    """The grouping is left out."""
    del dice
    group = tree.find(exp.Group)
    if group is None:
        return None
    group.pop()
    return tree


def _other_order(tree: exp.Expr, dice: random.Random) -> exp.Expr | None:
    """Descending becomes ascending and the other way round."""
    found = list(tree.find_all(exp.Ordered))
    if not found:
        return None
    one = dice.choice(found)
    one.set("desc", not one.args.get("desc"))
    return tree


def _no_join(tree: exp.Expr, dice: random.Random) -> exp.Expr | None:
    """The condition of a join is left out, so that rows multiply."""
    found = [join for join in tree.find_all(exp.Join) if join.args.get("on")]
    if not found:
        return None
    dice.choice(found).set("on", None)
    return tree


WRONG: dict[str, Mutation] = {
    "other dates": _other_dates,
    "dropped filter": _dropped_filter,
    "other value": _other_value,
    "other number": _other_number,
    "other aggregate": _other_aggregate,
    "no grouping": _no_grouping,
    "other order": _other_order,
    "no join condition": _no_join,
}


def wrong(sql: str, kind: str, dice: random.Random) -> str | None:
    """SQL that runs and means something else; None where this fault cannot be made of it."""
    try:
        tree = sqlglot.parse_one(sql, read="sqlite")
        turned = WRONG[kind](tree, dice)
    except sqlglot.errors.SqlglotError:
        return None
    return turned.sql(dialect="sqlite") if turned is not None else None


def spelled(sql: str, known: Known) -> tuple[str, tuple[str, ...]]:
    """Gold SQL with text in single quotes, and the date columns that it compares with something."""
    names = {c.name.lower() for t in known.catalog.tables for c in t.columns}
    tree = sqlglot.parse_one(sql, read="sqlite")
    for column in list(tree.find_all(exp.Column)):
        if column.this.quoted and not column.table and column.name.lower() not in names:
            column.replace(exp.Literal.string(column.name))
    read = {table.alias_or_name.lower(): table.name.lower() for table in tree.find_all(exp.Table)}
    compared = {
        (owner, column.name.lower())
        for where in tree.find_all(exp.Where, exp.Case)
        for column in where.find_all(exp.Column)
        for owner in ([read.get(column.table.lower())] if column.table else read.values())
    }
    dated = [
        f"{t.key}.{c.name}"
        for t in known.catalog.tables
        for c in t.columns
        if (t.name.lower(), c.name.lower()) in compared
        and (c.kind.is_dated or "year" in c.name.lower())
    ]
    quoted = any(
        column.this.quoted for column in sqlglot.parse_one(sql, read="sqlite").find_all(exp.Column)
    )
    return (tree.sql(dialect="sqlite") if quoted else sql), tuple(dated[:1])


def _dated(text: str) -> bool:
    return re.match(r"\d{4}-\d\d-\d\d", text) is not None

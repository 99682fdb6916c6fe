"""Queries that name themselves, and functions applied to what they made: what each round adds."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from pipeline.sql.rules.amounts import Amount, Value
from pipeline.sql.rules.relations import Relation, parts_that_hold
from pipeline.sql.text.inspected import StatementRefusedError

# The length of one value, where it is made of nothing and where it grows with each row of a table.
_LONGEST = 1_000_000


_LONGEST_BY_ROWS = 20_000


_UPWARDS, _DOWNWARDS = (exp.LT, exp.LTE), (exp.GT, exp.GTE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A condition that a column stays below or above something."""

    column: exp.Column
    other: exp.Expr
    is_upper: bool


def require_short(value: Value) -> Value:
    if value.size.fixed > _LONGEST or value.size.by_rows > _LONGEST_BY_ROWS:
        raise StatementRefusedError(because="it builds a value of enormous length")
    return value


def grown(size: Amount, rounds: float) -> Amount:
    """What a value of a round comes to after so many."""
    if size.by_round > 1:
        raise StatementRefusedError(because="its text multiplies each time it goes round")
    times = rounds if size.by_round else 1.0
    return Amount(fixed=size.fixed, by_rows=size.by_rows).scaled(times)


def grown_columns(
    columns: Sequence[tuple[str, Value]], found: Relation, rounds: float
) -> tuple[tuple[str, Value], ...]:
    after: list[tuple[str, Value]] = []
    for (name, begun), (_, each) in zip(columns, found.columns, strict=False):
        size = begun.size.plus(grown(each.size, rounds))
        value = replace(begun.or_other(each), size=size, exact=None)
        after.append((name, require_short(value)))
    return (*after, *columns[len(after) :])


def state_of(begun: Relation, numbers: Sequence[Value]) -> Relation:
    """What a query that names itself finds under its name, in any round."""
    columns = []
    for (name, value), number in zip(begun.columns, numbers, strict=True):
        if value.is_number or value.is_time:
            columns.append((name, replace(value, number=number.number, exact=None)))
        else:
            state = replace(value, size=Amount(by_round=1.0), number=math.inf, exact=None)
            columns.append((name, state))
    rest = None if begun.rest is None else replace(begun.rest, size=Amount(by_round=1.0))
    return Relation(rows=Amount(by_round=1.0), columns=tuple(columns), rest=rest)


def parts_of_union(query: exp.Expr) -> list[exp.Expr]:
    """The queries that a UNION joins."""
    waiting, found = [query], []
    while waiting:
        part = waiting.pop()
        if isinstance(part, exp.SetOperation):
            waiting += [part.expression, part.this]
        else:
            found.append(part)
    return found


def refers_to(part: exp.Expr, name: str) -> bool:
    return any(
        not table.db and isinstance(table.this, exp.Identifier) and table.name.lower() == name
        for table in part.find_all(exp.Table)
    )


def bounds_of(select: exp.Select) -> Iterator[Bound]:
    """The conditions of a query that hold for all its rows and bound a column."""
    conditions = [join.args.get("on") for join in select.args.get("joins") or ()]
    where = select.args.get("where")
    for condition in (*conditions, where.this if where is not None else None):
        for part in parts_that_hold(condition):
            yield from _bounds_in(part)


def _bounds_in(part: exp.Expr) -> Iterator[Bound]:
    if isinstance(part, exp.Between):
        for column in part.this.find_all(exp.Column):
            yield Bound(column=column, other=part.args["high"], is_upper=True)
            yield Bound(column=column, other=part.args["low"], is_upper=False)
    elif isinstance(part, (*_UPWARDS, *_DOWNWARDS)):
        upper = isinstance(part, _UPWARDS)
        for column in part.this.find_all(exp.Column):
            yield Bound(column=column, other=part.expression, is_upper=upper)
        for column in part.expression.find_all(exp.Column):
            yield Bound(column=column, other=part.this, is_upper=not upper)


def is_named(node: exp.Expr | None, name: str) -> bool:
    return isinstance(node, exp.Column) and node.name.lower() == name

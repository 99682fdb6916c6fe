"""SQL of two levels: a number over groups, the best of each group, numbers that move."""

from collections.abc import Callable, Sequence

from sqlglot import exp

from pipeline.intent import Having
from pipeline.rules.schema.operators import BINARY, literal

_INNER, _PLACE, _VALUE, _MANY = "grouped", "place", "value_of_row", "rows_of_group"
# Dialects that have no median of their own.
NO_MEDIAN = frozenset(("sqlite", "mysql"))
FUNCTIONS: dict[str, type[exp.AggFunc]] = {
    "sum": exp.Sum, "avg": exp.Avg, "min": exp.Min, "max": exp.Max, "median": exp.Median,
}  # fmt: skip


def over_groups(query: exp.Select, function: str, *, spelled: bool) -> exp.Select:
    """One number out of those that the groups have; for each of what is shown before it.

    It is spelled out where the dialect has no median.
    """
    *shown, number = query.expressions
    parts = [_named(part, at) for at, part in enumerate(shown)]
    name = number.alias
    inner = query.copy()
    inner.set("expressions", [*parts, number.copy()])
    told: exp.Expr = exp.column(name, table=_INNER)
    kept = [exp.alias_(_from_inner(part), part.alias) for part in parts]
    if spelled:
        inner = _with_places(inner, [part.this for part in parts], number)
        told = exp.Avg(this=told)
    else:
        told = FUNCTIONS[function](this=told)
    outer = exp.Select().select(*kept, exp.alias_(told, f"{function}_{name}"))
    outer = outer.from_(inner.subquery(_INNER))
    outer = outer.where(_is_middle()) if spelled else outer
    return outer.group_by(*(_from_inner(part) for part in parts)) if parts else outer


def _with_places(query: exp.Select, parts: Sequence[exp.Expr], number: exp.Expr) -> exp.Select:
    """The place of every group's number among those that share the parts, and how many they are."""
    ordered = exp.Ordered(this=number.this.copy(), nulls_first=True)
    place = exp.Window(
        this=exp.func("ROW_NUMBER"), partition_by=[part.copy() for part in parts],
        order=exp.Order(expressions=[ordered]),
    )  # fmt: skip
    many = exp.Window(this=exp.Count(this=exp.Star()), partition_by=[part.copy() for part in parts])
    filled = exp.Not(this=exp.Is(this=number.this.copy(), expression=exp.Null()))
    return query.select(exp.alias_(place, _PLACE), exp.alias_(many, _MANY)).having(filled)


def _is_middle() -> exp.Expr:
    half = exp.Div(this=exp.column(_MANY, table=_INNER), expression=exp.Literal.number("2.0"))
    above = exp.Add(this=half.copy(), expression=exp.Literal.number(1))
    return exp.Between(this=exp.column(_PLACE, table=_INNER), low=half, high=above)


def first_within(
    query: exp.Select, parts: Sequence[exp.Expr], order: Sequence[exp.Expr], places: range
) -> exp.Select:
    """Only the rows that take these places among those that share the parts; ties are kept.

    Without parts they are the places among all, and the rows come in that order.
    """
    ranked = exp.Window(
        this=exp.func("RANK"),
        partition_by=list(parts),
        order=exp.Order(expressions=list(order if parts else order[:1])),
    )
    shown = [_named(part, at) for at, part in enumerate(query.expressions)]
    inner = query.copy()
    inner.set("expressions", [*shown, exp.alias_(ranked, _PLACE)])
    outer = exp.Select().select(*(_from_inner(part) for part in shown))
    place = exp.column(_PLACE, table=_INNER)
    low, high = (exp.Literal.number(n) for n in (places.start, places.stop - 1))
    outer = outer.from_(inner.subquery(_INNER))
    outer = outer.where(exp.Between(this=place, low=low, high=high))
    return outer if parts else outer.order_by(exp.Ordered(this=place.copy(), nulls_first=True))


def _named(part: exp.Expr, at: int) -> exp.Expr:
    """Columns of two tables may go by one name: each gets its own."""
    if isinstance(part, exp.Alias):
        return part.copy()
    table, name = (
        (part.args.get("table"), part.name) if isinstance(part, exp.Column) else (None, "")
    )
    head = table.name if table is not None else f"column_{at}"
    return exp.alias_(part.copy(), f"{head}_{name}" if name else head, quoted=True)


def _from_inner(part: exp.Expr) -> exp.Expr:
    name = exp.to_identifier(part.alias, quoted=True)
    return exp.column(name, table=exp.to_identifier(_INNER))


def running(number: exp.Expr, parts: Sequence[exp.Expr], period: exp.Expr) -> exp.Expr:
    """The number of this period and of all before it."""
    return _window(exp.Sum(this=number), parts, period)


def previous(number: exp.Expr, parts: Sequence[exp.Expr], period: exp.Expr) -> exp.Expr:
    """The number of the period before."""
    return _window(exp.Lag(this=number.copy()), parts, period)


def change(number: exp.Expr, parts: Sequence[exp.Expr], period: exp.Expr, way: str) -> exp.Expr:
    """How far the number is from the one of the period before, also in percent or parts of it."""
    before = previous(number, parts, period)
    moved = exp.Sub(this=number.copy(), expression=before)
    if way == "difference":
        return moved
    factor = exp.Literal.number("100.0" if way == "percent" else "1.0")
    share = exp.Mul(this=factor, expression=exp.paren(moved))
    whole = exp.func("NULLIF", before.copy(), exp.Literal.number(0))
    return exp.Div(this=share, expression=whole)


def middle(query: exp.Select, groups: Sequence[exp.Expr], number: exp.Expr) -> exp.Select:
    """The median of a number for each group, where the dialect has no function for it.

    The last thing that the query shows is the median; what stands before it are groups.
    """
    shown = [_named(part, at) for at, part in enumerate(query.expressions[:-1])]
    parts = [group.copy() for group in groups]
    place = exp.Window(
        this=exp.func("ROW_NUMBER"), partition_by=[part.copy() for part in parts],
        order=exp.Order(expressions=[exp.Ordered(this=number.copy(), nulls_first=True)]),
    )  # fmt: skip
    many = exp.Window(this=exp.Count(this=exp.Star()), partition_by=parts)
    told = [
        exp.alias_(number.copy(), _VALUE), exp.alias_(place, _PLACE), exp.alias_(many, _MANY),
    ]  # fmt: skip
    told += [exp.alias_(group.copy(), f"group_{at}") for at, group in enumerate(groups)]
    inner = query.copy()
    inner.set("expressions", [*shown, *told])
    inner.set("group", None)
    inner = inner.where(exp.Not(this=exp.Is(this=number.copy(), expression=exp.Null())))
    name = query.expressions[-1].alias
    outer = exp.Select().select(*(exp.alias_(_from_inner(part), part.alias) for part in shown))
    outer = outer.select(exp.alias_(exp.Avg(this=exp.column(_VALUE, table=_INNER)), name))
    outer = outer.from_(inner.subquery(_INNER)).where(_is_middle())
    keys = [exp.column(f"group_{at}", table=_INNER) for at in range(len(groups))]
    return outer.group_by(*keys, *(_from_inner(part) for part in shown)) if groups else outer


def _window(number: exp.Expr, parts: Sequence[exp.Expr], period: exp.Expr) -> exp.Expr:
    order = exp.Order(expressions=[exp.Ordered(this=period.copy())])
    return exp.Window(this=number, partition_by=[part.copy() for part in parts], order=order)


def bounded(number: exp.Expr, having: Having, of_all: Callable[[Having], exp.Expr]) -> exp.Expr:
    """The number of a group against a value, one of several, or that number of all rows."""
    if having.overall:
        return BINARY[having.operator](this=number, expression=of_all(having))
    bounds = having.either or ((having.operator, having.values[0]),)
    return exp.or_(
        *(BINARY[sign](this=number.copy(), expression=literal(value)) for sign, value in bounds)
    )

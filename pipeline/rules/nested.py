"""SQL of two levels: a number over groups, the best of each group, numbers that move."""

from collections.abc import Sequence

from sqlglot import exp

_INNER, _PLACE = "grouped", "place"
FUNCTIONS: dict[str, type[exp.AggFunc]] = {
    "sum": exp.Sum, "avg": exp.Avg, "min": exp.Min, "max": exp.Max, "median": exp.Median,
}  # fmt: skip


def over_groups(query: exp.Select, function: str) -> exp.Select:
    """One number out of the number that every group of the query has."""
    number = query.expressions[0].alias
    told = FUNCTIONS[function](this=exp.column(number, table=_INNER))
    return (
        exp.Select().select(exp.alias_(told, f"{function}_{number}")).from_(query.subquery(_INNER))
    )


def first_within(
    query: exp.Select, parts: Sequence[exp.Expr], order: Sequence[exp.Expr], places: range
) -> exp.Select:
    """Only the rows that take these places among those that share the parts; ties are kept."""
    ranked = exp.Window(
        this=exp.func("RANK"),
        partition_by=list(parts),
        order=exp.Order(expressions=list(order)),
    )
    shown = [_named(part, at) for at, part in enumerate(query.expressions)]
    inner = query.copy()
    inner.set("expressions", [*shown, exp.alias_(ranked, _PLACE)])
    outer = exp.Select().select(*(_from_inner(part) for part in shown))
    place = exp.column(_PLACE, table=_INNER)
    low, high = (exp.Literal.number(n) for n in (places.start, places.stop - 1))
    return outer.from_(inner.subquery(_INNER)).where(exp.Between(this=place, low=low, high=high))


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


def change(
    number: exp.Expr, parts: Sequence[exp.Expr], period: exp.Expr, *, percent: bool
) -> exp.Expr:
    """How far the number is from the one of the period before."""
    before = _window(exp.Lag(this=number.copy()), parts, period)
    moved = exp.Sub(this=number.copy(), expression=before)
    if not percent:
        return moved
    share = exp.Mul(this=exp.Literal.number("100.0"), expression=exp.paren(moved))
    whole = exp.func("NULLIF", before.copy(), exp.Literal.number(0))
    return exp.Div(this=share, expression=whole)


def _window(number: exp.Expr, parts: Sequence[exp.Expr], period: exp.Expr) -> exp.Expr:
    order = exp.Order(expressions=[exp.Ordered(this=period.copy())])
    return exp.Window(this=number, partition_by=[part.copy() for part in parts], order=order)

"""Conditions and joins of a query in plain words, for people who read no SQL."""

import datetime as dt
from collections.abc import Sequence

from sqlglot import exp

from pipeline.dates.describe import date_in_words
from pipeline.rules.text.plain_words import listed, plain

_FURTHER = "a further condition of the query holds (its SQL shows it)"
_SIGNS: dict[type[exp.Expr], tuple[str, str]] = {
    # What is said of numbers, and of days.
    exp.EQ: ("is", "is"),
    exp.NEQ: ("is not", "is not"),
    exp.GT: ("is above", "is after"),
    exp.GTE: ("is at least", "is not before"),
    exp.LT: ("is below", "is before"),
    exp.LTE: ("is at most", "is not after"),
}
_TURNED: dict[type[exp.Expr], type[exp.Expr]] = {
    exp.GT: exp.LT,
    exp.GTE: exp.LTE,
    exp.LT: exp.GT,
    exp.LTE: exp.GTE,
}


def condition_said(tree: exp.Expr) -> str:
    """`order date is not before 1 Jul 2026`; what no words are known for is only mentioned."""
    whole = tree.unnest()
    match whole:
        case exp.And():
            return f"{condition_said(whole.left)} and {condition_said(whole.right)}"
        case exp.Or():
            return f"({_either(whole)})"
        case exp.Not():
            return _denied(whole.this.unnest())
        case _:
            return _one(whole)


def _one(tree: exp.Expr) -> str:
    """A condition that is not made of others."""
    match tree:
        case exp.Column():
            return f"{_named(tree)} is yes"
        case exp.Is() | exp.In() | exp.Between():
            return _of_column(tree, "is")
        case exp.Like() | exp.ILike():
            return _like(tree)
        case _:
            return _compared(tree) if type(tree) in _SIGNS else _FURTHER


def conditions_said(parts: Sequence[exp.Expr]) -> list[str]:
    """The conditions that must all hold; the two ends of a period are one of them."""
    told: list[str] = []
    ends = {_start_of(part): part for part in parts if _start_of(part)}
    for part in parts:
        column, last = _end_of(part)
        first = ends.get(column)
        if first is not None and last is not None:
            told = [each for each in told if each != condition_said(first)]
            told.append(f"{column} is {_value(first.expression)} to {date_in_words(last)}")
        else:
            told.append(condition_said(part))
    return list(dict.fromkeys(told))


def _start_of(tree: exp.Expr) -> str:
    """The column that begins on a day."""
    return _named(tree.this) if isinstance(tree, exp.GTE) and _day(tree.expression) else ""


def _end_of(tree: exp.Expr) -> tuple[str, dt.date | None]:
    """The column that ends before a day, and the last day that counts."""
    day = _day(tree.expression) if isinstance(tree, exp.LT) else None
    return (_named(tree.this), day - dt.timedelta(days=1)) if day else ("", None)


def join_said(tree: exp.Expr) -> str:
    """`orders and customers by customer id`."""
    parts = list(tree.flatten()) if isinstance(tree, exp.And) else [tree]
    pairs = [(part.left, part.right) for part in parts if isinstance(part, exp.EQ)]
    if len(pairs) != len(parts) or not all(_are_columns(*pair) for pair in pairs):
        return "a condition of its own (the SQL shows it)"
    one, other = pairs[0]
    by = [
        plain(left.name)
        if left.name.lower() == right.name.lower()
        else f"{plain(left.name)} and {plain(right.name)}"
        for left, right in pairs
    ]
    tables = [plain(each.text("table")) for each in (one, other) if each.text("table")]
    return f"{listed(tables)} by {listed(by)}" if tables else f"by {listed(by)}"


def _are_columns(one: exp.Expr, other: exp.Expr) -> bool:
    return isinstance(one, exp.Column) and isinstance(other, exp.Column)


def _either(whole: exp.Or) -> str:
    return " or ".join(condition_said(part) for part in (whole.left, whole.right))


def _denied(inner: exp.Expr) -> str:
    if isinstance(inner, exp.Column):
        return f"{_named(inner)} is no"
    if isinstance(inner, exp.Is | exp.In | exp.Between):
        return _of_column(inner, "is not")
    return _FURTHER


def _of_column(tree: exp.Expr, verb: str) -> str:
    name = _named(tree.this)
    if not name:
        return _FURTHER
    match tree:
        case exp.Is(expression=exp.Null()):
            return f"{name} {verb} empty"
        case exp.Is(expression=exp.Boolean() as value):
            return f"{name} {verb} {'yes' if value.this else 'no'}"
        case exp.In() if not tree.args.get("query"):
            values = [_value(each) for each in tree.expressions]
            return f"{name} {verb} {listed(values, 'or')}" if all(values) else _FURTHER
        case exp.Between():
            low, high = _value(tree.args["low"]), _value(tree.args["high"])
            return f"{name} {verb} between {low} and {high}" if low and high else _FURTHER
        case _:
            return _FURTHER


def _like(tree: exp.Like | exp.ILike) -> str:
    name, pattern = _named(tree.this), _value(tree.expression)
    if not name or not pattern.strip("%") or "_" in pattern:
        return _FURTHER
    word = {(True, True): "contains", (False, True): "starts with", (True, False): "ends with"}
    verb = word.get((pattern.startswith("%"), pattern.endswith("%")), "is")
    return f"{name} {verb} {pattern.strip('%')}"


def _compared(tree: exp.Expr) -> str:
    left, right, sign = tree.this, tree.expression, type(tree)
    if _value(left) and not _value(right):
        left, right, sign = right, left, _TURNED.get(sign, sign)
    name, value = _named(left), _value(right) or _named(right)
    of_days = _day(right) is not None
    return f"{name} {_SIGNS[sign][of_days]} {value}" if name and value else _FURTHER


def _named(tree: exp.Expr) -> str:
    """The one column that an expression is of, as words."""
    inner = tree.unnest()
    if isinstance(inner, exp.Column):
        return plain(inner.name).removeprefix("is ")
    if isinstance(inner, exp.Lower | exp.Upper | exp.Cast):
        return _named(inner.this)
    return ""


def _value(tree: exp.Expr) -> str:
    day = _day(tree)
    if day is not None:
        return date_in_words(day)
    match tree.unnest():
        case exp.Literal() as literal:
            return str(literal.this)
        case exp.Neg(this=exp.Literal() as literal):
            return f"-{literal.this}"
        case exp.Boolean() as value:
            return "yes" if value.this else "no"
        case _:
            return ""


def _day(tree: exp.Expr) -> dt.date | None:
    """The day that a text or a cast of one is; midnights are days."""
    inner = tree.unnest()
    literal = inner.this if isinstance(inner, exp.Cast) else inner
    if not isinstance(literal, exp.Literal) or not literal.is_string:
        return None
    try:
        moment = dt.datetime.fromisoformat(str(literal.this))
    except ValueError:
        return None
    return moment.date() if moment.time() == dt.time() else None

"""The states that rows can be in: values of a status, flags, and dates that are there or not."""

from collections.abc import Iterator

from sqlglot import exp

from knowledge.catalog import Column, Kind, Table
from knowledge.semantics.model import State
from knowledge.semantics.scoring import Features, flags, likely
from knowledge.semantics.words import concepts_of, spoken, words_of
from knowledge.shapes import ShapeKind, column_shapes
from knowledge.sql_text import column_node, write_sql

_MOST_VALUES = 25
_OPEN_WORDS = ("current", "active", "open")


def states_of(table: Table, keys: frozenset[str], dialect: str) -> tuple[State, ...]:
    """The states of the rows of a table, likelier ones first."""
    found: list[State] = []
    for column in table.columns:
        if column.name in keys:
            continue
        for words, condition, features in candidates(table, column):
            found.append(
                State(
                    words=words,
                    condition=write_sql(condition, dialect),
                    column=column.name,
                    score=likely("state", features),
                    left_out=likely("left_out", features),
                )
            )
    return tuple(sorted(found, key=lambda each: -each.score))


def candidates(
    table: Table, column: Column
) -> Iterator[tuple[tuple[str, ...], exp.Expr, Features]]:
    """What the column may say of a row: words, condition and features."""
    node = column_node(column.name, table.name)
    concepts = concepts_of(column.name)
    base = {"bias": 1.0, **flags(concepts, "s:")}
    name = spoken(column.name)
    if column.kind.is_dated and column.null_share:
        ended = {**base, **flags(concepts, "set:"), "set": 1.0, "share": 1 - column.null_share}
        yield (name, *_past(column)), exp.Not(this=_null(node)), ended
        still = {**base, **flags(concepts, "unset:"), "unset": 1.0, "share": column.null_share}
        yield (*_OPEN_WORDS, f"not {name}"), _null(node), still
    elif is_flag(table, column):
        for value in (True, False):
            words = name if value else f"not {name}"
            kind = "yes" if value else "no"
            features = {**base, kind: 1.0, **flags(concepts, f"{kind}:"), **_kept(column, kind)}
            yield (words,), _equals(node, _flag_value(column, yes=value)), features
    elif column.kind is Kind.TEXT and column.complete and 0 < len(column.values) <= _MOST_VALUES:
        for stored in column.values:
            features = {**base, "value": 1.0, **flags(concepts_of(stored), "v:")}
            equal = exp.EQ(this=node.copy(), expression=exp.Literal.string(stored))
            yield (stored.lower(),), equal, features


def is_flag(table: Table, column: Column) -> bool:
    """Whether a column says yes or no."""
    if column.kind is Kind.BOOLEAN:
        return True
    if column.kind is Kind.INTEGER:
        return column.low in ("0", "1") and column.high in ("0", "1") and column.distinct in (1, 2)
    shapes = column_shapes(table, column)
    return any(shape.kind is ShapeKind.TEXT_BOOLEANS for shape in shapes)


def _kept(column: Column, kind: str) -> dict[str, float]:
    return flags(f"{kind} {word}" for word in words_of(column.name) if word in ("test", "active"))


def _past(column: Column) -> tuple[str, ...]:
    """The word of the event: `deleted` of `deleted_at`."""
    return tuple(word for word in words_of(column.name) if concepts_of(word) - {"plain_date"})


def _null(node: exp.Column) -> exp.Expr:
    return exp.Is(this=node.copy(), expression=exp.Null())


def _equals(node: exp.Column, value: exp.Expr) -> exp.Expr:
    return exp.EQ(this=node.copy(), expression=value)


def _flag_value(column: Column, *, yes: bool) -> exp.Expr:
    if column.kind is Kind.BOOLEAN and column.low not in ("0", "1"):
        return exp.Boolean(this=yes)
    if column.kind in (Kind.INTEGER, Kind.BOOLEAN):
        return exp.Literal.number(int(yes))
    truths = ("y", "yes", "t", "true", "1", "on", "j", "ja")
    fits = [value for value in column.values if (value.strip().lower() in truths) is yes]
    return exp.Literal.string(fits[0] if fits else column.values[0])

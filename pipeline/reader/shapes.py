"""The shape of an intent: its grouping, limits on groups, order and nesting, without its columns.

A classifier tells the shape of a question; columns and values fill it. Such sketches come from
SQLNet (Xu, Liu and Song, "SQLNet: Generating Structured Queries From Natural Language Without
Reinforcement Learning", 2017).
"""

import json
from dataclasses import dataclass
from typing import Literal

from pipeline.reader.intent import (
    Aggregate,
    Arithmetic,
    ColumnRef,
    Condition,
    EveryColumn,
    Expression,
    Function,
    Intent,
)

Take = Literal["all", "first", "some"]
NestingKind = Literal["", "or", "union", "intersect", "except", "in", "not in", "compare"]


@dataclass(frozen=True, slots=True)
class GroupLimit:
    """A condition on a group: its number of rows, or an aggregate of a column."""

    function: str
    operator: str


@dataclass(frozen=True, slots=True)
class Ordering:
    """By what kind of expression the rows are ordered, and how many of them are taken."""

    function: str
    descending: bool
    take: Take


@dataclass(frozen=True, slots=True)
class Nesting:
    """How a second intent is part of the first; `counted` says that it limits groups."""

    kind: NestingKind = ""
    operator: str = ""
    function: str = ""
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """All that an intent is beside its columns and plain conditions."""

    grouped: bool = False
    group_limit: GroupLimit | None = None
    ordering: Ordering | None = None
    limited: bool = False
    nesting: Nesting = Nesting()

    @property
    def takes_number(self) -> bool:
        """Whether a number of the question is a limit of rows."""
        return self.limited or (self.ordering is not None and self.ordering.take == "some")


@dataclass(frozen=True, slots=True)
class SelectedAggregate:
    """One aggregate of the select list; `rows` says that it counts rows and no column."""

    function: Function
    rows: bool = False
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class SelectPattern:
    """The aggregates of a select list, or `everything`."""

    aggregates: tuple[SelectedAggregate, ...] = ()
    everything: bool = False


def shape_of(intent: Intent) -> Shape:
    """The shape of an intent."""
    ordering = None
    if intent.order:
        first = intent.order[0]
        take: Take = "all" if intent.limit is None else "first" if intent.limit == 1 else "some"
        ordering = Ordering(_function(first.expression), first.descending, take)
    limits = intent.having[0] if intent.having else None
    return Shape(
        grouped=bool(intent.group),
        group_limit=None if limits is None else _group_limit(limits),
        ordering=ordering,
        limited=ordering is None and intent.limit is not None,
        nesting=_nesting(intent),
    )


def pattern_of(intent: Intent) -> SelectPattern:
    """The aggregates that an intent selects."""
    if isinstance(intent.select[0], EveryColumn):
        return SelectPattern(everything=True)
    found = [_selected(each) for each in intent.select if isinstance(each, Aggregate)]
    return SelectPattern(tuple(sorted(found, key=lambda a: (a.function, a.rows, a.distinct))))


def _selected(aggregate: Aggregate) -> SelectedAggregate:
    rows = isinstance(aggregate.operand, EveryColumn)
    return SelectedAggregate(aggregate.function, rows, aggregate.distinct and not rows)


def _function(expression: Expression) -> str:
    match expression:
        case Aggregate(function=function):
            return function
        case ColumnRef() | EveryColumn() | Arithmetic():
            return ""


def _group_limit(condition: Condition) -> GroupLimit:
    nested = isinstance(condition.value, Intent)
    return GroupLimit(_function(condition.left), "nested" if nested else condition.operator)


def _nesting(intent: Intent) -> Nesting:
    if intent.set_operation is not None:
        other = intent.set_operation.other
        return Nesting(intent.set_operation.operator, counted=bool(other.having or other.group))
    for condition in intent.where:
        if isinstance(condition.value, Intent):
            return _of_condition(condition, condition.value)
    return Nesting("or") if intent.connective == "or" else Nesting()


def _of_condition(condition: Condition, inner: Intent) -> Nesting:
    if condition.operator in {"in", "not in"}:
        kind: NestingKind = "in" if condition.operator == "in" else "not in"
        return Nesting(kind, counted=bool(inner.having))
    return Nesting("compare", condition.operator, _function(inner.select[0]))


def shape_label(shape: Shape) -> str:
    """The shape as the name of a class of the weights."""
    limit, ordering, nesting = shape.group_limit, shape.ordering, shape.nesting
    return json.dumps([
        shape.grouped,
        [limit.function, limit.operator] if limit else None,
        [ordering.function, ordering.descending, ordering.take] if ordering else None,
        shape.limited,
        [nesting.kind, nesting.operator, nesting.function, nesting.counted],
    ])  # fmt: skip


def shape_from(label: str) -> Shape:
    """The shape that a class of the weights stands for."""
    grouped, limit, ordering, limited, nesting = json.loads(label)
    return Shape(
        grouped=grouped,
        group_limit=GroupLimit(*limit) if limit else None,
        ordering=Ordering(*ordering) if ordering else None,
        limited=limited,
        nesting=Nesting(*nesting),
    )


def pattern_label(pattern: SelectPattern) -> str:
    """The pattern as the name of a class of the weights."""
    return json.dumps(
        [pattern.everything, [[a.function, a.rows, a.distinct] for a in pattern.aggregates]]
    )


def pattern_from(label: str) -> SelectPattern:
    """The pattern that a class of the weights stands for."""
    everything, aggregates = json.loads(label)
    return SelectPattern(tuple(SelectedAggregate(*a) for a in aggregates), everything)

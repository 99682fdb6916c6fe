"""What a question asks for, as a small typed tree: between the words and the SQL.

The form follows the intermediate representations of text-to-SQL parsing, such as SemQL (Guo et
al., "Towards Complex Text-to-SQL in Cross-Domain Database with Intermediate Representation",
ACL 2019): no joins and no table aliases, both are worked out from the keys.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

Function = Literal["count", "avg", "sum", "max", "min"]
ArithmeticOperator = Literal["+", "-", "*", "/"]
Operator = Literal["=", "!=", ">", "<", ">=", "<=", "like", "not like", "in", "not in"]
SetOperator = Literal["union", "intersect", "except"]
Connective = Literal["and", "or"]


@dataclass(frozen=True, slots=True)
class ColumnRef:
    """A column of a table of the catalog (`table` is a `Table.key`)."""

    table: str
    column: str


@dataclass(frozen=True, slots=True)
class EveryColumn:
    """All columns, or all rows where they are counted."""


@dataclass(frozen=True, slots=True)
class Aggregate:
    """One value of many rows: `function` over `operand`."""

    function: Function
    operand: "Expression"
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Two expressions computed together: price times quantity, a share, a difference."""

    operator: ArithmeticOperator
    left: "Expression"
    right: "Expression"


Expression: TypeAlias = ColumnRef | EveryColumn | Aggregate | Arithmetic
Scalar: TypeAlias = str | int | float


@dataclass(frozen=True, slots=True)
class Between:
    """From `low` to `high`, both included."""

    low: Scalar
    high: Scalar


@dataclass(frozen=True, slots=True)
class OneOf:
    """Any of some values."""

    values: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class DateRange:
    """From `start` to the day before `end`; None is an open end."""

    start: dt.date | None
    end: dt.date | None


Value: TypeAlias = "Scalar | Between | OneOf | DateRange | Intent"


@dataclass(frozen=True, slots=True)
class Condition:
    """`left` compared with a value, values, a period or the result of another intent.

    With a `Between`, an `OneOf` or a `DateRange` the operator is `=` or `!=`.
    """

    left: Expression
    operator: Operator
    value: Value


@dataclass(frozen=True, slots=True)
class Order:
    """What the rows are ordered by."""

    expression: Expression
    descending: bool = False


@dataclass(frozen=True, slots=True)
class SetOperation:
    """The rows of an intent set against the rows of another one."""

    operator: SetOperator
    other: "Intent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """One query. `tables` are those that no column names, but that the rows must have."""

    select: tuple[Expression, ...]
    distinct: bool = False
    tables: tuple[str, ...] = ()
    where: tuple[Condition, ...] = ()
    connective: Connective = "and"
    group: tuple[Expression, ...] = ()
    having: tuple[Condition, ...] = ()
    order: tuple[Order, ...] = ()
    limit: int | None = None
    set_operation: SetOperation | None = None


def columns_in(expression: Expression) -> Iterator[ColumnRef]:
    """The columns that an expression reads, from left to right."""
    match expression:
        case ColumnRef():
            yield expression
        case Aggregate(operand=operand):
            yield from columns_in(operand)
        case Arithmetic(left=left, right=right):
            yield from columns_in(left)
            yield from columns_in(right)
        case EveryColumn():
            return


def own_columns(intent: Intent) -> Iterator[ColumnRef]:
    """The columns that an intent reads itself, without those of nested intents."""
    conditions = (*intent.where, *intent.having)
    expressions = (
        *intent.select,
        *(condition.left for condition in conditions),
        *intent.group,
        *(order.expression for order in intent.order),
    )
    for expression in expressions:
        yield from columns_in(expression)


def nested_intents(intent: Intent) -> Iterator[Intent]:
    """The intents directly inside another one."""
    for condition in (*intent.where, *intent.having):
        if isinstance(condition.value, Intent):
            yield condition.value
    if intent.set_operation is not None:
        yield intent.set_operation.other

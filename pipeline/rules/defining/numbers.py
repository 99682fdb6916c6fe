"""A definition that is a sum of numbers, as one number: `(total revenue - total cost) / ...`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sqlglot
from sqlglot import exp

from knowledge.glossary import Definition, Metric
from pipeline.intent import Condition, Measure
from pipeline.rules.building.build import Builder
from pipeline.rules.defining.computed import Computed, all_of_one, computed
from pipeline.rules.defining.formulas import Formula, Sum, formula_of, names_in, written
from pipeline.rules.outcomes import Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.metrics import only_where

# What a question in words is read as, over what is known.
Read = Callable[[str, Known], Outcome]

_ADDED = frozenset(("count", "sum", "avg", "min", "max"))
_AVERAGE = ("average", "avg", "mean")


@dataclass(frozen=True, slots=True)
class Defined:
    """The numbers that go by the names of a definition; `shared` where rows are added up again.

    `shared`: an amount of a row is added once for each of the rows that belong to it.
    """

    metrics: tuple[Metric, ...]
    shared: bool = False


@dataclass(frozen=True, slots=True)
class _Operand:
    """One number of a sum: its SQL, the table that it adds up, and all that it reads."""

    sql: str
    function: str
    table: str
    tables: tuple[str, ...]


def defined(definition: Definition, words: str, about: Known, read: Read) -> Defined | None:
    """The numbers that a sum in words is; None where it is none, or cannot be read."""
    made = computed(words, about)
    if made is not None:
        return Defined(_of_rows(definition, made))
    tree = formula_of(words)
    names = list(dict.fromkeys(names_in(tree))) if tree is not None else []
    found = [_operand(name, about, read) for name in names]
    operands = [operand for operand in found if operand is not None]
    if tree is None or not operands or len(operands) < len(found):
        return None
    table = _base(operands, about)
    if not table:
        return None
    apart = [each for each in operands if each.table != table]
    if any(each.function in ("count", "avg") for each in apart):
        return None
    sql = _sql(tree, dict(zip(names, operands, strict=True)))
    return Defined((_metric(definition.names, sql, table),), shared=bool(apart))


def _of_rows(definition: Definition, made: Computed) -> tuple[Metric, ...]:
    """The total of what is computed for each row, and its average; a ratio is one of totals."""
    total = _metric(definition.names, made.total, made.table)
    if made.sides:
        return (total,)
    spoken = tuple(f"{word} {name}" for name in definition.names for word in _AVERAGE)
    return total, _metric(spoken, f"avg({made.sql})", made.table)


def _metric(names: Sequence[str], sql: str, table: str) -> Metric:
    return Metric(name=names[0].lower(), synonyms=tuple(names), expression=sql, table=table)


def _operand(name: str, about: Known, read: Read) -> _Operand | None:
    """What one name of a sum adds up: said as a number, else as the total of a column."""
    for asked in (f"What is the {name}?", f"What is the total {name}?"):
        outcome = read(asked, about)
        found = _number(outcome, about) if isinstance(outcome, Planned) else None
        if found is not None:
            return found
    return None


def _number(planned: Planned, about: Known) -> _Operand | None:
    """The one number of a reading, with its conditions inside."""
    intent = planned.intent
    plain = not (
        intent.dimensions or intent.having or intent.order or intent.limit or intent.both
        or intent.over or intent.compared or intent.share or intent.change or intent.running
    )  # fmt: skip
    if not plain or planned.left_out or intent.outputs != (0,):
        return None
    measure = intent.measures[0]
    where = [clause for clause in intent.filters if isinstance(clause, Condition)]
    if measure.since or measure.parts or len(where) < len(intent.filters):
        return None
    if measure.function not in _ADDED and (measure.function != "metric" or where):
        return None
    return _as_operand(measure, where, Builder(about, intent), about)


def _as_operand(
    measure: Measure, where: Sequence[Condition], builder: Builder, about: Known
) -> _Operand | None:
    builder.tree()
    if builder.risks:
        return None
    dialect = about.catalog.dialect
    number = sqlglot.parse_one(builder.text_of_measure(measure), read=dialect)
    if where:
        met = [sqlglot.parse_one(builder.text_of(each), read=dialect) for each in where]
        number = only_where(number, exp.and_(*met))
    read = tuple(
        dict.fromkeys((measure.table, *(each.column.rpartition(".")[0] for each in where)))
    )
    return _Operand(number.sql(dialect=dialect), measure.function, measure.table, read)


def _base(operands: Sequence[_Operand], about: Known) -> str:
    """The table of which each row has one row of everything that is read."""
    tables = list(dict.fromkeys(table for operand in operands for table in operand.tables))
    found = [o.table for o in operands if all_of_one(o.table, tables, about)]
    return found[0] if found else ""


def _sql(tree: Formula, operands: dict[str, _Operand]) -> str:
    if not isinstance(tree, Sum):
        return operands[tree].sql if isinstance(tree, str) else written(tree)
    left, right = _sql(tree.left, operands), _sql(tree.right, operands)
    if tree.sign == "/":
        return f"(1.0 * {left} / nullif({right}, 0))"
    return f"({left} {tree.sign} {right})"

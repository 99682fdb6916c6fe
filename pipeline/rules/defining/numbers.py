"""A definition that is a sum of numbers, as one number: `(total revenue - total cost) / ...`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import sqlglot
from sqlglot import exp

from knowledge.glossary import Definition, Metric
from pipeline.rules.defining.averages import average_in
from pipeline.rules.defining.computed import Computed, all_of_one, computed
from pipeline.rules.defining.formulas import Formula, Sum, formula_of, names_in, written
from pipeline.rules.defining.operand_words import parted, rows_in, rows_of, with_both
from pipeline.rules.defining.operands import Operand, Read, operand_of
from pipeline.rules.schema.known import Known

_AVERAGE = ("average", "avg", "mean")


@dataclass(frozen=True, slots=True)
class Defined:
    """The numbers that go by the names of a definition; `shared` where rows are added up again.

    `shared`: an amount of a row is added once for each of the rows that belong to it.
    """

    metrics: tuple[Metric, ...]
    shared: bool = False


def defined(
    definition: Definition, words: str, about: Known, read: Read, question: str = ""
) -> Defined | None:
    """The numbers that a sum in words is; None where it is none, or cannot be read."""
    plain, rows = parted(words)
    if rows and rows_in(rows, about) != rows:
        made = _defined(definition, plain, about, read, question)
        among = operand_of(rows, "", about, read) if made is not None else None
        return _only(made, among, about) if made is not None and among is not None else None
    return _defined(definition, plain, about, read, question)


def _only(made: Defined, among: Operand, about: Known) -> Defined | None:
    """The numbers over only the rows that are told of."""
    one = all(all_of_one(metric.table, among.tables, about) for metric in made.metrics)
    if not among.met or among.function != "count" or not one:
        return None
    metrics = (
        replace(metric, filters=(*metric.filters, among.met), table=among.table)
        for metric in made.metrics
    )
    return Defined(tuple(metrics), made.shared)


def _defined(
    definition: Definition, words: str, about: Known, read: Read, question: str
) -> Defined | None:
    words = with_both(words, about)
    average = average_in(words, about)
    if average is not None and len(average.name) == len(words.strip()):
        return Defined((_metric(definition.names, average.expression, average.table),))
    made = computed(words, about)
    if made is not None:
        return Defined(_of_rows(definition, made))
    tree = formula_of(words)
    names = list(dict.fromkeys(names_in(tree))) if tree is not None else []
    rows = rows_of(definition, names, question, about) if names else ""
    found = [operand_of(name, rows, about, read) for name in names]
    operands = [operand for operand in found if operand is not None]
    if tree is None or not operands or len(operands) < len(found):
        return None
    table = _base(operands, about)
    if not table or _is_of_itself(operands):
        return None
    apart = [each for each in operands if each.table != table]
    if any(each.function in ("count", "avg") for each in apart):
        return None
    sql = _sql(tree, dict(zip(names, operands, strict=True)))
    shared = any(each.function not in ("min", "max") for each in apart)
    return Defined((_metric(definition.names, sql, table),), shared=shared)


def _of_rows(definition: Definition, made: Computed) -> tuple[Metric, ...]:
    """The total of what is computed for each row, and its average; a ratio is one of totals."""
    total = _metric(definition.names, made.total, made.table)
    if made.sides:
        return (total,)
    spoken = tuple(f"{word} {name}" for name in definition.names for word in _AVERAGE)
    return total, _metric(spoken, f"avg({made.sql})", made.table)


def _metric(names: Sequence[str], sql: str, table: str) -> Metric:
    return Metric(name=names[0].lower(), synonyms=tuple(names), expression=sql, table=table)


def _is_of_itself(operands: Sequence[Operand]) -> bool:
    """Whether one total is set against itself: `members / maximum members`, of one limit."""
    ends = {"sum", "max"} == {operand.function for operand in operands}
    read = {
        frozenset(column.sql() for column in sqlglot.parse_one(operand.sql).find_all(exp.Column))
        for operand in operands
    }
    return ends and len(read) == 1 and len(operands) > 1


def _base(operands: Sequence[Operand], about: Known) -> str:
    """The table of which each row has one row of everything that is read."""
    tables = list(dict.fromkeys(table for operand in operands for table in operand.tables))
    found = [o.table for o in operands if all_of_one(o.table, tables, about)]
    return found[0] if found else ""


def _sql(tree: Formula, operands: dict[str, Operand]) -> str:
    if not isinstance(tree, Sum):
        return operands[tree].sql if isinstance(tree, str) else written(tree)
    left, right = _sql(tree.left, operands), _sql(tree.right, operands)
    if tree.sign == "/":
        return f"(1.0 * {left} / nullif({right}, 0))"
    return f"({left} {tree.sign} {right})"

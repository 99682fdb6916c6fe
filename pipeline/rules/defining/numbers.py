"""A definition that is a sum of numbers, as one number: `(total revenue - total cost) / ...`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from knowledge.glossary import Definition, Metric
from knowledge.sql_text import filled, write_sql
from pipeline.intent import Measure
from pipeline.rules.defining.averages import average_in
from pipeline.rules.defining.computed import Computed, all_of_one, computed, of_rows
from pipeline.rules.defining.formulas import Formula, Sum, formula_of, names_in, written
from pipeline.rules.defining.instructed import Instructed
from pipeline.rules.defining.operand_words import parted, rows_in, rows_of, with_both
from pipeline.rules.defining.operands import Operand, Read, operand_of
from pipeline.rules.schema.known import Known

_DIVIDED = "(1.0 * :left / nullif(:right, 0))"
_HUNDRED, _SIDES = 100.0, 2
_AVERAGE = ("average", "avg", "mean")


@dataclass(frozen=True, slots=True)
class Defined:
    """The numbers that go by the names of a definition; `shared` where rows are added up again.

    `shared`: an amount of a row is added once for each of the rows that belong to it. `divided`:
    the rows of two tables that the number sets against each other.
    """

    metrics: tuple[Metric, ...]
    shared: bool = False
    divided: Measure | None = None

    def known(self, about: Known) -> Known:
        """What is known with these numbers."""
        if self.divided is not None:
            return about.dividing(self.metrics[0], self.divided)
        return about.defining(self.metrics, shared=self.shared)


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
        rows = definition.rows if isinstance(definition, Instructed) else ""
        return Defined(_of_rows(definition, of_rows(made, rows, about) if rows else made))
    return _of_operands(definition, words, about, read, question)


def _of_operands(
    definition: Definition, words: str, about: Known, read: Read, question: str
) -> Defined | None:
    """A sum of numbers that are each asked for by themselves."""
    tree = formula_of(words)
    names = list(dict.fromkeys(names_in(tree))) if tree is not None else []
    rows = rows_of(definition, names, question, about) if names else ""
    found = [operand_of(name, rows, about, read) for name in names]
    operands = [operand for operand in found if operand is not None]
    if tree is None or not operands or len(operands) < len(found):
        return None
    divided = _of_two_tables(tree, operands)
    if divided is not None:
        sql = _sql(tree, dict(zip(names, operands, strict=True)), about)
        return Defined((_metric(definition.names, sql, divided.table),), divided=divided)
    table = _base(operands, about)
    if not table or _is_of_itself(operands):
        return None
    apart = [each for each in operands if each.table != table]
    if any(each.function in ("count", "avg") for each in apart):
        return None
    sql = _sql(tree, dict(zip(names, operands, strict=True)), about)
    shared = any(each.function not in ("min", "max") for each in apart)
    return Defined((_metric(definition.names, sql, table),), shared=shared)


def _of_two_tables(tree: Formula, operands: Sequence[Operand]) -> Measure | None:
    """`its number of loans divided by its number of copies`: each is counted by itself."""
    percent = isinstance(tree, Sum) and tree.sign == "*" and tree.right == _HUNDRED
    divided = tree.left if isinstance(tree, Sum) and percent else tree
    if not isinstance(divided, Sum) or divided.sign != "/" or len(operands) != _SIDES:
        return None
    if not (isinstance(divided.left, str) and isinstance(divided.right, str)):
        return None
    parts = tuple(operand.counted for operand in operands if operand.counted is not None)
    if len({part.table for part in parts}) != _SIDES:
        return None
    return Measure(function="quotient", table=parts[0].table, parts=parts, part=percent)


def _of_rows(definition: Definition, made: Computed) -> tuple[Metric, ...]:
    """The total of what is computed for each row, and its average; a ratio is one of totals."""
    total = _metric(definition.names, made.total, made.table)
    if made.sides:
        return (total,)
    total = replace(total, synonyms=(*total.synonyms, *(f"total {n}" for n in definition.names)))
    spoken = tuple(f"{word} {name}" for name in definition.names for word in _AVERAGE)
    return total, _metric(spoken, made.over_rows("avg(:number)"), made.table)


def _metric(names: Sequence[str], sql: str, table: str) -> Metric:
    return Metric(name=names[0].lower(), synonyms=tuple(names), expression=sql, table=table)


def _is_of_itself(operands: Sequence[Operand]) -> bool:
    """Whether one total is set against itself: `members / maximum members`, of one limit."""
    ends = {"sum", "max"} == {operand.function for operand in operands}
    read = {
        frozenset(column.sql() for column in operand.number.find_all(exp.Column))
        for operand in operands
    }
    return ends and len(read) == 1 and len(operands) > 1


def _base(operands: Sequence[Operand], about: Known) -> str:
    """The table of which each row has one row of everything that is read."""
    tables = list(dict.fromkeys(table for operand in operands for table in operand.tables))
    found = [o.table for o in operands if all_of_one(o.table, tables, about)]
    return found[0] if found else ""


def _sql(tree: Formula, operands: dict[str, Operand], about: Known) -> str:
    dialect = about.catalog.dialect
    return write_sql(_number(tree, operands, dialect), dialect)


def _number(tree: Formula, operands: dict[str, Operand], dialect: str) -> exp.Expr:
    if not isinstance(tree, Sum):
        if isinstance(tree, str):
            return operands[tree].number
        return exp.Literal.number(written(tree))
    template = _DIVIDED if tree.sign == "/" else f"(:left {tree.sign} :right)"
    left, right = (_number(side, operands, dialect) for side in (tree.left, tree.right))
    return filled(template, dialect, left=left, right=right)

"""The numbers of a sum as SQL: each is planned as a question of its own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from knowledge.sql_text import write_sql
from pipeline.intent import Clause, Condition, Measure, Reached, Related, Stated
from pipeline.rules.building.build import Builder
from pipeline.rules.defining.operand_words import asked_as, is_kept_in
from pipeline.rules.linking.clause_reading import tables_of
from pipeline.rules.outcomes import Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.metrics import in_full, only_where

# What a question in words is read as, over what is known.
Read = Callable[[str, Known], Outcome]

_ADDED = frozenset(("count", "sum", "avg", "min", "max"))
_LOOSE = (Reached, Stated)


@dataclass(frozen=True, slots=True)
class Operand:
    """One number of a sum: what it computes, the table that it adds up, and all that it reads.

    `met` is the condition that its rows meet, if they meet any; `counted` are they as a number.
    """

    number: exp.Expr
    function: str
    table: str
    tables: tuple[str, ...]
    met: str = ""
    counted: Measure | None = None


def operand_of(name: str, rows: str, about: Known, read: Read) -> Operand | None:
    """What one name of a sum adds up: said as a number, as the total of a column, or as rows."""
    for asked, state in asked_as(name, rows, about):
        outcome = read(asked, about)
        found = number_in(outcome, about, state) if isinstance(outcome, Planned) else None
        if found is not None and (found.met or not state or is_kept_in(state, found.table, about)):
            return found
    return None


def number_in(planned: Planned, about: Known, state: str = "") -> Operand | None:
    """The one number of a reading, with its conditions inside; rows, where a state is told."""
    intent = planned.intent
    plain = not (
        intent.dimensions or intent.having or intent.order or intent.limit or intent.both
        or intent.over or intent.compared or intent.share or intent.change or intent.running
    )  # fmt: skip
    if not plain or planned.left_out or intent.outputs != (0,):
        return None
    measure = intent.measures[0]
    where = [_of_rows_of(clause, measure.table, about) for clause in intent.filters]
    different = measure.function == "count" and bool(measure.column)
    if different and state and is_kept_in(state, measure.table, about):
        # Every row has a date there: all of them are in that state.
        measure, different = replace(measure, column="", distinct=False), False
    if (
        different
        or measure.since
        or measure.parts
        or any(isinstance(each, _LOOSE) for each in where)
    ):
        return None
    if measure.function not in _ADDED and (measure.function != "metric" or where):
        return None
    return _as_operand(measure, where, Builder(about, intent), about)


def _of_rows_of(clause: Clause, table: str, about: Known) -> Clause:
    """A condition on rows of which one belongs to each of many, as having one of them."""
    owner = clause.column.rpartition(".")[0] if isinstance(clause, Condition) else table
    path = about.joins.path(table, owner) or () if owner != table else ()
    if isinstance(clause, Condition) and any(edge.multiplies for edge in path):
        return Related(table=owner, where=(clause,))
    return clause


def _as_operand(
    measure: Measure, where: Sequence[Clause], builder: Builder, about: Known
) -> Operand | None:
    builder.tree()
    if builder.risks:
        return None
    catalog = about.catalog
    number = in_full(builder.measure_of(measure), catalog)
    met = [in_full(builder.condition_of(each), catalog) for each in where]
    number = only_where(number, exp.and_(*met)) if met else number
    read = tuple(dict.fromkeys((measure.table, *(t for each in where for t in tables_of(each)))))
    told = write_sql(exp.and_(*met), catalog.dialect) if met else ""
    rows = measure.function == "count" and not measure.column
    counted = replace(measure, where=tuple(where), distinct=True) if rows else None
    return Operand(number, measure.function, measure.table, read, told, counted)

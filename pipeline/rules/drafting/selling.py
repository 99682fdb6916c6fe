"""What sells best: by the quantity that is kept where things are sold."""

from collections.abc import Iterator

from knowledge.catalog import Table
from pipeline.intent import Measure
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon_entries import is_derived
from pipeline.rules.schema.names import display_columns
from pipeline.rules.schema.parts import SOLD, Count, Extreme
from pipeline.rules.schema.quantities import NO_QUANTITY, QUANTITY, is_quantity
from pipeline.rules.text.words import lemma_of


def sold(known: Known, table: str) -> tuple[str, ...]:
    """The columns that say how many of a table's rows were sold, the nearest first."""
    found = [
        (known.joins.distance(table, other.key), ref)
        for other in known.catalog.tables
        if other.key in known.allowed and known.joins.has_many(table, other.key)
        for ref in _quantities(other)
    ]
    kept = [(far, ref) for far, ref in found if not _is_view(ref.rpartition(".")[0], known)]
    found = kept or found  # a view repeats what tables keep
    nearest = min((far for far, _ in found), default=0.0)
    return tuple(sorted(ref for far, ref in found if far == nearest))


def _is_view(table: str, known: Known) -> bool:
    return is_derived(known.table(table), known.glossary.note(table))


def _quantities(table: Table) -> Iterator[str]:
    for column in table.columns:
        plain = column.kind.is_number and not column.primary_key
        if plain and is_quantity(column.name):
            yield f"{table.key}.{column.name}"


def sellable(known: Known) -> tuple[str, ...]:
    """The tables with names whose rows themselves are sold."""
    near = (
        table.key
        for table in known.catalog.tables
        if table.key in known.allowed and display_columns(table)
        and any(
            edge.multiplies and any(_quantities(known.table(edge.right)))
            for edge in known.joins.edges(table.key)
        )
    )  # fmt: skip
    return tuple(near)


def units_metric(known: Known) -> Count | None:
    """The glossary's number of units, where it has one."""
    named = [
        metric for metric in known.metrics
        if (said := {lemma_of(word) for word in metric.name.lower().split()}) & QUANTITY
        and not said & NO_QUANTITY
    ]  # fmt: skip
    return Count(function="metric", metrics=tuple(named)) if named else None


def units_sold(known: Known, subject: str, extreme: Extreme) -> tuple[Measure | None, bool]:
    """The quantity that rows are ranked by, and whether another may as well be meant."""
    if extreme.adjective != SOLD or not subject:
        return None, False
    found = sold(known, subject)
    if not found:
        return None, False
    table = found[0].rpartition(".")[0]
    direct = any(edge.right == table for edge in known.joins.edges(subject))
    unsure = len(found) > 1 or not direct
    return Measure(function="sum", table=table, column=found[0]), unsure

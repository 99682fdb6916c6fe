"""Which tables a model is told, and what of them: never more than the asker may read."""

from collections.abc import Iterable, Sequence

from knowledge.catalog import Column, Table
from knowledge.table_hit import TableHit
from pipeline.agents.binding import metrics_named
from pipeline.model_calls import ColumnSketch, TableSketch
from pipeline.people import Person
from pipeline.rules.schema.known import Known
from pipeline.sql import Grants, TableGrant
from pipeline.state import RunState
from pipeline.tables.chosen import picked_in, with_bridges
from pipeline.workspace import Workspace

MOST_TABLES = 10
_WHOLE = 8
_FAINT = 0.3
_TELLING = 4
_FEW = 3
_MOST_VALUES = 8
_LONGEST_VALUE = 40
_LONGEST_NOTE = 120


def tables_for(
    state: RunState, workspace: Workspace, hits: Sequence[TableHit]
) -> tuple[Table, ...]:
    """The tables to show, the likeliest first; all of them where they are few."""
    known = workspace.known
    by_key = {table.key: table for table in readable(workspace, state.asker)}
    wanted = [*with_bridges(picked_in(state.choices), known), *(hit.key for hit in hits)]
    whole = len(by_key) <= _WHOLE
    wanted = [*wanted, *by_key] if whole else [*_named(state, known), *wanted]
    kept = [key for key in dict.fromkeys(wanted) if key in by_key]
    between = [] if whole else bridges(kept[:4], known)
    return tuple(by_key[key] for key in dict.fromkeys((*kept, *between)) if key in by_key)


def unsure_of(tables: Sequence[str], hits: Sequence[TableHit], workspace: Workspace) -> bool:
    """Whether neither words nor meaning of the question speak of the tables that are read."""
    if len(workspace.known.catalog.tables) <= _WHOLE:
        return False
    found = [hit for hit in hits if hit.key in tables]
    return all(hit.words <= 0 and hit.meaning < _FAINT for hit in found)


def readable(workspace: Workspace, asker: Person) -> tuple[Table, ...]:
    """The tables that this asker may read anything of."""
    known, grants = workspace.known, workspace.grants_of(asker)
    return tuple(
        table
        for table in known.catalog.tables
        if table.key in known.allowed and _grant(grants, table) is not None
    )


def _named(state: RunState, known: Known) -> list[str]:
    """Tables of the metrics that are named and of the stored values that the question holds."""
    metrics = [metric.table for metric in metrics_named(state.question, known.glossary)]
    spans = [hit for at, until, hit in known.values.spans(state.question) if until - at >= _TELLING]
    values = [hit.table for hit in spans]
    # A value that stands in many tables tells nothing of which one is meant.
    return metrics + [key for key in dict.fromkeys(values) if len(set(values)) <= _FEW]


def bridges(keys: Sequence[str], known: Known) -> list[str]:
    """The tables on the way between the likeliest ones."""
    found: list[str] = []
    for other in keys[1:]:
        path = known.joins.path(keys[0], other) or ()
        if len(path) <= _FEW:
            found += [edge.right for edge in path]
    return found


def _grant(grants: Grants, table: Table) -> TableGrant | None:
    return TableGrant(table=table.key) if grants.everything else grants.of(table)


def sketches(
    tables: Iterable[Table], workspace: Workspace, asker: Person
) -> tuple[TableSketch, ...]:
    """The tables as this asker may see them."""
    grants = workspace.grants_of(asker)
    return tuple(
        _sketch(table, grant, workspace.known)
        for table in tables
        if (grant := _grant(grants, table)) is not None
    )


def _sketch(table: Table, grant: TableGrant, known: Known) -> TableSketch:
    note = known.glossary.note(table.key)
    avoided = {name.lower() for name in note.deprecated} if note else set()
    columns = tuple(
        _column(column, grant)
        for column in table.columns
        if grant.shows(column.name) and column.name.lower() not in avoided
    )
    said = [note.description, note.grain] if note else []
    words = [text for text in (*said, table.comment) if text]
    return TableSketch(
        key=table.key,
        columns=columns,
        note="; ".join(words)[: 2 * _LONGEST_NOTE],
        joins=_joins(table, known),
    )


def _column(column: Column, grant: TableGrant) -> ColumnSketch:
    # Rows that a filter or a mask keeps from the asker must not be seen through a sample of values.
    hidden = column.pii or bool(grant.row_filter) or grant.mask_of(column.name) is not None
    shown = () if hidden else tuple(v for v in column.values if len(v) <= _LONGEST_VALUE)
    values = shown[:_MOST_VALUES]
    if not values and not hidden and column.low and column.high:
        values = (f"{column.low} to {column.high}",)
    note = " ".join((("primary key;" if column.primary_key else ""), column.comment)).strip()
    return ColumnSketch(
        name=column.name, type=column.type_in_queries, note=note[:_LONGEST_NOTE], values=values
    )


def _joins(table: Table, known: Known) -> tuple[str, ...]:
    """Each join once, at the table that comes first."""
    lines = [
        " and ".join(f"{edge.left}.{left} = {edge.right}.{right}" for left, right in edge.pairs)
        for edge in known.joins.edges(table.key)
        if not edge.multiplies or edge.left < edge.right
    ]
    return tuple(dict.fromkeys(lines))[:8]

"""What the layers before chose of tables and columns: all that whoever writes SQL is told."""

from collections.abc import Sequence

from knowledge.catalog import Table
from knowledge.table_hit import TableHit
from pipeline.agents.binding import metrics_named
from pipeline.agents.definitions import definitions_of
from pipeline.agents.layers.choosing_columns import pruned_tables
from pipeline.agents.layers.choosing_tables import picked_tables
from pipeline.agents.schema import bridges, sketches, tables_for
from pipeline.agents.settled import as_settled
from pipeline.model_calls import TableSketch
from pipeline.state import RunState
from pipeline.tables.chosen import picked_in
from pipeline.workspace import Workspace

_FAILED = 2


def chosen_tables(
    state: RunState, workspace: Workspace, hits: Sequence[TableHit]
) -> tuple[Table, ...]:
    """The likeliest tables; where a layer chose, those with what joins and defines them."""
    likely = tables_for(state, workspace, hits)
    picked = picked_tables(state, [table.key for table in likely])
    if not picked or _is_told_all(state) or picked_in(state.choices):
        return likely
    known = workspace.known
    metrics = [metric.table for metric in metrics_named(state.question, known.glossary)]
    between = bridges(picked, known) if len(picked) > 1 else []
    kept = {*picked, *metrics, *between}
    return tuple(table for table in likely if table.key in kept)


def told_tables(
    state: RunState, workspace: Workspace, hits: Sequence[TableHit]
) -> tuple[TableSketch, ...]:
    """The chosen tables as this asker may see them, with the chosen columns."""
    tables = chosen_tables(state, workspace, hits)
    whole = sketches(tables, workspace, state.asker)
    if _is_told_all(state):
        return whole
    return pruned_tables(state, whole, definitions_for(state, workspace, tables))


def _is_told_all(state: RunState) -> bool:
    """Whether what was left out may be missing: somebody says so, or the SQL failed twice."""
    return state.widened or state.attempts >= _FAILED


def definitions_for(
    state: RunState, workspace: Workspace, tables: Sequence[Table]
) -> tuple[str, ...]:
    """What words mean over these tables, as this asker may know it and as people settled it."""
    seen = as_settled(workspace.known_to(state.asker), state)
    return definitions_of(state.question, tables, seen, workspace.known.catalog)

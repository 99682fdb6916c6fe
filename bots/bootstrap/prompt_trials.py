"""What every prompt is rendered with for a question that is only tried: no model was asked yet.

Layers that look at what came before (a result, the last question) get a made-up one.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from knowledge.table_hit import TableHit
from pipeline.agents.drawing import drawing_task
from pipeline.agents.ladder import fields_of
from pipeline.agents.layers.choosing_columns import columns_layer
from pipeline.agents.layers.choosing_tables import tables_layer
from pipeline.agents.layers.proposing import match_layer
from pipeline.agents.layers.routing import route_layer
from pipeline.agents.layers.spotting import spans_layer
from pipeline.agents.layers.understanding import understand_layer
from pipeline.agents.outlining import outline_task
from pipeline.agents.schema import sketches, tables_for
from pipeline.model_calls import AdminTask, TellingTask
from pipeline.state import Fetched, RunState
from pipeline.times.listed import default_times
from pipeline.workspace import Workspace, Workspaces

# The values of a prompt, the fullest first.
Sizes: TypeAlias = Sequence[Mapping[str, Any]]
_ROWS = (("Spain", "1"), ("France", "2"))


def trials(
    state: RunState, opened: Workspace, everywhere: Workspaces, hits: Sequence[TableHit]
) -> dict[str, Sizes]:
    """Of each layer but those that write SQL."""
    return {
        **_small(state, opened, everywhere, hits),
        **_of_results(state),
        "outline": [outline_task(state.question, state, opened, hits)],
        "administer": [fields_of(_administering(state, opened))],
    }


def _small(
    state: RunState, opened: Workspace, everywhere: Workspaces, hits: Sequence[TableHit]
) -> dict[str, Sizes]:
    question, known = state.question, opened.known_to(state.asker)
    cards = sketches(tables_for(state, opened, hits), opened, state.asker)
    times = default_times(question, state.today, opened.calendar)
    layers = (
        route_layer(question, state.asker, everywhere.all()),
        match_layer(question, ("an approved question",)),
        spans_layer(question, tuple(span.words for span in times)),
        understand_layer(question, known, opened.names),
        tables_layer(question, (), cards),
        columns_layer(question, (), cards),
    )
    sizes: dict[str, Sizes] = {
        layer.name: [{**values, "problems": ()} for values in layer.sizes] for layer in layers
    }
    before = {"message": question, "before": "the last question", "contract": (), "times": ()}
    return {**sizes, "rewrite": [{**before, "problems": ()}]}


def _of_results(state: RunState) -> dict[str, Sizes]:
    columns = ("country", "orders")
    fetched = Fetched(columns=columns, rows=_ROWS)
    telling = TellingTask(
        question=state.question, reading="", columns=columns, rows=_ROWS, total=len(_ROWS)
    )
    part = {"question": state.question, "columns": columns, "rows": _ROWS}
    report = {"title": state.question, "period": "", "parts": [part]}
    return {
        "tell": [fields_of(telling)],
        "draw": [drawing_task(state, fetched)],
        "sum_up": [report],
    }


def _administering(state: RunState, opened: Workspace) -> AdminTask:
    known = opened.known_to(state.asker)
    return AdminTask(
        question=state.question,
        today=state.today,
        dialect=known.catalog.dialect,
        tables=tuple(sorted(known.allowed)),
        writes=opened.writing is not None,
    )

"""An outline by a model: what it is told, and what of its answer is offered to a person."""

from collections.abc import Sequence
from typing import Any

from knowledge.table_hit import TableHit
from pipeline.agents.definitions import definitions_of
from pipeline.agents.outputs import Outline
from pipeline.agents.schema import sketches, tables_for
from pipeline.state import RunState
from pipeline.workspace import Workspace

_LONGEST = 200


def outline_task(
    topic: str, state: RunState, workspace: Workspace, hits: Sequence[TableHit]
) -> dict[str, Any]:
    """The topic, and the tables and words that the asker may know of it; no row of any table."""
    tables = tables_for(state, workspace, hits)
    known = workspace.known_to(state.asker)
    return {
        "topic": topic,
        "tables": sketches(tables, workspace, state.asker),
        "definitions": definitions_of(topic, tables, known, workspace.known.catalog),
    }


def questions_of(outline: Outline | None, most: int) -> tuple[str, ...]:
    """The questions, each on one line and once."""
    lines = [" ".join(each.split())[:_LONGEST] for each in (outline.questions if outline else ())]
    return tuple(dict.fromkeys(line for line in lines if line))[:most]

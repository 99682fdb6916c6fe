"""`tell`: a model may say what the rows say; code checks every number of it."""

from collections.abc import Iterator
from dataclasses import replace

from pipeline.agents.backed import says_only
from pipeline.agents.numbers import cites_only
from pipeline.events import is_heard
from pipeline.flow import Go, Outcome
from pipeline.model_calls import TellingTask, Told
from pipeline.state import Fetched, RunState
from pipeline.telling.aloud import Aloud
from pipeline.telling.summary import shown
from pipeline.workspace import Workspace

_MOST_ROWS = 30
_LONGEST_CELL = 80


async def tell(state: RunState, workspace: Workspace) -> Outcome:
    """One call where the workspace wants it; what cites other numbers is dropped."""
    models, fetched = workspace.models, state.fetched
    if models is None or not models.summaries or fetched is None or not fetched.rows:
        return Go(state=state)
    if await models.objection(state.asker):
        return Go(state=state)
    facts = (state.question, state.reading, *fetched.columns, *_cells(fetched))

    def holds(text: str) -> bool:
        return cites_only(text, fetched) and says_only(text, facts)

    aloud = Aloud(holds)
    told = await models.writer.tell(_task(state, fetched), aloud.hear_text if is_heard() else None)
    if not isinstance(told, Told):
        return Go(state=state)
    good = told.text.strip() if holds(told.text) else ""
    return Go(state=replace(state, spent=(*state.spent, told.spent), told=good))


def _cells(fetched: Fetched) -> Iterator[str]:
    return (str(cell) for row in fetched.rows for cell in row)


def _task(state: RunState, fetched: Fetched) -> TellingTask:
    return TellingTask(
        question=state.question,
        reading=state.reading,
        columns=fetched.columns,
        rows=tuple(
            tuple(shown(cell)[:_LONGEST_CELL] for cell in row) for row in fetched.rows[:_MOST_ROWS]
        ),
        total=len(fetched.rows),
    )

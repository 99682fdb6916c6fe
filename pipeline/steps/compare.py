"""`compare`: a model's query beside the rules' own reading; what differs is looked at once more."""

from dataclasses import replace

from pipeline.agents.model_reads import Seen, looked
from pipeline.agents.same_rows import say_the_same
from pipeline.flow import Go, Outcome
from pipeline.reading_by_rules import Reading
from pipeline.state import Draft, RunState
from pipeline.steps.write_sql import MODEL, may_write_again
from pipeline.steps.write_sql import NAME as WRITE
from pipeline.workspace import Workspace

_DIFFERS = (
    "Nothing is wrong with the query itself. But a program read the question as “{text}”, and its "
    "query gives other rows: {sql} Where the question says what your query does, give it again as "
    "it is; else correct it."
)
_OTHERWISE = "Another way to read the question gives other rows: {text}."


async def compare(state: RunState, workspace: Workspace) -> Outcome:
    """Go on where both say the same, or where one of them cannot be looked at cheaply."""
    draft, other = state.draft, state.other
    if draft is None or other is None or draft.by != MODEL:
        return Go(state=state)
    if await _agree(draft, other, state, workspace):
        return Go(state=state)
    if not state.compared and may_write_again(state, workspace.models):
        told = replace(draft, findings=(_DIFFERS.format(text=other.text, sql=other.sql),))
        return Go(state=replace(state, draft=told, compared=True), to=WRITE)
    said = _OTHERWISE.format(text=other.text.rstrip("."))
    return Go(state=replace(state, assumptions=(*state.assumptions, said)))


async def _agree(draft: Draft, other: Reading, state: RunState, workspace: Workspace) -> bool:
    written = await looked(workspace, state.asker, draft.whole or draft.sql)
    read = await looked(workspace, state.asker, other.sql)
    if not (isinstance(written, Seen) and isinstance(read, Seen)):
        return True
    if written.rows.truncated or read.rows.truncated:
        return True
    return say_the_same(written.rows, read.rows, ordered=bool(other.intent.order))

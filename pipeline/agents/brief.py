"""What a model is told of a question: the likely tables, what words mean, and what binds."""

import re
from collections.abc import Sequence
from itertools import islice

from knowledge.catalog import Table
from knowledge.table_hit import TableHit
from pipeline.agents.binding import metrics_named
from pipeline.agents.heard_layers import said_to_bind, understanding_of
from pipeline.agents.pruning import chosen_tables, definitions_for, told_tables
from pipeline.agents.settled import as_settled
from pipeline.askable import may_run
from pipeline.dates.telling import calendar_told
from pipeline.model_calls import ConfirmedSpan, WritingTask
from pipeline.remembered.calendars import calendar_for
from pipeline.rules.schema.known import Known
from pipeline.rules.telling.wording import reading_of
from pipeline.state import RunState
from pipeline.tables.chosen import chosen_joins, picked_in, with_bridges
from pipeline.workspace import Workspace

_EXAMPLES = 3
_EXAMPLES_LOOKED_AT = 60


async def task_of(state: RunState, workspace: Workspace, hits: Sequence[TableHit]) -> WritingTask:
    """The whole of what a model may know for this question and this asker."""
    tables = chosen_tables(state, workspace, hits)
    draft = state.draft if state.draft and state.draft.by == "model" else None
    settled = as_settled(workspace.known, state)
    return WritingTask(
        question=state.question,
        today=state.today,
        dialect=workspace.known.catalog.dialect,
        tables=told_tables(state, workspace, hits),
        spans=tuple(
            ConfirmedSpan(words=span.words, start=span.start, end=span.end) for span in state.times
        ),
        binding=(*_binding(state, settled), *said_to_bind(state, workspace.known_to(state.asker))),
        definitions=definitions_for(state, workspace, tables),
        calendar=calendar_told(
            calendar_for(workspace.calendar, state.standing, state.asker), state.today
        ),
        examples=await _examples(state, workspace, tables),
        before=_before(state),
        understood=understanding_of(state),
        draft=draft.sql if draft else "",
        findings=draft.findings if draft else (),
    )


def _before(state: RunState) -> str:
    """How the last question of the conversation was read, and what answered it."""
    read = reading_of(state.previous) if state.previous else ""
    return "\n".join(part for part in (read, state.previous_sql) if part)


def _binding(state: RunState, known: Known) -> tuple[str, ...]:
    bound = [
        f"{metric.name} is computed as {metric.expression} over {metric.table}"
        + (f", only where {' and '.join(metric.filters)}" if metric.filters else "")
        for metric in metrics_named(state.question, known.glossary)
    ]
    if state.choices.get("tables") == "yes":
        bound.append(f"only these tables may be read: {', '.join(state.contract.tables)}")
    elif picked := picked_in(state.choices):
        bound.append(f"only these tables may be read: {', '.join(with_bridges(picked, known))}")
    bound += [f"join only on {line}" for line in chosen_joins(state.choices)]
    return tuple(bound)


async def _examples(
    state: RunState, workspace: Workspace, tables: Sequence[Table]
) -> tuple[tuple[str, str], ...]:
    """Approved questions, nearest first, whose SQL the asker may run over the tables shown."""
    found = await workspace.validated.examples(state.question, _EXAMPLES_LOOKED_AT)
    others = {
        table.name.lower()
        for table in workspace.known.catalog.tables
        if table.key not in {one.key for one in tables}
    }
    fitting = [one for one in found if not others & _words(one[1])]
    asked = _words(state.question)
    nearest = sorted(fitting, key=lambda one: -_overlap(asked, _words(one[0])))
    allowed = (one for one in nearest if may_run(one[1], workspace, state.asker))
    return tuple(islice(allowed, _EXAMPLES))


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _overlap(one: set[str], other: set[str]) -> float:
    return len(one & other) / max(len(one | other), 1)

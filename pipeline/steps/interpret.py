"""`interpret`: the rows in plain words, and the answer card's content."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from pipeline.clarifying.larger_model import asked_larger
from pipeline.flow import Finish, Outcome
from pipeline.intent import leaves
from pipeline.result import Answer, Trust
from pipeline.rules.schema.known import Known
from pipeline.rules.telling.assumptions import TIES_LEFT_OUT
from pipeline.sql.permitting.tables_read import tables_read
from pipeline.state import RunState
from pipeline.steps.data_edge import found_nothing
from pipeline.telling.averages import averages_told
from pipeline.telling.provenance import checks_told, cost_told, plain_name, writer_of
from pipeline.telling.shares import checked_shares
from pipeline.telling.sql_units import are_known, units_in
from pipeline.telling.states_counted import states_counted
from pipeline.telling.summary import summarise
from pipeline.telling.sums import sums_in
from pipeline.telling.unfinished import asked_for, uneven, without_rows
from pipeline.telling.units import units_of
from pipeline.turns.changed import origin
from pipeline.turns.standalone import standalone_question
from pipeline.workspace import Workspace


async def interpret(state: RunState, workspace: Workspace) -> Outcome:
    """Say what the rows say, how the question was read, and who vouches for it."""
    fetched, draft = state.fetched, state.draft
    assert fetched is not None, "execute comes before interpret"  # noqa: S101 - the flow's order
    assert draft is not None, "check comes before execute"  # noqa: S101 - the flow's order
    known = workspace.known_to(state.asker)
    if state.intent is not None and draft.by == "rules":
        units = units_of(state.intent, known, fetched.columns)
    else:
        units = await _units_in(draft.sql, known, fetched.columns)
    units = checked_shares(units, fetched.rows)
    sums = sums_in(draft.whole or draft.sql, workspace.warehouse.dialect, fetched.columns)
    fetched = replace(fetched, units=units if any(units) else (), sums=sums)
    # Only what leans on the question before has to be read for it.
    standalone = (
        await workspace.compute(standalone_question, state, workspace) if state.leans else ""
    )
    matched, drawing = state.matched, state.drawing
    approved = matched.question if matched else ""
    asked = asked_for(state.contract, state.today)
    told = state.told or summarise(fetched, asked, state.contract.limit)
    told = f"{told} {uneven(state.times, state.today)}".strip()
    if state.intent is not None and state.intent.limit is None and not state.intent.having:
        told = f"{told} {without_rows(fetched, asked)}".strip()
    told = f"{told} {state.tied}".strip()
    # Where nothing was found because the data end before, a 0 would be read as a number of them.
    beyond = bool(state.edge) and found_nothing(fetched.rows)
    told = state.edge if beyond else f"{told} {state.edge}".strip()
    told = f"{told}\n{state.emptied}".strip()
    answer = Answer(
        question=state.question,
        workspace=workspace.name,
        summary=told,
        reading=_read(state, known),
        sql=draft.sql,
        reusable_sql=draft.whole,
        columns=fetched.columns,
        rows=fetched.rows,
        truncated=fetched.truncated,
        numeric=fetched.numeric,
        units=fetched.units,
        sums=fetched.sums,
        trust=matched.trust if matched else Trust.GENERATED,
        trust_reason=matched.reason if matched else checks_told(state),
        written_by=writer_of(state),
        larger=_larger(state, workspace),
        changed=state.changed,
        assumptions=_taken(state, known),
        confirmed=state.confirmed,
        left_out=state.left_out,
        ignored=state.ignored,
        seconds=fetched.seconds,
        standalone=standalone,
        chart=drawing.chart if drawing else None,
        chart_note=drawing.note if drawing else "",
        next_questions=state.next_questions,
        tables=tables_read(draft.whole or draft.sql, workspace.warehouse.dialect),
        approved=approved,
        meanings=workspace.validated.meanings(
            standalone or state.question,
            draft.whole or draft.sql,
            [measure.name for measure in state.contract.measures],
        ),
        how=(
            *origin(state.reading, state.times, draft.sql, workspace.warehouse.dialect, approved),
            *cost_told(state),
        ),
    )
    return Finish(state=state, outcome=answer)


def _read(state: RunState, known: Known) -> str:
    """The reading, with the states of rows that are counted and that people may not expect."""
    intent, draft = state.intent, state.draft
    if intent is None or draft is None or state.matched is not None:
        return state.reading
    counted = {intent.subject, *(leaf.table for each in intent.measures for leaf in leaves(each))}
    told = states_counted(draft.whole or draft.sql, known, counted)
    return f"{state.reading.rstrip('.')}; {told}." if told else state.reading


def _taken(state: RunState, known: Known) -> tuple[str, ...]:
    """What was taken for granted; whether rows tie was looked up where that was quick."""
    draft = state.draft
    told = averages_told(draft.whole or draft.sql, known) if draft is not None else ""
    kept = (a for a in state.assumptions if a != TIES_LEFT_OUT or state.tied or not state.ranked)
    return (*kept, *((told,) if told else ()))


def _larger(state: RunState, workspace: Workspace) -> str:
    """The largest model, where the answer is neither its own nor one that people approved."""
    draft, models = state.draft, workspace.models
    if models is None or draft is None or asked_larger(state) is None:
        return ""
    largest = models.writer.largest()
    return "" if draft.model == largest else plain_name(largest)


async def _units_in(sql: str, known: Known, columns: Sequence[str]) -> tuple[str, ...]:
    if are_known(sql, known, columns):
        return units_in(sql, known, columns)
    return await asyncio.to_thread(units_in, sql, known, columns)

"""`about`: a question about the database itself, answered at once from what its asker may know."""

from dataclasses import replace

from pipeline.flow import Finish, Go, Outcome
from pipeline.planning import planned
from pipeline.result import Answer, Refusal
from pipeline.rules.outcomes import Planned
from pipeline.state import Draft, RunState
from pipeline.steps.administer import NAME as ADMINISTER
from pipeline.steps.check import PERSON
from pipeline.times.listed import default_times
from pipeline.turns.changed import asks_why, how_it_came_about
from pipeline.workspace import Workspace
from pipeline.writes.about.questions import (
    AdminQuestion,
    DescribeTable,
    ExplainPlan,
    ListTables,
    SearchMetadata,
    SuggestIndex,
    admin_question,
    asks_of_database,
)
from pipeline.writes.about.tools import (
    Told,
    describe_table,
    explain_plan,
    list_tables,
    search_metadata,
    suggest_index,
)
from pipeline.writes.values import Impossible

NAME = "about"
_NO_QUERY = Refusal(
    code="no_query",
    reason="I do not know which query you mean.",
    next_step="Ask that in the thread of an answer, or write the query into your question.",
)


async def about(state: RunState, workspace: Workspace) -> Outcome:
    """Tell of tables, plans and indexes; every other question goes on."""
    if asks_why(state.question) and (state.previous is not None or state.previous_sql):
        dialect = workspace.known.catalog.dialect
        return _finished(state, Told(summary=how_it_came_about(state, dialect)), workspace)
    asked = admin_question(state.question, workspace.known_to(state.asker))
    if asked is None:
        known = workspace.known_to(state.asker)
        of_model = workspace.models is not None and asks_of_database(state.question, known)
        return Go(state=state, to=ADMINISTER if of_model else "")
    if isinstance(asked, ExplainPlan | SuggestIndex):
        sql = await workspace.compute(_query, asked, state, workspace)
        if sql is None:
            return Go(state=state)
        if not sql:
            return Finish(state=_kept(state), outcome=_NO_QUERY)
        return _finished(state, await _of_query(asked, sql, state, workspace), workspace)
    return _finished(state, _of_catalog(asked, state, workspace), workspace)


def _of_catalog(asked: AdminQuestion, state: RunState, workspace: Workspace) -> Told:
    known = workspace.known_to(state.asker)
    match asked:
        case DescribeTable(table=table):
            return describe_table(known, table)
        case SearchMetadata(text=text):
            return search_metadata(known, text)
        case ListTables() | ExplainPlan() | SuggestIndex():
            return list_tables(known)


async def _of_query(
    asked: ExplainPlan | SuggestIndex, sql: str, state: RunState, workspace: Workspace
) -> Told | Impossible:
    tool = explain_plan if isinstance(asked, ExplainPlan) else suggest_index
    known, grants = workspace.known_to(state.asker), workspace.grants_of(state.asker)
    return await tool(sql, known, grants, workspace.warehouse)


def _query(asked: ExplainPlan | SuggestIndex, state: RunState, workspace: Workspace) -> str | None:
    """The query that is meant; empty for none, None where the words are no question of ours."""
    if not asked.question:
        return asked.sql or state.previous_sql
    of = replace(state, question=asked.question)
    times = default_times(asked.question, state.today, workspace.calendar)
    found = planned(of, workspace, times, readings=False)
    return found.sql if isinstance(found, Planned) else None


def _finished(state: RunState, told: Told | Impossible, workspace: Workspace) -> Finish:
    if isinstance(told, Impossible):
        refusal = Refusal(code="not_told", reason=told.reason, next_step=told.next_step)
        return Finish(state=_kept(state), outcome=refusal)
    answer = Answer(
        question=state.question,
        workspace=workspace.name,
        summary=told.summary
        if not told.wish
        else (f"{told.summary} To ask for it, write: {told.wish}"),
        reading="",
        sql="",
        columns=told.sample.columns if told.sample else (),
        rows=told.sample.rows if told.sample else (),
        truncated=bool(told.sample and told.sample.truncated),
    )
    return Finish(state=_kept(state), outcome=answer)


def _kept(state: RunState) -> RunState:
    """The turn before stays the one that the next words are about."""
    before = state.previous_sql
    draft = Draft(sql=before, by=PERSON, whole=before) if before else None
    return replace(state, intent=state.previous, times=state.previous_times, draft=draft)

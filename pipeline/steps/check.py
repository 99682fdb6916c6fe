"""`check`: tier, permissions, policy, contract and a dry run; only what passes all may run."""

import asyncio
from dataclasses import replace

from pipeline.agents.made_up import made_up
from pipeline.certainty import TABLES, as_read
from pipeline.checking import Failed, Forbidden, Passed, checked
from pipeline.checkpoint import Ask, CheckpointKind, Fact, Input, InputKind, Option, Question
from pipeline.expensive import (
    RUN,
    STOP,
    answered,
    expense_card,
    is_expensive,
    marked_large,
    not_run,
    unbounded_card,
)
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.hazards import values_left_out
from pipeline.outage import outage
from pipeline.result import Refusal
from pipeline.sql.permitting.tables_read import tables_read
from pipeline.state import Draft, RunState
from pipeline.steps.write_sql import MODEL, may_write_again
from pipeline.steps.write_sql import NAME as WRITE
from pipeline.warehouse import QueryFailed, QueryTimedOut, WarehouseBusy, WarehouseDown
from pipeline.workspace import Workspace

RULES = "rules"
PERSON = "person"
REPAIR = "repair"
SQL = "repair-sql"
_STOP = "stop"
_UNFIT = "No model wrote a query that passed its checks; this is how the rules read the question."
_ASK_AN_ADMIN = "Ask for something else, or ask an admin for access."
_EVERY_COLUMN = "Every column that you may read is shown."
_STAR = "The star in it stands for columns that nobody can write out: name the columns."
_KEPT_FROM_YOU = "The query that was written for this reads something that you may not read."


async def check(state: RunState, workspace: Workspace) -> Outcome:
    """Let the draft pass, or show a person what is wrong with it."""
    if state.choices.get(REPAIR) == _STOP:
        reason = "The query did not pass the checks, so it was not run."
        return _refuse(state, "unchecked", reason, "Ask in other words.")
    state = _mended(state)
    draft = state.draft
    assert draft is not None, "a draft comes before its check"  # noqa: S101 - the flow's order
    if draft.findings and draft.by == MODEL:
        return _unwell(state, draft, workspace)
    match checked(draft.sql, workspace, state.asker, state.contract):
        case Forbidden(reason=reason):
            names = await _made_up(draft, state, workspace)
            if names:
                return _unwell(state, replace(draft, findings=names), workspace)
            return _forbidden(state, replace(draft, findings=(reason,)), workspace)
        case Failed(findings=findings):
            names = await _made_up(draft, state, workspace)
            return _unwell(state, replace(draft, findings=names or findings), workspace)
        case Passed(stars="left") if draft.by == MODEL:
            return _unwell(state, replace(draft, findings=(_STAR,)), workspace)
        case Passed() as passed:
            return await _dry_run(state, draft, passed, workspace)


def _forbidden(state: RunState, draft: Draft, workspace: Workspace) -> Outcome:
    """A model may not have known what is hidden: it is told first."""
    unwell = replace(state, draft=draft)
    if may_write_again(unwell, workspace.models):
        return Go(state=unwell, to=WRITE)
    read = _as_the_rules_read(unwell)
    if read is not None:
        return Go(state=read, to=TABLES)
    # What a model guessed and is hidden from the asker is named to nobody.
    reason = _KEPT_FROM_YOU if draft.by == MODEL else " ".join(draft.findings)
    return _refuse(state, "not_permitted", reason, _ASK_AN_ADMIN)


async def _made_up(draft: Draft, state: RunState, workspace: Workspace) -> tuple[str, ...]:
    """The names of a model's query that the database does not have."""
    if draft.by != MODEL:
        return ()
    seen = workspace.known_to(state.asker)
    return await asyncio.to_thread(made_up, draft.sql, workspace.known.catalog, seen)


async def _dry_run(state: RunState, draft: Draft, passed: Passed, workspace: Workspace) -> Outcome:
    """Let the database plan the query without running it."""
    try:
        plan = await workspace.warehouse.explain(passed.sql)
    except QueryFailed as error:
        names = await _made_up(draft, state, workspace)
        return _unwell(state, replace(draft, findings=names or (str(error),)), workspace)
    except QueryTimedOut:
        reason = "The database took too long to plan the query."
        return _refuse(state, "timeout", reason, "Try again in a few minutes.")
    except (WarehouseDown, WarehouseBusy) as error:
        return Finish(state=state, outcome=outage(error, workspace))
    # An approved query was looked at by its reviewers.
    approved = state.matched is not None
    # Whoever writes the SQL, or approves it, sees that it has no dates.
    seen = approved or draft.by == PERSON
    unbounded = () if seen else marked_large(passed.unbounded, workspace)
    dear = is_expensive(plan, workspace.habits)
    if (dear or unbounded) and answered(state, passed.sql) != RUN:
        if answered(state, passed.sql) == STOP:
            return Finish(state=state, outcome=not_run(unbounded))
        if dear:
            return Pause(state=state, ask=expense_card(state, passed.sql, plan, workspace))
        card = unbounded_card(state, passed.sql, unbounded, workspace)
        return Pause(state=state, ask=card)
    whole = replace(draft, sql=passed.sql, whole=passed.whole, passed=True)
    # What the rules wrote was looked at as it was read; what was approved, by its reviewers.
    own = draft.by == RULES or state.matched is not None
    left = () if own else await asyncio.to_thread(_left_out, passed, state, workspace)
    starred = (_EVERY_COLUMN,) if draft.by == MODEL and passed.stars else ()
    unconfirmed = () if approved else passed.unconfirmed
    assumptions = (*state.assumptions, *unconfirmed, *passed.notes, *starred, *left)
    return Go(state=replace(state, draft=whole, assumptions=assumptions))


def _left_out(passed: Passed, state: RunState, workspace: Workspace) -> tuple[str, ...]:
    return values_left_out(passed.whole, workspace.known_to(state.asker))


def _mended(state: RunState) -> RunState:
    """The state with the SQL that a person wrote at the repair card, if somebody did."""
    typed = state.values.get(SQL, "").strip()
    if not typed:
        return state
    mended = replace(state, draft=Draft(sql=typed, by=PERSON))
    # Nobody has approved what was just typed: it is no longer the validated query.
    return replace(mended, matched=None, confirmed=(), dated=()) if state.matched else mended


def _unwell(state: RunState, draft: Draft, workspace: Workspace) -> Outcome:
    """Back to the model with the findings, or to a person; what was shown is what is kept."""
    kept = replace(state, draft=draft)
    if may_write_again(kept, workspace.models):
        return Go(state=kept, to=WRITE)
    read = _as_the_rules_read(kept)
    if read is not None:
        return Go(state=read, to=TABLES)
    return Pause(state=kept, ask=_repair(state, draft, workspace))


def _as_the_rules_read(state: RunState) -> RunState | None:
    """Where a model's query does not pass, the reading that the rules had of the question."""
    by_a_model = state.draft is not None and state.draft.by == MODEL
    return as_read(state, _UNFIT) if by_a_model else None


def _repair(state: RunState, draft: Draft, workspace: Workspace) -> Ask:
    used = ", ".join(state.contract.tables or tables_read(draft.sql, workspace.warehouse.dialect))
    return Ask(
        kind=CheckpointKind.REPAIR,
        title="The query does not pass its checks",
        intro="It was not run. You can correct it here, or stop and ask in other words.",
        warning=" ".join(draft.findings),
        facts=(
            Fact(label="I read your question as", text=state.reading or state.question),
            Fact(label="Workspace", text=workspace.title or workspace.name),
            *((Fact(label="Tables", text=used),) if used else ()),
        ),
        sql=draft.sql,
        questions=(
            Question(
                id=REPAIR,
                text="What now?",
                options=(Option(id=_STOP, label="Stop here"),),
                default=_STOP,
                inputs=(Input(id=SQL, label="SQL", kind=InputKind.SQL, value=draft.sql),),
            ),
        ),
    )


def _refuse(state: RunState, code: str, reason: str, next_step: str) -> Finish:
    return Finish(state=state, outcome=Refusal(code=code, reason=reason, next_step=next_step))

"""`check`: tier, permissions, policy, contract and a dry run; only what passes all may run."""

import asyncio
from dataclasses import replace

from pipeline.certainty import TABLES, as_read
from pipeline.checking import Failed, Forbidden, Passed, checked
from pipeline.checkpoint import Ask, CheckpointKind, Fact, Input, InputKind, Option, Question
from pipeline.expensive import RUN, STOP, answered, expense_card, is_expensive
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.hazards import values_left_out
from pipeline.outage import outage
from pipeline.result import Refusal
from pipeline.state import Draft, RunState
from pipeline.steps.write_sql import MODEL, may_write_again
from pipeline.steps.write_sql import NAME as WRITE
from pipeline.warehouse import QueryFailed, QueryTimedOut, WarehouseBusy, WarehouseDown
from pipeline.workspace import Workspace

RULES = "rules"
REPAIR = "repair"
SQL = "repair-sql"
_STOP = "stop"
_UNFIT = "No model wrote a query that passed its checks; this is how the rules read the question."
_ASK_AN_ADMIN = "Ask for something else, or ask an admin for access."


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
            return _forbidden(state, replace(draft, findings=(reason,)), workspace)
        case Failed(findings=findings):
            return _unwell(state, replace(draft, findings=findings), workspace)
        case Passed() as passed:
            return await _dry_run(state, draft, passed, workspace)


def _forbidden(state: RunState, draft: Draft, workspace: Workspace) -> Outcome:
    """A model may have made a name up, or not known what is hidden: it is told first."""
    unwell = replace(state, draft=draft)
    if may_write_again(unwell, workspace.models):
        return Go(state=unwell, to=WRITE)
    read = _as_the_rules_read(unwell)
    if read is not None:
        return Go(state=read, to=TABLES)
    return _refuse(state, "not_permitted", " ".join(draft.findings), _ASK_AN_ADMIN)


async def _dry_run(state: RunState, draft: Draft, passed: Passed, workspace: Workspace) -> Outcome:
    """Let the database plan the query without running it."""
    try:
        plan = await workspace.warehouse.explain(passed.sql)
    except QueryFailed as error:
        return _unwell(state, replace(draft, findings=(str(error),)), workspace)
    except QueryTimedOut:
        reason = "The database took too long to plan the query."
        return _refuse(state, "timeout", reason, "Try again in a few minutes.")
    except (WarehouseDown, WarehouseBusy) as error:
        return Finish(state=state, outcome=outage(error, workspace))
    if is_expensive(plan, workspace.habits) and answered(state, passed.sql) != RUN:
        if answered(state, passed.sql) == STOP:
            reason = "You chose not to run a query this expensive."
            return _refuse(state, "too_expensive", reason, "Ask for less, such as a shorter time.")
        return Pause(state=state, ask=expense_card(state, passed.sql, plan, workspace))
    whole = replace(draft, sql=passed.sql, whole=passed.whole, passed=True)
    # What the rules wrote was looked at as it was read; what was approved, by its reviewers.
    own = draft.by == RULES or state.matched is not None
    left = () if own else await asyncio.to_thread(_left_out, passed, state, workspace)
    assumptions = (*state.assumptions, *passed.notes, *left)
    return Go(state=replace(state, draft=whole, assumptions=assumptions))


def _left_out(passed: Passed, state: RunState, workspace: Workspace) -> tuple[str, ...]:
    return values_left_out(passed.whole, workspace.known_to(state.asker))


def _mended(state: RunState) -> RunState:
    """The state with the SQL that a person wrote at the repair card, if somebody did."""
    typed = state.values.get(SQL, "").strip()
    if not typed:
        return state
    mended = replace(state, draft=Draft(sql=typed, by="person"))
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
    used = ", ".join(state.contract.tables) or "unknown"
    return Ask(
        kind=CheckpointKind.REPAIR,
        title="The query does not pass its checks",
        intro="It was not run. You can correct it here, or stop and ask in other words.",
        warning=" ".join(draft.findings),
        facts=(
            Fact(label="I read your question as", text=state.reading or state.question),
            Fact(label="Workspace", text=workspace.title or workspace.name),
            Fact(label="Tables", text=used),
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

"""Whether a query is so expensive that its asker is asked first, and how they are asked."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from pipeline.checkpoint import Ask, CheckpointKind, Fact, Option, Question
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.warehouse import Plan
from pipeline.workspace import Habits, Workspace

RUN = "run"
STOP = "stop"


def is_expensive(plan: Plan, habits: Habits) -> bool:
    """Whether a plan is over a limit; a plan without numbers is over none."""
    over_cost = habits.cost_limit is not None and (plan.cost or 0) > habits.cost_limit
    over_rows = habits.rows_limit is not None and (plan.rows or 0) > habits.rows_limit
    return over_cost or over_rows


def answered(state: RunState, sql: str) -> str:
    """What the asker said of exactly this query; empty when not asked yet."""
    return state.choices.get(_question_id(sql), "")


def marked_large(tables: Sequence[str], workspace: Workspace) -> tuple[str, ...]:
    """Those of the tables that somebody marked as too large to be read without dates."""
    notes = workspace.known.glossary.tables
    marked = {note.table.lower() for note in notes if note.large}
    return tuple(key for key in tables if key.lower() in marked)


def unbounded_card(state: RunState, sql: str, tables: Sequence[str], workspace: Workspace) -> Ask:
    """The question to the asker where a large table would be read without a date range."""
    card = expense_card(state, sql, Plan(text=""), workspace)
    facts = tuple(fact for fact in card.facts if fact.text)
    return replace(
        card, title="No dates for a large table", warning=said_unbounded(tables), facts=facts
    )


def said_unbounded(tables: Sequence[str]) -> str:
    """That these tables would be read whole."""
    return " ".join(f"{key} is large and is read without a date range." for key in tables)


def not_run(tables: Sequence[str]) -> Refusal:
    """That the asker would not have it run."""
    if not tables:
        reason = "You chose not to run a query this expensive."
        step = "Ask for less, such as a shorter time."
    else:
        reason = f"{said_unbounded(tables)} So it was not run."
        step = "Ask for a time, such as last month."
    return Refusal(code="too_expensive", reason=reason, next_step=step)


def expense_card(state: RunState, sql: str, plan: Plan, workspace: Workspace) -> Ask:
    """The question to the asker, with what the database expects."""
    return Ask(
        kind=CheckpointKind.CLARIFICATION,
        title="This query is expensive",
        intro="It was not run yet.",
        facts=(
            Fact(label="I read your question as", text=state.reading or state.question),
            Fact(label="Workspace", text=workspace.title or workspace.name),
            Fact(label="The database expects", text=_expected(plan)),
        ),
        sql=sql,
        questions=(
            Question(
                id=_question_id(sql),
                text="Run it?",
                options=(Option(id=STOP, label="Do not run it"), Option(id=RUN, label="Run it")),
                default=STOP,
            ),
        ),
    )


def _expected(plan: Plan) -> str:
    rows = f"about {plan.rows:,.0f} rows" if plan.rows is not None else ""
    cost = f"a cost of {plan.cost:,.0f}" if plan.cost is not None else ""
    return " and ".join(part for part in (rows, cost) if part)


def _question_id(sql: str) -> str:
    """Another query is another question: nobody's yes to one runs the other."""
    return f"expense-{hashlib.sha256(sql.encode()).hexdigest()[:12]}"

"""Whether the database expects more of a query than a workspace lets run without a question."""

from pipeline.warehouse import Plan
from pipeline.workspace import Habits


def is_expensive(plan: Plan, habits: Habits) -> bool:
    """Whether a plan is over a limit; a plan without numbers is over none."""
    over_cost = habits.cost_limit is not None and (plan.cost or 0) > habits.cost_limit
    over_rows = habits.rows_limit is not None and (plan.rows or 0) > habits.rows_limit
    return over_cost or over_rows

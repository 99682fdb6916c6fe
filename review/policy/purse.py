"""The purse: budgets of what models may cost, and whether another call may be paid."""

import datetime as dt
from dataclasses import dataclass

from pipeline.people import Person
from review import sentences as say
from review.ledger.port import Ledger
from review.ledger.spending import By
from review.settings import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """US dollars that may be spent in a day or a month (UTC); None means no limit."""

    day: float | None = None
    month: float | None = None
    person_day: float | None = None
    workspace_day: float | None = None


class Purse:
    """Says whether another call may be paid. Calls that are under way are not counted yet."""

    def __init__(self, ledger: Ledger, budget: Budget, clock: Clock) -> None:
        self._ledger = ledger
        self._budget = budget
        self._clock = clock

    async def objection(self, workspace: str, person: Person) -> str:
        """Why no model may be asked now, in a sentence; empty where one may."""
        day = self._clock().astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        budget = self._budget
        limits = (
            (budget.person_day, day, By.PERSON, person.id, say.YOUR_BUDGET_OF_TODAY),
            (budget.workspace_day, day, By.WORKSPACE, workspace, say.WORKSPACE_BUDGET_OF_TODAY),
            (budget.day, day, None, "", say.BUDGET_OF_TODAY),
            (budget.month, day.replace(day=1), None, "", say.BUDGET_OF_THIS_MONTH),
        )
        async with self._ledger.read() as pages:
            for limit, since, by, of, sentence in limits:
                if limit is None:
                    continue
                if await pages.spending.total(since, by, of) >= limit:
                    return sentence
        return ""

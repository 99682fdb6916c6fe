"""A step that was taken, and what is to be kept of it and of the quick ones before it."""

from dataclasses import dataclass

from pipeline.flow import Outcome
from review.ledger.records import StepTaken
from review.ledger.spending import Paid
from review.runs.taking_up import Held


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A step that was taken, before it is kept."""

    held: Held
    outcome: Outcome
    step: StepTaken

    @property
    def steps(self) -> tuple[StepTaken, ...]:
        """All steps since the run was kept last."""
        return (*self.held.steps, self.step)

    @property
    def paid(self) -> tuple[Paid, ...]:
        """The calls of models that this step paid."""
        after = self.outcome.state
        fresh = after.spent[len(self.held.state.spent) :]
        return tuple(
            Paid(
                run=self.held.run.id,
                number=self.step.number,
                place=place,
                person=self.held.run.asker.id,
                workspace=after.workspace,
                at=self.step.at,
                spent=spent,
            )
            for place, spent in enumerate(fresh)
        )

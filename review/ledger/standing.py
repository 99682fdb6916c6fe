"""What is kept of answers that people need not be asked for again."""

from collections.abc import Sequence
from typing import Protocol

from pipeline.remembered.standing import StandingAnswer


class StandingAnswers(Protocol):
    """What people, or everybody in a workspace, need not be asked again."""

    async def of(self, workspace: str, person: str) -> Sequence[StandingAnswer]:
        """What holds for this person there, their own answers last."""
        ...

    async def of_person(self, person: str, shared_in: Sequence[str]) -> Sequence[StandingAnswer]:
        """Their own answers, and those of everybody in these workspaces."""
        ...

    async def keep(self, answer: StandingAnswer) -> None: ...

    async def forget(self, answer: StandingAnswer) -> bool:
        """False where it was gone already."""
        ...

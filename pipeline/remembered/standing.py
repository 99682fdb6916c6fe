"""Standing answers: what a person, or a workspace, wants to be understood without being asked."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

QUARTER = "dates:quarter"
DAY_ORDER = "dates:day order"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingAnswer:
    """An answer kept for later questions; `said` is it in plain words.

    With no `person` it holds for everybody in the workspace, with no `workspace` in all of them.
    """

    question: str
    answer: str
    said: str
    workspace: str = ""
    person: str = ""
    by: str = ""
    at: dt.datetime | None = None


class Standing(Protocol):
    """Keeps standing answers. Raises nothing of its own: a ledger that is away ends the run."""

    async def of(self, workspace: str, person: str) -> Sequence[StandingAnswer]:
        """What holds for this person in this workspace, people's own answers last."""
        ...

    async def keep(self, answer: StandingAnswer) -> None:
        """Keep it, in place of an earlier answer to the same question."""
        ...

    async def forget(self, answer: StandingAnswer) -> None:
        """Forget it; nothing happens where it is gone already."""
        ...


class KeptInMemory:
    """Standing answers for as long as this process lives."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str, str], StandingAnswer] = {}

    async def of(self, workspace: str, person: str) -> Sequence[StandingAnswer]:
        found = (
            each
            for each in self._kept.values()
            if each.workspace in ("", workspace) and each.person in ("", person)
        )
        return sorted(found, key=lambda each: (each.person != "", each.question))

    async def keep(self, answer: StandingAnswer) -> None:
        self._kept[answer.workspace, answer.person, answer.question] = answer

    async def forget(self, answer: StandingAnswer) -> None:
        self._kept.pop((answer.workspace, answer.person, answer.question), None)

"""Standing answers: what a person, or a workspace, wants to be understood without being asked."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pipeline.dates import Calendar
from pipeline.dates.locales import day_first
from pipeline.people import Person

QUARTER = "dates:quarter"
DAY_ORDER = "dates:day order"
_DAY_FIRST = {"day first": True, "month first": False}


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


def calendar_for(calendar: Calendar, standing: Mapping[str, str], asker: Person) -> Calendar:
    """The workspace's calendar as a person wants it to be read.

    The order of day and month: what is kept, else the workspace's, else that of the locale.
    """
    if calendar.day_first is None:
        calendar = replace(calendar, day_first=day_first(asker.locale))
    if standing.get(QUARTER) in ("fiscal", "calendar"):
        meant = "fiscal" if standing[QUARTER] == "fiscal" else "calendar"
        calendar = replace(calendar, quarter_means=meant)  # type: ignore[arg-type]  # one of two
    if standing.get(DAY_ORDER) in _DAY_FIRST:
        calendar = replace(calendar, day_first=_DAY_FIRST[standing[DAY_ORDER]])
    return calendar

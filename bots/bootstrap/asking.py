"""One question answered in this process: no ledger, no chat."""

import datetime as dt
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bots.bootstrap.environment import around
from bots.bootstrap.remembered import StandingFile
from bots.bootstrap.workspaces import EDITOR, LiveWorkspaces, NoAnswers
from bots.bootstrap.writes import WriteSide
from bots.settings import Settings
from pipeline.direct import Decide, Driven, drive
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from review.settings import Around

if TYPE_CHECKING:
    from bots.bootstrap.validated import ValidatedShelf

_ASKER = "terminal:local:you"


class Direct:
    """The pipeline over opened workspaces, for somebody who can mend what is not set up right."""

    def __init__(self, workspaces: LiveWorkspaces, settings: Settings, now: dt.datetime) -> None:
        self._workspaces = workspaces
        self._settings = settings
        self._now = now

    async def ask(
        self, question: str, decide: Decide, *, workspace: str = "", after: Driven | None = None
    ) -> Driven:
        """The outcome of a question, its checkpoints answered by `decide`.

        With `after` it may be a follow-up of what was answered then.
        """
        asker = Person(id=_ASKER, name="You", roles=frozenset({"reader", EDITOR}))
        today = self._today(workspace)
        state = RunState(question=question, asker=asker, today=today, pinned=workspace)
        if after is not None:
            before = after.state
            state = replace(
                state,
                pinned=workspace or before.workspace,
                previous=before.intent,
                previous_times=before.times,
                previous_sql=(before.draft.whole or before.draft.sql) if before.draft else "",
                previous_question=before.question if before.draft else "",
                previous_contract=before.contract,
                previous_approved=before.matched is not None,
            )
        driven = await drive(Pipeline(self._workspaces), state, decide)
        return replace(driven, outcome=self._plain(driven.outcome, workspace))

    def _today(self, workspace: str) -> dt.date:
        known = self._settings.workspaces
        calendar = known.get(workspace, next(iter(known.values()))).calendar
        return self._now.astimezone(ZoneInfo(calendar.time_zone)).date()

    def _plain(self, outcome: Answer | Refusal, workspace: str) -> Answer | Refusal:
        """A refusal for a database that could not be opened, with the reason for it."""
        problems = self._workspaces.problems
        if not isinstance(outcome, Refusal) or outcome.code != "database_down" or not problems:
            return outcome
        said = [problem for name, problem in problems.items() if workspace in {"", name}]
        return replace(outcome, reason=" ".join(said), next_step="") if said else outcome


@asynccontextmanager
async def direct(
    settings: Settings, folder: Path, now: dt.datetime | None = None
) -> AsyncIterator[Direct]:
    """Open the workspaces for questions from this machine; without `now` they are asked today."""
    world = around(settings)
    shelf = _shelf(settings, folder, world)
    # There is no book here, so a change can be asked for and previewed, and never written.
    workspaces = LiveWorkspaces(
        settings,
        folder,
        shelf.of if shelf else lambda *_: NoAnswers(),
        writes=WriteSide(settings, folder, world),
    )
    kept = folder / settings.state_folder / "remembered.json"
    workspaces.standing = StandingFile(kept, world.clock)
    try:
        await workspaces.open()
        if shelf is not None:
            await shelf.fill(workspaces)
        yield Direct(workspaces, settings, now or world.clock())
    finally:
        await workspaces.close()


def _shelf(settings: Settings, folder: Path, world: Around) -> "ValidatedShelf | None":
    """The validated queries of the workspaces' files; nothing is loaded where there are none."""
    if not any(each.validated for each in settings.workspaces.values()):
        return None
    from bots.bootstrap.validated import ValidatedShelf
    from knowledge.validated.store import MemoryValidatedStore

    return ValidatedShelf(settings, folder, MemoryValidatedStore(), world)

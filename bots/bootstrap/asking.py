"""One question answered in this process: no ledger, no chat."""

import datetime as dt
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from zoneinfo import ZoneInfo

from bots.bootstrap.application import around
from bots.bootstrap.validated import ValidatedShelf
from bots.bootstrap.workspaces import LiveWorkspaces
from bots.settings import Settings
from knowledge.validated.store import MemoryValidatedStore
from pipeline.direct import Decide, Driven, drive
from pipeline.people import Person
from pipeline.run import Pipeline
from pipeline.state import RunState

_ASKER = "terminal:local:you"


class Direct:
    """The pipeline over opened workspaces."""

    def __init__(self, pipeline: Pipeline, today: dt.date) -> None:
        self._pipeline = pipeline
        self._today = today

    async def ask(self, question: str, decide: Decide, *, workspace: str = "") -> Driven:
        """The outcome of a question, its checkpoints answered by `decide`."""
        asker = Person(id=_ASKER, name="You", roles=frozenset({"reader"}))
        state = RunState(question=question, asker=asker, today=self._today, pinned=workspace)
        return await drive(self._pipeline, state, decide)


@asynccontextmanager
async def direct(settings: Settings, folder: Path) -> AsyncIterator[Direct]:
    """Open the workspaces for questions from this machine."""
    world = around(settings)
    shelf = ValidatedShelf(settings, folder, MemoryValidatedStore(), world)
    workspaces = LiveWorkspaces(settings, folder, shelf.of)
    try:
        await workspaces.open()
        await shelf.fill(workspaces)
        first = next(iter(settings.workspaces.values()))
        today = world.clock().astimezone(ZoneInfo(first.calendar.time_zone)).date()
        yield Direct(Pipeline(workspaces), today)
    finally:
        await workspaces.close()

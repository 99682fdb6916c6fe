"""The surfaces that the settings name, and what each may look at.

A surface's SDK takes long to import: who does not use it does not wait for it.
"""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from bots.bootstrap.roles import ConfiguredRoles
from bots.bootstrap.workspaces import LiveWorkspaces
from bots.files import FileShelf
from bots.ports import Condition
from bots.settings import Settings
from bots.wording import home as say
from pipeline.checking import Failed, Forbidden, Passed, checked
from pipeline.contract import Contract
from review.cases.dossier import contract_of
from review.ledger.errors import ReviewError
from review.ledger.port import Ledger
from review.ledger.records import OwedStatus
from review.ports.desk import Desk
from review.settings import Clock

if TYPE_CHECKING:
    from bots.slack.surface import SlackSurface
    from bots.teams.surface import TeamsSurface

_LONGEST_DRAFT = 20_000
_MOST_UNDELIVERED = 100


async def slack_team(settings: Settings) -> str:
    """The id of the Slack workspace, which is part of its people's ids; empty without Slack.

    Raises NotInstalled.
    """
    if settings.surfaces.slack is None:
        return ""
    from bots.slack.installing.installation import team_of

    return await team_of(settings.surfaces.slack)


def slack_of(
    settings: Settings,
    folder: Path,
    desk: Desk,
    looked_at: tuple[LiveWorkspaces, Ledger, FileShelf],
    roles: ConfiguredRoles,
) -> "SlackSurface | None":
    """The surface, not connected yet; None where there is none in the settings."""
    slack = settings.surfaces.slack
    if slack is None:
        return None
    from bots.slack.surface import Beside, SlackSurface

    workspaces, ledger, files = looked_at
    beside = Beside(
        files=files,
        health=RunningHealth(workspaces, ledger),
        drafts=LiveDrafts(workspaces, ledger),
        state=folder / settings.state_folder / "slack",
    )
    return SlackSurface(slack, desk, roles, beside=beside)


def teams_of(
    settings: Settings,
    desk: Desk,
    looked_at: tuple[LiveWorkspaces, Ledger, FileShelf],
    clock: Clock,
    roles: ConfiguredRoles,
) -> "TeamsSurface | None":
    """The surface, over the settings. Raises UnsafeSettings."""
    if settings.surfaces.teams is None:
        return None
    from bots.teams.sending.references import LedgerReferences
    from bots.teams.surface import Surroundings, TeamsSurface

    workspaces, ledger, files = looked_at
    around = Surroundings(
        files=files,
        clock=clock,
        host=settings.server.host,
        references=LedgerReferences(ledger, clock),
        health=RunningHealth(workspaces, ledger),
    )
    return TeamsSurface(settings.surfaces.teams, desk, roles, around)


class LiveDrafts:
    """The DraftCheck port over the workspaces and the ledger; no database is asked."""

    def __init__(self, workspaces: LiveWorkspaces, ledger: Ledger) -> None:
        self._workspaces = workspaces
        self._ledger = ledger

    async def findings(self, checkpoint: str, sql: str) -> tuple[str, ...] | None:
        try:
            async with self._ledger.read() as pages:
                found = await pages.checkpoints.get(checkpoint)
                run = await pages.runs.get(found.run) if found else None
        except ReviewError:
            return None
        workspace = self._workspaces.get(run.workspace) if run else None
        if found is None or run is None or workspace is None or len(sql) > _LONGEST_DRAFT:
            return None
        # What a reviewer writes may leave the contract; what an asker mends may not.
        contract = Contract() if found.case else contract_of(run)
        match await asyncio.to_thread(checked, sql, workspace, run.asker, contract):
            case Forbidden(reason=reason):
                return (reason,)
            case Failed(findings=findings):
                return findings
            case Passed():
                return ()


class RunningHealth:
    """The Health port over what runs in this process."""

    def __init__(self, workspaces: LiveWorkspaces, ledger: Ledger) -> None:
        self._workspaces = workspaces
        self._ledger = ledger

    async def conditions(self) -> tuple[Condition, ...]:
        await self._workspaces.probe()
        lost = self._workspaces.problems
        open_ = [
            Condition(what=each.title, well=False, said=say.LOST)
            if each.name in lost
            else Condition(
                what=each.title, well=True, said=say.healthy(len(each.known.catalog.tables))
            )
            for each in self._workspaces.all()
        ]
        away = [
            Condition(what=name, well=False, said=said)
            for name, said in self._workspaces.unavailable().items()
        ]
        return (*open_, *away, *self._embedding(), *await self._undelivered())

    def _embedding(self) -> tuple[Condition, ...]:
        """Where approved questions are found by their words alone for now."""
        counted = ((each.title, each.validated.unembedded()) for each in self._workspaces.all())
        return tuple(
            Condition(what=title, well=False, said=say.embedding(count))
            for title, count in counted
            if count
        )

    async def _undelivered(self) -> tuple[Condition, ...]:
        try:
            async with self._ledger.read() as pages:
                dead = await pages.outbox.listed(OwedStatus.DEAD, _MOST_UNDELIVERED)
        except ReviewError as error:
            return (Condition(what=say.LEDGER, well=False, said=str(error)),)
        if not dead:
            return ()
        return (Condition(what=say.MESSAGES, well=False, said=say.undelivered(len(dead))),)

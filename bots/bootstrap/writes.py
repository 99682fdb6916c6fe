"""From the settings to what a workspace needs for changes that people approve."""

import asyncio
import datetime as dt
import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import structlog

from bots.bootstrap.database_files import located
from bots.bootstrap.roles import ConfiguredRoles
from bots.settings import PersonSettings, Settings
from bots.settings.workspaces import WorkspaceSettings
from bots.settings.writes import WriteHoursSettings
from pipeline.adapters.writes import open_writable
from pipeline.sql import Tier
from pipeline.writes.ports import WritableDatabase, WriteBook
from pipeline.writes.rules import WriteHours, WriteRules, Writing
from review.ledger.errors import LedgerUnavailableError
from review.ledger.port import Ledger
from review.ledger.schema_changes import SchemaChanges
from review.ledger.write_book import LedgerBook
from review.settings import Around

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
Books = Callable[[], WriteBook]
log = structlog.get_logger()


class CatchingUp:
    """One workspace's catalog, held to the last change that the ledger knows."""

    def __init__(
        self, workspace: str, changes: SchemaChanges, refresh: Callable[[str], Awaitable[None]]
    ) -> None:
        self._workspace = workspace
        self._changes = changes
        self._refresh = refresh
        self._known = ""
        self._turn = asyncio.Lock()

    async def catch_up(self) -> None:
        """Read the catalog again where there was a change since; whoever asks meanwhile waits."""
        if not await self._missed():
            return
        async with self._turn:
            last = await self._missed()
            if last:
                await self._refresh(self._workspace)
                self._known = last

    async def _missed(self) -> str:
        """The last change, where this catalog does not have it yet."""
        try:
            last = await self._changes.last_in(self._workspace)
        except LedgerUnavailableError as error:
            log.warning("schema_changes_unknown", workspace=self._workspace, reason=error.reason)
            return ""
        return "" if last == self._known else last


def books_of(ledger: Ledger, around: Around) -> Books:
    """A book for each attempt to write, under a name that no other attempt has."""
    return lambda: LedgerBook(ledger, around.clock, f"{around.owner}:{uuid.uuid4().hex}")


class WriteSide:
    """The writing half of every workspace that has one. Without books nothing is ever written."""

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        around: Around,
        books: Books | None = None,
        changes: SchemaChanges | None = None,
        roles: ConfiguredRoles | None = None,
    ) -> None:
        self._settings = settings
        self._folder = folder
        self._around = around
        self._books = books
        self._changes = changes
        self._roles = roles or ConfiguredRoles(settings.people)
        self._catching_up: dict[str, CatchingUp] = {}
        self._open: dict[str, WritableDatabase] = {}

    def of(self, name: str, refresh: Callable[[str], Awaitable[None]]) -> Writing | None:
        """What that workspace needs; `refresh` reads its catalog again. Raises UnusableUrlError."""
        workspace = self._settings.workspaces[name]
        rules = rules_of(workspace, self._settings.people, self._roles)
        if workspace.writes is None or rules is None:
            return None
        if name not in self._open:
            url = located(workspace.writes.url.get_secret_value(), self._folder)
            own = frozenset(each.lower() for each in workspace.policy.extra_functions)
            self._open[name] = open_writable(url, extra_functions=own)
        writing = Writing(
            database=self._open[name], rules=rules, clock=self._around.clock, book=self._books
        )
        if self._changes is None:
            return writing
        if name not in self._catching_up:
            self._catching_up[name] = CatchingUp(name, self._changes, refresh)
        return replace(writing, catch_up=self._catching_up[name].catch_up)

    async def close(self) -> None:
        for database in self._open.values():
            await database.close()


def rules_of(
    workspace: WorkspaceSettings, people: Mapping[str, PersonSettings], roles: ConfiguredRoles
) -> WriteRules | None:
    """The workspace's rules for changes; None where it has none."""
    writes = workspace.writes
    if writes is None:
        return None
    zone = ZoneInfo(workspace.calendar.time_zone)
    tables = None if writes.tables == "all" else frozenset(t.lower() for t in writes.tables)
    return WriteRules(
        asker_roles=frozenset(writes.askers),
        approver_roles=frozenset(writes.approvers),
        approvers=_names(frozenset(writes.approvers), people),
        tables=tables,
        tiers=frozenset(Tier(tier) for tier in writes.tiers),
        hours={Tier(tier): _hours(hours, zone) for tier, hours in writes.hours.items()},
        quorum={Tier(tier): number for tier, number in writes.quorum.items()},
        self_approval=writes.self_approval,
        budget=dt.timedelta(seconds=writes.preview_seconds),
        expires_after=writes.expires_after,
        known_as=known_as(people),
        as_now=roles.as_now,
    )


def _names(roles: frozenset[str], people: Mapping[str, PersonSettings]) -> tuple[str, ...]:
    found = (person.name for person in people.values() if roles & set(person.roles))
    return tuple(dict.fromkeys(name for name in found if name))


def _hours(hours: WriteHoursSettings, zone: ZoneInfo) -> WriteHours:
    days = frozenset(_DAYS.index(day) for day in hours.days)
    return WriteHours(zone=zone, opens=hours.opens, closes=hours.closes, days=days)


def known_as(people: Mapping[str, PersonSettings]) -> dict[str, str]:
    """The one id of everybody who has several."""
    return {other: one for one, person in people.items() for other in person.also}

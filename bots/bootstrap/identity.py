"""Keeps what is known of people up to date: groups, leavers, and roles of emergencies."""

import asyncio
import datetime as dt
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import structlog

from bots.bootstrap.memberships import Memberships, account_of
from bots.bootstrap.roles import ConfiguredRoles
from bots.ports import ADMIN, Directory, DirectoryAway
from bots.settings import Settings
from bots.settings.values import IdentitySettings
from bots.wording import alerts as say
from review.ledger.emergencies import EmergencyRole
from review.ledger.errors import ReviewError
from review.ledger.port import Ledger
from review.owed.alerting import Alert, tell_of
from review.runs.leaving import move_on, waiting
from review.settings import Clock

if TYPE_CHECKING:
    from bots.slack.surface import SlackSurface

log = structlog.get_logger()

# How often the ledger is asked for roles of emergencies; it may be given on another replica.
_LOOK_SECONDS = 15.0


class Identity:
    """Pulls groups from every chat, and moves on what waits for somebody who left."""

    def __init__(
        self,
        settings: IdentitySettings,
        roles: ConfiguredRoles,
        memberships: Memberships,
        directories: Sequence[Directory],
        ledger: Ledger,
    ) -> None:
        self._settings = settings
        self._roles = roles
        self._memberships = memberships
        self._directories = directories
        self._ledger = ledger
        self._told: set[tuple[str, str]] = set()

    async def pull(self, now: dt.datetime) -> None:
        """Read every group, and look who left. What cannot be read keeps its age."""
        for group in sorted(self._roles.groups):
            for directory in self._directories:
                if directory.has(group):
                    await self._pull_group(directory, group)
        if self._settings.leavers:
            await self._pull_leavers(now)

    async def look(self, now: dt.datetime) -> None:
        """Read which roles of emergencies hold, and tell who is an admin by a group of them.

        The command that gives one knows the admins whom the settings name, and no groups.
        """
        found: dict[str, dict[str, float]] = {}
        async with self._ledger.read() as pages:
            holding = await pages.emergencies.holding(now)
        for each in holding:
            found.setdefault(each.person, {})[each.role] = (each.until - now).total_seconds()
        self._memberships.given(found)
        named = frozenset(self._roles.holders(ADMIN))
        for admin in sorted(self._roles.members_with(ADMIN)):
            # Whom the settings name was told by the command, under that id.
            if named.isdisjoint(self._roles.ids_of(admin)):
                await self._tell(admin, holding, now)

    async def _tell(self, admin: str, holding: Sequence[EmergencyRole], now: dt.datetime) -> None:
        for each in holding:
            given = f"{each.person} {each.role} {each.until.isoformat()}"
            if (admin, given) not in self._told:
                alert = Alert(
                    subject=f"emergency {given} for {admin}",
                    text=say.emergency(each),
                    people=(admin,),
                )
                async with self._ledger.begin() as pages:
                    await tell_of(pages, alert, now)
                self._told.add((admin, given))

    async def forever(self, clock: Clock, ticks: Callable[[], float]) -> None:
        """Look and pull, again and again."""
        pulled = ticks()
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            try:
                await self.look(clock())
                if ticks() - pulled >= self._settings.refresh_after.total_seconds():
                    pulled = ticks()
                    await self.pull(clock())
            except Exception:
                log.exception("identity_not_refreshed")

    async def _pull_group(self, directory: Directory, group: str) -> None:
        try:
            members = await directory.members(group)
        except DirectoryAway as problem:
            log.warning("group_not_read", group=group, reason=str(problem))
            return
        self._memberships.heard(group, members)

    async def _pull_leavers(self, now: dt.datetime) -> None:
        try:
            cards = await waiting(self._ledger)
        except ReviewError as error:
            log.warning("leavers_not_looked_for", reason=str(error))
            return
        people = self._roles.people.union(*(card.people for card in cards))
        accounts = {account_of(person) for person in people}
        left: set[str] = set()
        for directory in self._directories:
            try:
                left |= await directory.left(accounts)
            except DirectoryAway as problem:
                # Whoever was known to have left stays so: unknown means no.
                left |= self._memberships.leavers & accounts
                log.warning("leavers_not_read", reason=str(problem))
        self._memberships.heard_of_leavers(left)
        gone = {person for person in people if account_of(person) in left}
        moved = await move_on(self._ledger, gone, now) if gone else 0
        if moved:
            log.info("cards_moved_on", count=moved)


def directories(settings: Settings, slack: "SlackSurface | None") -> tuple[Directory, ...]:
    """The directories of the chats in the settings; a chat's SDK takes long to import."""
    found: list[Directory] = []
    if slack is not None and settings.surfaces.slack is not None:
        from bots.slack.directory import SlackDirectory

        found.append(SlackDirectory(slack.sides, settings.surfaces.slack.home_team))
    teams = settings.surfaces.teams
    if teams is not None and not teams.local_development:
        from bots.teams.admitting.cloud import PUBLIC
        from bots.teams.directory import EntraDirectory

        found.append(EntraDirectory(teams, PUBLIC, time.monotonic))
    return tuple(found)

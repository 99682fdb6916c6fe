"""Each Slack workspace that the app is installed in: its client, its people, its mail."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from bots.ports import Roles
from bots.slack.people import Home, SlackPeople
from bots.slack.refusals import ours
from bots.slack.sending.mail import Mail
from review.ports.desk import ShutOut

_log = logging.getLogger(__name__)
_TIMEOUT = aiohttp.ClientTimeout(total=10)
_UNINSTALLED_SECONDS = 300.0
_CLOSED_SECONDS = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One Slack workspace, as this app reaches it."""

    team: str
    client: AsyncWebClient
    mail: Mail
    people: SlackPeople


class Tokens(Protocol):
    """The bot token of a workspace, empty where the app is not installed in it."""

    async def of(self, team: str) -> str: ...

    def organisation(self, team: str) -> str:
        """The organisation whose installation it is; empty for the workspace's own."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class OneToken:
    """The token of the only workspace."""

    token: str

    async def of(self, team: str) -> str:
        del team
        return self.token

    def organisation(self, team: str) -> str:
        del team
        return ""


@dataclass(kw_only=True)
class Sides:
    """Finds the side of a team; made again when its token was renewed."""

    tokens: Tokens
    api_url: str
    roles: Roles
    ticks: Callable[[], float]
    _sides: dict[str, Side] = field(default_factory=dict)
    _links: dict[str, str] = field(default_factory=dict)
    _session: aiohttp.ClientSession | None = None
    _closed: bool = False

    async def of(self, team: str) -> Side:
        """Raises ShutOut where the app is not installed in that workspace, and after `close`."""
        token = await self.tokens.of(team)
        if not token:
            _log.error("The app is not installed in workspace %s; nothing can be sent", team)
            raise ShutOut(_UNINSTALLED_SECONDS)
        # A task that outlives the surface must not open a connection that nobody closes.
        if self._closed:
            raise ShutOut(_CLOSED_SECONDS)
        known = self._sides.get(team)
        if known is None or known.client.token != token:
            known = self._sides[team] = self._side(team, token)
        return known

    def forget(self, team: str) -> None:
        """The app was taken out of that workspace."""
        self._sides.pop(team, None)
        self._links.pop(team, None)

    async def close(self) -> None:
        """Close the connections to Slack, for good."""
        self._closed = True
        self._sides.clear()
        if self._session is not None:
            await self._session.close()

    async def link(self, team: str, channel: str, ts: str, root: str = "") -> str:
        """Where a browser finds that message."""
        if team not in self._links:
            side = await self.of(team)
            with ours():
                said = await side.client.auth_test()
            self._links[team] = str(said.get("url") or "")
        link = f"{self._links[team]}archives/{channel}/p{ts.replace('.', '')}"
        in_thread = root and root != ts
        return f"{link}?thread_ts={root}&cid={channel}" if in_thread else link

    def _side(self, team: str, token: str) -> Side:
        # By itself the SDK opens a connection, with its handshakes, for every single call.
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=_TIMEOUT)
        client = AsyncWebClient(token=token, base_url=self.api_url, session=self._session)
        home = Home(team=team, organisation_of=self.tokens.organisation)
        people = SlackPeople(client, self.roles, self.ticks, home)
        return Side(team=team, client=client, mail=Mail(client), people=people)

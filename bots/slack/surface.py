"""The Slack surface: one object that hears, answers and delivers."""

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from slack_bolt.async_app import AsyncApp
from slack_bolt.error import BoltUnhandledRequestError
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient
from starlette.applications import Starlette

from bots.conversation.alerts import Alerts
from bots.conversation.channels import channels_of
from bots.files import FileShelf
from bots.ports import DraftCheck, Health, NoHealth, Roles
from bots.settings.surfaces import SlackSettings
from bots.slack.home.tab import Home
from bots.slack.http import http_app
from bots.slack.incoming.agent import Agent
from bots.slack.incoming.asking import Asking
from bots.slack.incoming.dialogs import Dialogs
from bots.slack.incoming.drafting import Drafting
from bots.slack.incoming.following import Following
from bots.slack.incoming.hearing import Hearing
from bots.slack.incoming.manifest import COMMAND
from bots.slack.incoming.pressing import Pressing
from bots.slack.incoming.searching import Searching
from bots.slack.installing.oauth import Installations, listen_for_removal
from bots.slack.installing.one_workspace import OneWorkspace
from bots.slack.installing.only_our_team import OnlyOurTeam
from bots.slack.installing.organisations import TeamOfPayload
from bots.slack.postman import SlackPostman
from bots.slack.sending.streaming import Streams
from bots.slack.sides import OneToken, Sides
from bots.slack.socket import SocketConnection
from bots.slack.strangers import Strangers
from review.ports.desk import Desk

_log = logging.getLogger(__name__)
_TIMEOUT_SECONDS = 10


class NoFindings:
    """Nothing is checked before it is sent; the pipeline checks all of it."""

    async def findings(self, checkpoint: str, sql: str) -> tuple[str, ...] | None:
        del checkpoint, sql
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What the surface may look at beside the desk. `state` keeps tokens of many workspaces."""

    health: Health = field(default_factory=NoHealth)
    drafts: DraftCheck = field(default_factory=NoFindings)
    files: FileShelf | None = None
    state: Path = Path(".countersign/slack")


class SlackSurface:
    """Slack, over HTTP (`app` is the ASGI app) or Socket Mode; `postman` delivers notices."""

    def __init__(
        self,
        settings: SlackSettings,
        desk: Desk,
        roles: Roles,
        *,
        beside: Beside | None = None,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        beside, secret = beside or Beside(), settings.signing_secret.get_secret_value()
        token = settings.bot_token.get_secret_value()
        client = AsyncWebClient(
            token=token or None, base_url=settings.api_url, timeout=_TIMEOUT_SECONDS
        )
        many = Installations(settings, beside.state, client) if settings.many_workspaces else None
        self.bolt = AsyncApp(
            name="countersign",
            # With a token of its own Bolt would ask who it is with each of the first requests.
            client=AsyncWebClient(base_url=settings.api_url, timeout=_TIMEOUT_SECONDS),
            authorize=None if many else OneWorkspace(client),
            signing_secret=secret,
            process_before_response=False,
            # The route has looked at the signature before; a socket needs none.
            request_verification_enabled=False,
            attaching_conversation_kwargs_enabled=False,
            raise_error_for_unhandled_request=True,
            oauth_settings=many.oauth if many else None,
        )
        self.bolt.error(_failed)
        self.bolt.use(OnlyOurTeam() if many is None else TeamOfPayload(many.seen))
        self.sides = Sides(
            tokens=many or OneToken(token=token),
            api_url=settings.api_url,
            roles=roles,
            ticks=ticks,
        )
        listen_for_removal(self.bolt, self.sides, many, Alerts(desk, roles))
        self._hearing = _listen(self.bolt, settings, desk, self.sides, beside)
        self.live = Streams()
        self.postman = SlackPostman(self.sides, ticks, self.live)
        self.app: Starlette = http_app(self.bolt, secret)
        self._socket: SocketConnection | None = None

    async def start(self) -> None:
        """Connect in Socket Mode; HTTP needs no connection."""
        if self._settings.mode == "socket":
            token = self._settings.app_token.get_secret_value()
            self._socket = SocketConnection(self.bolt, token)
            await self._socket.open()
        self._hearing.start()

    async def stop(self) -> None:
        self.live.stop()
        if self._socket is not None:
            await self._socket.close()
            self._socket = None
        await self._hearing.stop()
        await self.sides.close()


def _listen(
    app: AsyncApp, settings: SlackSettings, desk: Desk, sides: Sides, beside: Beside
) -> Hearing:
    """What nobody takes is acknowledged all the same, so that comes last."""
    strangers = Strangers(frozenset(settings.allowed_teams), sides.tokens.organisation)
    # Bolt asks one listener after the other, so what comes most often stands first.
    channels = channels_of(settings.channels, settings.other_channels)
    hearing = Hearing(desk, sides, strangers, channels, beside.files)
    hearing.listen(app)
    Pressing(desk, sides, strangers, channels, Dialogs()).listen(app)
    Following(desk, sides, strangers, channels).listen(app)
    Asking(desk, sides, strangers, channels).listen(app, COMMAND)
    Drafting(sides, strangers, beside.drafts).listen(app)
    Searching(desk, strangers).listen(app)
    agent = Agent(sides, settings.suggestions)
    agent.listen(app)
    Home(desk, sides, strangers, beside.health).listen(app, agent)
    app.event(re.compile(".*"))(_let_go)
    return hearing


async def _failed(error: Exception) -> BoltResponse | None:
    """What Slack is told of what went wrong: a payload that nobody waits for is no fault here."""
    if isinstance(error, BoltUnhandledRequestError):
        _log.warning("Refused a request: it is about nothing that this app shows.")
        return BoltResponse(status=404, body="")
    _log.error("A request of Slack could not be carried out", exc_info=error)
    return None


async def _let_go() -> None:
    """Slack would deliver an event again that is not acknowledged."""

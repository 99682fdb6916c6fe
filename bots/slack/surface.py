"""The Slack surface: one object that hears, answers and delivers."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from slack_bolt.async_app import AsyncApp, AsyncBoltContext
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient
from starlette.applications import Starlette

from bots.conversation.charts import warm_up
from bots.ports import Roles
from bots.settings.values import SlackSettings
from bots.slack.hearing import Hearing
from bots.slack.home import Home
from bots.slack.http import http_app
from bots.slack.mail import Mail
from bots.slack.payloads import Json, installed_team
from bots.slack.people import SlackPeople
from bots.slack.postman import SlackPostman
from bots.slack.pressing import Pressing
from bots.slack.socket import SocketConnection
from review.desk import Desk

_log = logging.getLogger(__name__)
_TIMEOUT_SECONDS = 10
_COMMAND = "/ask"


class SlackSurface:
    """Slack, over HTTP (`app` is the ASGI app) or Socket Mode; `postman` delivers notices."""

    def __init__(
        self,
        settings: SlackSettings,
        desk: Desk,
        roles: Roles,
        *,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        client = AsyncWebClient(
            token=settings.bot_token.get_secret_value(),
            base_url=settings.api_url,
            timeout=_TIMEOUT_SECONDS,
        )
        mail, people = Mail(client), SlackPeople(client, roles, ticks)
        self.bolt = AsyncApp(
            name="countersign",
            client=client,
            signing_secret=settings.signing_secret.get_secret_value(),
            process_before_response=False,
        )
        self.bolt.use(only_our_team)
        Hearing(desk, people, mail).listen(self.bolt, _COMMAND)
        Pressing(desk, people, mail, client).listen(self.bolt)
        Home(client).listen(self.bolt)
        self.postman = SlackPostman(mail, ticks)
        self.app: Starlette = http_app(self.bolt, settings.signing_secret.get_secret_value())
        self._socket: SocketConnection | None = None
        self._warming: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Warm the drawing engine, and connect in Socket Mode; HTTP needs no connection."""
        self._warming = asyncio.create_task(asyncio.to_thread(warm_up))
        if self._settings.mode == "socket":
            token = self._settings.app_token.get_secret_value()
            self._socket = SocketConnection(self.bolt, token)
            await self._socket.open()

    async def stop(self) -> None:
        if self._warming is not None:
            await self._warming
        if self._socket is not None:
            await self._socket.close()
            self._socket = None


async def only_our_team(
    body: Json, context: AsyncBoltContext, next_: Callable[[], Awaitable[BoltResponse]]
) -> BoltResponse:
    """Events of a workspace that this app is not installed in are refused, without a retry."""
    authorized = context.authorize_result
    team = authorized.team_id if authorized else None
    if "event" in body and team is not None and installed_team(body) != team:
        _log.warning("Refused an event of workspace %s", installed_team(body))
        return BoltResponse(status=403, body="", headers={"X-Slack-No-Retry": "1"})
    if team is not None:
        context["team_id"] = team
    return await next_()

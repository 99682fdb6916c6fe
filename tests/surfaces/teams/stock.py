"""A bot as the SDK's own adapter makes it, to show which of its faults ours stands clear of."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from botbuilder.core import TurnContext
from botbuilder.core.teams import TeamsActivityHandler
from botbuilder.integration.aiohttp import CloudAdapter
from botbuilder.schema import Activity, AdaptiveCardInvokeResponse, Entity
from botframework.connector.auth import (
    BotFrameworkAuthenticationFactory,
    PasswordServiceClientCredentialFactory,
)
from typing_extensions import override

from tests.surfaces.teams.client import ANA, TeamsClient
from tests.surfaces.teams.fake_connector import APP, ISSUER, TENANT, Microsoft, microsoft

AI_LABEL = {"@type": "Message", "additionalType": ["AIGeneratedContent"]}


class Handler(TeamsActivityHandler):  # type: ignore[misc]  # the SDK ships no types
    """Hears questions and answers as the SDK's own samples do."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    @override
    async def on_message_activity(self, turn_context: Any) -> None:
        self.heard.append(TurnContext.remove_recipient_mention(turn_context.activity).strip())
        label = Entity(type="https://schema.org/Message", additional_properties=AI_LABEL)
        await turn_context.send_activity(Activity(type="message", text="x", entities=[label]))

    @override
    async def on_adaptive_card_invoke(self, turn_context: Any, invoke_value: Any) -> Any:
        kind = "application/vnd.microsoft.activity.message"
        return AdaptiveCardInvokeResponse(status_code=200, type=kind, value="ok")


@dataclass
class StockBot:
    """The SDK's adapter behind HTTP."""

    microsoft: Microsoft
    client: TeamsClient
    handler: Handler
    credentials: Any
    errors: list[BaseException] = field(default_factory=list)

    @property
    def heard(self) -> list[str]:
        return self.handler.heard

    async def labelled(self) -> list[Any]:
        """The entities of an answer."""
        await self.client.post(self.client.message(ANA, ANA.chat, "how many orders?"))
        (message,) = self.microsoft.in_(ANA.chat)
        found: list[Any] = message.now["entities"]
        return found

    async def signing(self) -> Any:
        """What signs the messages of one turn."""
        endpoint = "https://login.microsoftonline.com/"
        return await self.credentials.create_credentials(APP, "scope", endpoint, False)

    async def idle(self) -> None:
        """It does everything before it answers."""


@asynccontextmanager
async def stock(app_id: str = APP) -> AsyncIterator[StockBot]:
    """The stock bot, running. It blocks this loop, so Microsoft's side has a thread of its own."""
    with elsewhere() as fake:
        credentials = PasswordServiceClientCredentialFactory(app_id, "secret", TENANT)
        adapter, handler = an_adapter(fake, credentials), Handler()
        bot = StockBot(fake, TeamsClient(fake, "", signs=bool(app_id)), handler, credentials)

        async def on_error(_context: Any, error: BaseException) -> None:
            bot.errors.append(error)

        adapter.on_turn_error = on_error

        async def process(request: web.Request) -> Any:
            return await adapter.process(request, handler)

        async with served(process) as url:
            bot.client.bot_url = url
            yield bot


def an_adapter(fake: Microsoft, credentials: Any = None) -> Any:
    """The SDK's own adapter."""
    credentials = credentials or PasswordServiceClientCredentialFactory(APP, "secret", TENANT)
    return CloudAdapter(_authentication(credentials, fake))


def _authentication(credentials: Any, fake: Microsoft) -> Any:
    """The SDK's defaults; with an app id, its keys and tokens come from the fake."""
    if not credentials.app_id:
        return BotFrameworkAuthenticationFactory.create(credential_factory=credentials)
    return BotFrameworkAuthenticationFactory.create(
        to_channel_from_bot_login_url=f"{fake.url}/login",
        to_channel_from_bot_oauth_scope=fake.cloud.scope,
        to_bot_from_channel_token_issuer=ISSUER,
        to_bot_from_channel_open_id_metadata_url=fake.cloud.keys_url,
        to_bot_from_emulator_open_id_metadata_url=fake.cloud.keys_url,
        oauth_url=f"{fake.url}/oauth",
        credential_factory=credentials,
    )


@asynccontextmanager
async def served(process: Any) -> AsyncIterator[str]:
    """The URL of the SDK's own web server."""
    app = web.Application()
    app.router.add_post("/api/messages", process)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        host, port = runner.addresses[0][:2]
        yield f"http://{host}:{port}"
    finally:
        await runner.cleanup()


@contextmanager
def elsewhere() -> Iterator[Microsoft]:
    """Microsoft's side on a loop and in a thread of its own."""
    started, loop = threading.Event(), asyncio.new_event_loop()
    stop, running = asyncio.Event(), []

    async def run() -> None:
        async with microsoft() as fake:
            fake.guarded = False
            running.append(fake)
            started.set()
            await stop.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(run()))
    thread.start()
    started.wait(10)
    try:
        yield running[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
        loop.close()

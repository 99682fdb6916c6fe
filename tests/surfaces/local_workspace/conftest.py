"""A local workspace with a small real Bolt app behind it, both on loopback."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import Browser, Page
from slack_bolt.adapter.starlette.async_handler import AsyncSlackRequestHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bots.local_workspace import AppProfile, LocalWorkspace, UserGroup, WorkspacePlan
from bots.local_workspace.loopback import on_loopback
from bots.local_workspace.people import DEMO_CHANNELS, DEMO_PEOPLE, Json
from tests.surfaces.local_workspace.samples import MODAL, YES_OR_NO

PLAN = WorkspacePlan(
    app=AppProfile(suggestions=("How many orders per month?", "Net revenue by region")),
    groups=(UserGroup(id="S0REVIEW", handle="reviewers", members=("U0RUI",)),),
    people=DEMO_PEOPLE,
    channels=DEMO_CHANNELS,
)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@dataclass(frozen=True, slots=True)
class Slack:
    """The workspace, the app that lives in it, and the app's client."""

    local: LocalWorkspace
    app: AsyncApp
    client: AsyncWebClient


def bolt_app(local: LocalWorkspace) -> AsyncApp:
    profile = local.workspace.app
    client = AsyncWebClient(token=profile.bot_token, base_url=local.api_url)
    return AsyncApp(client=client, signing_secret=profile.signing_secret)


@asynccontextmanager
async def served(app: AsyncApp) -> AsyncIterator[str]:
    """The app behind a real HTTP server; gives its URL."""
    handler = AsyncSlackRequestHandler(app)

    async def endpoint(request: Request) -> Response:
        return await handler.handle(request)

    web = Starlette(routes=[Route("/slack/events", endpoint, methods=["POST"])])
    async with on_loopback(web, patience=1) as url:
        yield f"{url}/slack/events"


@asynccontextmanager
async def running(**settings: Any) -> AsyncIterator[Slack]:
    settings = {"retry_delays": (0.0, 0.0, 0.0), **settings}
    async with LocalWorkspace(settings.pop("plan", PLAN), **settings) as local:
        app = bolt_app(local)
        async with served(app) as url:
            local.connect_app(url)
            yield Slack(local, app, app.client)


@pytest.fixture
async def slack() -> AsyncIterator[Slack]:
    async with running() as started:
        yield started


async def page_of(browser: Browser, slack: Slack, person: str, place: str = "") -> Page:
    page = await browser.new_page()
    page.set_default_timeout(10_000)
    await page.goto(f"{slack.local.page_url(person)}#{place}")
    await page.wait_for_selector(".sidebar .brand")
    return page


def answering(slack: Slack) -> list[Json]:
    """An app that asks back with buttons and opens a modal; returns the clicks it got."""
    clicks: list[Json] = []

    @slack.app.event("app_mention")
    async def ask(event: Json, say: Any) -> None:
        await say(text="Run it?", blocks=YES_OR_NO, thread_ts=event["ts"])

    @slack.app.action("yes")
    async def yes(ack: Any, body: Json, client: Any) -> None:
        await ack()
        clicks.append(body)
        await client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    @slack.app.action("region")
    async def region(ack: Any, body: Json) -> None:
        await ack()
        clicks.append(body)

    @slack.app.view("why")
    async def why(ack: Any, view: Json, client: Any) -> None:
        await ack()
        text = view["state"]["values"]["reason"]["text"]["value"]
        await client.chat_postMessage(channel="C0REVIEWS", text=f"Reason: {text}")

    return clicks

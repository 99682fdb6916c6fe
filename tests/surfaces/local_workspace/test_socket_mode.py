"""The same Bolt app over Socket Mode instead of HTTP."""

import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler

from bots.local_workspace import LocalWorkspace
from bots.local_workspace.people import Json
from tests.surfaces.local_workspace.conftest import PLAN, Slack, bolt_app
from tests.surfaces.local_workspace.samples import YES_OR_NO

SOCKET_PLAN = dataclasses.replace(PLAN, socket_mode=True)


@asynccontextmanager
async def connected(connections: int = 1) -> AsyncIterator[tuple[Slack, list[Any]]]:
    async with LocalWorkspace(SOCKET_PLAN, retry_delays=(0.0,)) as local:
        app = bolt_app(local)
        token = local.workspace.app.app_token
        handlers = []
        for _ in range(connections):
            handler: Any = AsyncSocketModeHandler(app, token, web_client=app.client)
            await handler.connect_async()
            handlers.append(handler)
        try:
            yield Slack(local, app, app.client), handlers
        finally:
            for handler in handlers:
                await handler.close_async()


async def test_events_and_clicks_arrive_through_the_websocket() -> None:
    async with connected() as (slack, _):

        @slack.app.event("app_mention")
        async def ask(event: Json, say: Any) -> None:
            await say(text="?", blocks=YES_OR_NO, thread_ts=event["ts"])

        @slack.app.action("yes")
        async def yes(ack: Any, respond: Any) -> None:
            await ack()
            await respond(text="done", replace_original=True)

        asked = slack.local.post_as("ana", "ask-data", "@Countersign orders?")
        thread = await slack.local.wait_for(
            lambda: slack.local.messages("ask-data", asked["ts"])[1:]
        )
        reply = await slack.local.click("ana", thread[0], "yes")
        await slack.local.wait_for(lambda: thread[0]["text"] == "done")

        assert reply.ok


async def test_each_event_goes_to_one_connection_only() -> None:
    seen: list[str] = []
    async with connected(connections=2) as (slack, _):

        @slack.app.event("message")
        async def note(event: Json) -> None:
            seen.append(event["text"])

        for number in range(6):
            slack.local.post_as("ana", "dm", str(number))
        await slack.local.settle()
        await slack.local.wait_for(lambda: len(seen) == 6)

    assert sorted(seen) == list("012345")


async def test_without_a_connection_the_person_is_told_that_the_app_is_not_running() -> None:
    async with LocalWorkspace(SOCKET_PLAN, retry_delays=()) as local:
        reply = await local.slash("ana", "ask-data", "/ask", "orders?")

        assert local.doings.sorry(reply).startswith("Countersign is not running")

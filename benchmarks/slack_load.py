"""Signed Slack events and clicks at rate: this app beside bare Bolt listeners, in the same run.

All sides are real ASGI apps that are called in this process, so that no network is measured. The
app keeps every question and every click in a ledger (a SQLite file unless `--ledger` names another)
before it acknowledges; the bare listeners do nothing at all.

- `ratio`: against Bolt as its documentation deploys it, with its own route and signature check
- `of_own_route_empty`: against the same listeners behind our own route

The last line is JSON.
"""

import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlencode

import httpx
from pydantic import SecretStr
from slack_bolt.adapter.starlette.async_handler import AsyncSlackRequestHandler
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from starlette.applications import Starlette
from starlette.routing import Route

from benchmarks.load_runs import WARM, Json, Send, client_of, compared, run, warm
from benchmarks.quiet_office import (
    EverybodyAsks,
    decided,
    decisions_kept,
    open_cards,
    questions_kept,
    quiet_office,
)
from benchmarks.simulated_slack import PEOPLE, simulated_slack
from bots.cards import Press, Verb
from bots.conversation.presses import encode
from bots.settings.surfaces import SlackSettings
from bots.slack.http import http_app
from bots.slack.surface import SlackSurface
from pipeline.people import Person
from review.ledger.threads import Thread
from review.office.review_office import Office
from review.ports.desk import Incoming

_SECRET = "benchmark"  # noqa: S105 - signs requests to this process alone
_EMPTY = "own_route_empty"
_TEAM, _CHANNEL, _BOT = "T0LOCAL", "C0ASKDATA", "U0COUNTERSIGN"


def signed(body: bytes, kind: str) -> Mapping[str, str]:
    moment = str(int(time.time()))
    digest = hmac.new(_SECRET.encode(), f"v0:{moment}:".encode() + body, hashlib.sha256)
    return {
        "Content-Type": kind,
        "X-Slack-Request-Timestamp": moment,
        "X-Slack-Signature": f"v0={digest.hexdigest()}",
    }


def event(number: int, text: str = "") -> bytes:
    said = {
        "type": "app_mention",
        "user": f"U{number % PEOPLE:05d}",
        "text": f"<@{_BOT}> {text or f'how many orders, number {number}?'}",
        "ts": f"{number}.000100",
        "channel": _CHANNEL,
    }
    envelope = {
        "type": "event_callback",
        "team_id": _TEAM,
        "event_id": f"Ev{number}",
        "event": said,
        "is_ext_shared_channel": False,
    }
    return json.dumps(envelope).encode()


def click(number: int, card: tuple[str, str]) -> bytes:
    checkpoint, nonce = card
    press = Press(verb=Verb.CHOOSE, subject=checkpoint, nonce=nonce, question="q", choice="a")
    action = {"type": "button", "action_id": "press.choose.0", "block_id": "b"}
    payload = {
        "type": "block_actions",
        "user": {"id": f"U{number % PEOPLE:05d}", "team_id": _TEAM},
        "team": {"id": _TEAM},
        "channel": {"id": _CHANNEL},
        "container": {"type": "message", "message_ts": "1.1", "channel_id": _CHANNEL},
        "message": {"ts": "1.1"},
        "trigger_id": f"t{number}",
        "actions": [action | {"value": encode(press)}],
    }
    return urlencode({"payload": json.dumps(payload)}).encode()


def is_click(number: int) -> bool:
    """Every fifth request is one."""
    return number % 5 == 4


def clicked(number: int) -> Incoming:
    """The question whose card the click of this number is on."""
    thread = Thread(surface="slack", tenant=_TEAM, channel=_CHANNEL, root=f"card{number}")
    asker = Person(id=f"slack:{_TEAM}:U{number % PEOPLE:05d}", name="Somebody")
    return Incoming(event=f"card{number}", text="how many orders?", thread=thread, asker=asker)


def sender(client: httpx.AsyncClient, cards: Mapping[int, tuple[str, str]]) -> Send:
    async def send(number: int) -> bool:
        body = click(number, cards[number]) if is_click(number) else event(number)
        kind = "application/x-www-form-urlencoded" if is_click(number) else "application/json"
        answer = await client.post("/slack/events", content=body, headers=signed(body, kind))
        return answer.status_code == httpx.codes.OK

    return send


def bare_app(*, own_route: bool = False) -> Starlette:
    """Bolt with listeners that do nothing, behind its own route or behind ours."""

    async def authorize() -> AuthorizeResult:
        return AuthorizeResult(
            enterprise_id=None,
            team_id=_TEAM,
            bot_user_id=_BOT,
            bot_token="xoxb-bare",  # noqa: S106
        )

    app = AsyncApp(
        signing_secret=_SECRET, authorize=authorize, request_verification_enabled=not own_route
    )

    async def nothing() -> None:
        return

    async def acknowledged(ack: Callable[[], Awaitable[None]]) -> None:
        await ack()

    app.event("app_mention")(nothing)
    app.action("press.choose.0")(acknowledged)
    if own_route:
        return http_app(app, _SECRET)
    stock = AsyncSlackRequestHandler(app)
    return Starlette(routes=[Route("/slack/events", stock.handle, methods=["POST"])])


@asynccontextmanager
async def whole_app(ledger_url: str) -> AsyncIterator[tuple[Starlette, Office, Any]]:
    """The real surface on the real review layer; people are looked up in a simulated Slack."""
    async with (
        simulated_slack() as (api_url, token),
        quiet_office(ledger_url) as (office, ledger),
    ):
        settings = SlackSettings(
            bot_token=SecretStr(token), signing_secret=SecretStr(_SECRET), api_url=api_url
        )
        surface = SlackSurface(settings, office.desk, EverybodyAsks())
        try:
            yield surface.app, office, ledger
        finally:
            await surface.sides.close()


async def measured(count: int, paced: int, ledger_url: str) -> Json:
    """Both sides by turns, then the whole one at half of what it can do."""
    async with (
        whole_app(ledger_url) as (app, office, ledger),
        client_of(app) as ours,
        client_of(bare_app()) as bare,
        client_of(bare_app(own_route=True)) as empty,
    ):
        clicks = [number for number in range(-WARM, count + paced) if is_click(number)]
        opened = await open_cards(office, ledger, map(clicked, clicks))
        cards, before = dict(zip(clicks, opened, strict=True)), await questions_kept(ledger)
        sides = [await warm(sender(each, cards)) for each in (bare, ours, empty)]
        found = await compared(sides[0], sides[1], count, paced, {_EMPTY: sides[2]})
        asked = sum(not is_click(number) for number in range(-WARM, count + paced))
        lost = asked - (await questions_kept(ledger) - before)
        # A click is acknowledged before it is carried out: let the last ones come to their end.
        await decided(ledger, len(clicks))
        lost += len(clicks) - await decisions_kept(ledger)
        of_empty = round(found.whole.rate / found.beside[_EMPTY].rate, 2)
        kept = {"questions": asked, "clicks": len(clicks), "lost": lost}
        return found.summary() | {"of_own_route_empty": of_empty} | kept


def main() -> None:
    run("slack_load", __doc__, measured)


if __name__ == "__main__":
    main()

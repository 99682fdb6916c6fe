"""Signed Teams messages and presses at rate: this app beside two bare ones, in the same run.

All three listen on loopback, and one client in this process sends them the same requests by turns.

- the app: keeps every question and every press in a ledger (a SQLite file unless `--ledger` names
  another) before it answers
- `of_stock_sdk`: against a bot that does nothing, as the SDK's own samples deploy one: its adapter,
  its token check and its web server (most of its time, it makes new clients for the turn)
- `of_own_route_empty`: against our own route and token check with nothing behind them, on the web
  server that we run on

The CPU time of each side has the client's in it. The last line is JSON.
"""

import datetime as dt
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import ClientSession, TCPConnector
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.routing import Route

from benchmarks.load_runs import WARM, Compared, Json, Send, compared, run, warm
from benchmarks.quiet_office import (
    EverybodyAsks,
    decisions_kept,
    open_cards,
    questions_kept,
    quiet_office,
)
from benchmarks.stock_teams import stock_bot
from bots.cards import Press, Verb
from bots.conversation.presses import encode
from bots.local_workspace.loopback import on_loopback
from bots.settings.surfaces import TeamsSettings
from bots.teams.http import PATH, Messages
from bots.teams.sending.references import LedgerReferences
from bots.teams.surface import Surroundings, TeamsSurface
from pipeline.people import Person
from review.adapters.sql_ledger import SqlLedger
from review.ledger.threads import Thread
from review.office.review_office import Office
from review.ports.desk import Incoming
from tests.surfaces.teams.client import CHANNEL, Colleague, TeamsClient
from tests.surfaces.teams.fake_connector import APP, TENANT, Microsoft
from tests.surfaces.teams.stock import elsewhere

# Below what the servers keep: none is closed in the moment in which it is used again.
_KEPT_S = 2.0
_EMPTY = "own_route_empty"
_ACKNOWLEDGED = frozenset({200, 201})
_PEOPLE = tuple(Colleague(f"P{at}") for at in range(50))


class DoesNothing:
    """The turn of the bare side."""

    async def turn(self, activity: Json) -> Json | None:
        return {} if activity["type"] == "invoke" else None


def is_press(number: int) -> bool:
    """Every fifth request is one."""
    return number % 5 == 4


def by(number: int) -> Colleague:
    return _PEOPLE[number % len(_PEOPLE)]


def pressed(number: int) -> Incoming:
    """The question whose card the press of this number is on."""
    thread = Thread(surface="teams", tenant=TENANT, channel=CHANNEL, root=f"card{number}")
    asker = Person(id=by(number).id, name=by(number).name)
    return Incoming(event=f"card{number}", text="how many orders?", thread=thread, asker=asker)


def sender(at: str, client: ClientSession, fake: Microsoft, cards: Mapping[int, Any]) -> Send:
    teams, url = TeamsClient(fake, ""), f"{at}{PATH}"
    headers = {"Authorization": f"Bearer {fake.signers[0].token(fake.service_url)}"}

    def activity(number: int) -> Json:
        where = f"{CHANNEL};messageid={number}"
        if not is_press(number):
            return teams.message(by(number), where, "how many orders?") | {"id": str(number)}
        checkpoint, nonce = cards[number]
        press = Press(verb=Verb.CHOOSE, subject=checkpoint, nonce=nonce, question="q", choice="a")
        value = {"action": {"verb": "press", "data": {"p": encode(press)}}}
        name = "adaptiveCard/action"
        return teams.activity("invoke", by(number), where, name=name, value=value)

    async def send(number: int) -> bool:
        async with client.post(url, json=activity(number), headers=headers) as answer:
            await answer.read()
            return answer.status in _ACKNOWLEDGED

    return send


def now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)  # noqa: TID251 - a benchmark measures real time


@asynccontextmanager
async def ours(
    fake: Microsoft, ledger_url: str
) -> AsyncIterator[tuple[TeamsSurface, Office, SqlLedger]]:
    """The real surface on the real review layer; Microsoft is the tests' fake."""
    async with quiet_office(ledger_url) as (office, ledger):
        settings = TeamsSettings(app_id=APP, app_password=SecretStr("secret"), tenant=TENANT)
        around = Surroundings(
            clock=now,
            host="127.0.0.1",
            references=LedgerReferences(ledger, now),
            cloud=fake.cloud,
        )
        surface = TeamsSurface(settings, office.desk, EverybodyAsks(), around)
        yield surface, office, ledger
        await surface.stop()


def empty_route(surface: TeamsSurface) -> Starlette:
    """Our own route and token check, and nothing behind them."""
    nothing = Messages(surface.adapter, DoesNothing())
    return Starlette(routes=[Route(PATH, nothing.answer, methods=["POST"])])


async def measured(count: int, paced: int, ledger_url: str) -> Json:
    """All sides by turns, then the whole one at half of what it can do."""
    presses = [number for number in range(-WARM, count + paced) if is_press(number)]
    # The stock side fetches keys in a way that holds up its loop: they come from another thread.
    with elsewhere() as fake:
        async with (
            ours(fake, ledger_url) as (surface, office, ledger),
            on_loopback(surface.app, patience=1) as whole,
            on_loopback(empty_route(surface), patience=1) as empty,
            stock_bot(fake) as stock,
            ClientSession(connector=TCPConnector(keepalive_timeout=_KEPT_S)) as client,
        ):
            opened = await open_cards(office, ledger, map(pressed, presses))
            cards, before = dict(zip(presses, opened, strict=True)), await questions_kept(ledger)
            stock_side, empty_side, whole_side = [
                await warm(sender(at, client, fake, cards)) for at in (stock, empty, whole)
            ]
            found = await compared(stock_side, whole_side, count, paced, {_EMPTY: empty_side})
            lost = count + paced + WARM - len(presses) - (await questions_kept(ledger) - before)
            lost += len(presses) - await decisions_kept(ledger)
            return summary(found) | {"presses": len(presses), "lost": lost}


def summary(found: Compared) -> Json:
    """The figures under the names of the sides."""
    stock, empty, whole, paced = found.bare, found.beside[_EMPTY], found.whole, found.paced
    return {
        "per_second": round(whole.rate),
        "stock_sdk_per_second": round(stock.rate),
        "own_route_empty_per_second": round(empty.rate),
        "of_stock_sdk": round(whole.rate / stock.rate, 2),
        "of_own_route_empty": round(whole.rate / empty.rate, 2),
        "cpu_ms": round(whole.cpu_ms, 2),
        "stock_sdk_cpu_ms": round(stock.cpu_ms, 2),
        "own_route_empty_cpu_ms": round(empty.cpu_ms, 2),
        "p50_ms_at_half": round(paced.percentile(0.5), 1),
        "p99_ms_at_half": round(paced.percentile(0.99), 1),
        "requests": len(whole.latencies) + len(paced.latencies),
        "refused": stock.refused + empty.refused + whole.refused + paced.refused,
        "memory_mb": [round(each, 1) for each in found.memory],
    }


def main() -> None:
    run("teams_load", __doc__, measured)


if __name__ == "__main__":
    main()

"""Signed Teams messages and presses at rate: this app beside a bare adapter, in the same run.

Both sides are real ASGI apps that are called in this process, with the real check of every token.
The app keeps every question and every press in a ledger (a SQLite file unless `--ledger` names
another) before it answers; the bare adapter runs the SDK's turn and nothing in it. The last line
is JSON.
"""

import datetime as dt
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.routing import Route

from benchmarks.load_runs import WARM, Json, Send, client_of, compared, run, warm
from benchmarks.quiet_office import (
    EverybodyAsks,
    decisions_kept,
    open_cards,
    questions_kept,
    quiet_office,
)
from bots.cards import Press, Verb
from bots.conversation.presses import encode
from bots.settings.surfaces import TeamsSettings
from bots.teams.http import PATH, Messages
from bots.teams.references import LedgerReferences
from bots.teams.surface import Surroundings, TeamsSurface
from pipeline.people import Person
from review.desk import Incoming
from review.office import Office
from review.threads import Thread
from tests.surfaces.teams.client import CHANNEL, Colleague, TeamsClient
from tests.surfaces.teams.fake_connector import APP, TENANT, Microsoft, microsoft

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


def sender(client: httpx.AsyncClient, fake: Microsoft, cards: Mapping[int, Any]) -> Send:
    teams, url = TeamsClient(fake, ""), PATH
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
        answer = await client.post(url, json=activity(number), headers=headers)
        return answer.status_code == httpx.codes.OK

    return send


def now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)  # noqa: TID251 - a benchmark measures real time


@asynccontextmanager
async def both(ledger_url: str) -> AsyncIterator[tuple[TeamsSurface, Microsoft, Office, Any]]:
    """The real surface on the real review layer; Microsoft is the tests' fake."""
    async with microsoft() as fake, quiet_office(ledger_url) as (office, ledger):
        settings = TeamsSettings(app_id=APP, app_password=SecretStr("secret"), tenant=TENANT)
        around = Surroundings(
            clock=now,
            host="127.0.0.1",
            references=LedgerReferences(ledger, now),
            cloud=fake.cloud,
        )
        surface = TeamsSurface(settings, office.desk, EverybodyAsks(), around)
        yield surface, fake, office, ledger
        await surface.stop()


async def measured(count: int, paced: int, ledger_url: str) -> Json:
    """Both sides by turns, then the whole one at half of what it can do."""
    async with both(ledger_url) as (surface, fake, office, ledger):
        presses = [number for number in range(-WARM, count + paced) if is_press(number)]
        opened = await open_cards(office, ledger, map(pressed, presses))
        cards, before = dict(zip(presses, opened, strict=True)), await questions_kept(ledger)
        nothing = Messages(surface.adapter, DoesNothing())
        bare_app = Starlette(routes=[Route(PATH, nothing.answer, methods=["POST"])])
        async with client_of(bare_app) as bare, client_of(surface.app) as ours:
            sides = [await warm(sender(each, fake, cards)) for each in (bare, ours)]
            found = await compared(sides[0], sides[1], count, paced)
        asked = sum(not is_press(number) for number in range(-WARM, count + paced))
        lost = asked - (await questions_kept(ledger) - before)
        lost += len(presses) - await decisions_kept(ledger)
        return found.summary() | {"questions": asked, "presses": len(presses), "lost": lost}


def main() -> None:
    run("teams_load", __doc__, measured)


if __name__ == "__main__":
    main()

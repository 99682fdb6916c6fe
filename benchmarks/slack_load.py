"""Signed Slack events and clicks at rate: this app beside a bare Bolt listener, in the same run.

Both sides are real ASGI apps that are called in this process, so that no network is measured. The
app keeps every question and every click in a ledger (a SQLite file unless `--ledger` names another)
before it acknowledges; the bare listener does nothing at all. The last line is JSON.
"""

import argparse
import asyncio
import datetime as dt
import gc
import hashlib
import hmac
import itertools
import json
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import urlencode

import httpx
from pydantic import SecretStr
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from starlette.applications import Starlette

from bots.cards import Press, Verb
from bots.conversation.presses import encode
from bots.local_workspace import LocalWorkspace, WorkspacePlan
from bots.local_workspace import Person as Member
from bots.settings.values import SlackSettings
from bots.slack.http import http_app
from bots.slack.surface import SlackSurface
from pipeline.checkpoint import Ask, CheckpointKind, Option, Question
from pipeline.flow import Pause
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from review.adapters.open_ledger import open_ledger
from review.case_worker import Outside
from review.in_process import InProcessDispatcher
from review.notices import Delivery
from review.office import Office, Ports
from review.policy import ReviewPolicy
from review.promotion import Verdicted
from review.settings import Around, ReviewSettings
from review.threads import Thread

Json: TypeAlias = dict[str, Any]
Send: TypeAlias = Callable[[int], Awaitable[bool]]
_SECRET = "benchmark"  # noqa: S105 - signs requests to this process alone
_TEAM, _CHANNEL, _BOT = "T0LOCAL", "C0ASKDATA", "U0COUNTERSIGN"
_MOST_AT_ONCE = 32
_PEOPLE = 50
_WARM = 250
_PERSONS = tuple(
    Member(id=f"U{at:05d}", name=f"person{at}", real_name=f"Person {at}") for at in range(_PEOPLE)
)


@dataclass(kw_only=True)
class Measured:
    """Acknowledgements of one side."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    refused: int = 0

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds if self.seconds else 0.0

    def percentile(self, part: float) -> float:
        """Milliseconds."""
        ordered = sorted(self.latencies)
        return ordered[min(int(len(ordered) * part), len(ordered) - 1)] * 1_000 if ordered else 0.0


class OneStep:
    """A flow that asks one question and never gets further."""

    names = ("ask",)

    async def run(self, name: str, state: RunState) -> Pause:
        del name
        question = Question(id="q", text="Which?", options=(Option(id="a", label="A"),))
        ask = Ask(kind=CheckpointKind.CLARIFICATION, title="Which?", questions=(question,))
        return Pause(state=state, ask=ask)


class Nothing:
    """Delivers nowhere, promotes nothing: acknowledgements alone are measured."""

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        return f"{thread.channel}/{delivery.key}"

    async def find(self, thread: Thread, key: str) -> str | None:
        del thread, key
        return None

    async def propose(self, verdicted: Verdicted) -> None:
        del verdicted

    async def approve(self, verdicted: Verdicted) -> None:
        del verdicted

    async def reject(self, verdicted: Verdicted) -> None:
        del verdicted

    async def rerun(self, answer: Answer, sql: str, asker: Person) -> Answer | Refusal:
        del sql, asker
        return answer


class EverybodyAsks:
    """One role for everybody."""

    groups: frozenset[str] = frozenset()

    def of(self, person: str, groups: frozenset[str]) -> frozenset[str]:
        del person, groups
        return frozenset({"analyst"})

    def name(self, person: str) -> str:
        return person


def signed(body: bytes, kind: str) -> Mapping[str, str]:
    moment = str(int(time.time()))
    digest = hmac.new(_SECRET.encode(), f"v0:{moment}:".encode() + body, hashlib.sha256)
    return {
        "Content-Type": kind,
        "X-Slack-Request-Timestamp": moment,
        "X-Slack-Signature": f"v0={digest.hexdigest()}",
    }


def event(number: int) -> bytes:
    said = {
        "type": "app_mention",
        "user": f"U{number % _PEOPLE:05d}",
        "text": f"<@{_BOT}> how many orders, number {number}?",
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


def click(number: int) -> bytes:
    press = Press(verb=Verb.CHOOSE, subject=f"none-{number}", nonce="n", question="q", choice="a")
    action = {"type": "button", "action_id": "press.choose.0", "block_id": "b"}
    payload = {
        "type": "block_actions",
        "user": {"id": f"U{number % _PEOPLE:05d}", "team_id": _TEAM},
        "team": {"id": _TEAM},
        "channel": {"id": _CHANNEL},
        "container": {"type": "message", "message_ts": "1.1", "channel_id": _CHANNEL},
        "message": {"ts": "1.1"},
        "trigger_id": f"t{number}",
        "actions": [action | {"value": encode(press)}],
    }
    return urlencode({"payload": json.dumps(payload)}).encode()


def sender(app: Starlette, client: httpx.AsyncClient) -> Send:
    """Every fifth request is a click."""
    del app

    async def send(number: int) -> bool:
        is_click = number % 5 == 4
        body = click(number) if is_click else event(number)
        kind = "application/x-www-form-urlencoded" if is_click else "application/json"
        answer = await client.post("/slack/events", content=body, headers=signed(body, kind))
        return answer.status_code == httpx.codes.OK

    return send


async def flat_out(send: Send, numbers: list[int], until: float) -> Measured:
    """As fast as it goes."""
    measured, waiting = Measured(), iter(numbers)
    began = time.perf_counter()

    async def work() -> None:
        for number in waiting:
            if time.perf_counter() > until:
                return
            await _timed(send, number, measured)

    await asyncio.gather(*(work() for _ in range(_MOST_AT_ONCE)))
    measured.seconds = time.perf_counter() - began
    return measured


async def at_rate(send: Send, numbers: list[int], rate: float, until: float) -> Measured:
    """One after the other at this rate, whether the one before is answered or not."""
    measured, began = Measured(), time.perf_counter()
    tasks: list[asyncio.Task[None]] = []
    for place, number in enumerate(numbers):
        due = began + place / rate
        if due > until:
            break
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        tasks.append(asyncio.create_task(_timed(send, number, measured)))
    await asyncio.gather(*tasks)
    measured.seconds = time.perf_counter() - began
    return measured


async def _timed(send: Send, number: int, measured: Measured) -> None:
    began = time.perf_counter()
    well = await send(number)
    measured.latencies.append(time.perf_counter() - began)
    measured.refused += not well


def bare_app() -> Starlette:
    """Bolt with listeners that do nothing."""

    async def authorize() -> AuthorizeResult:
        return AuthorizeResult(
            enterprise_id=None,
            team_id=_TEAM,
            bot_user_id=_BOT,
            bot_token="xoxb-bare",  # noqa: S106
        )

    app = AsyncApp(signing_secret=_SECRET, authorize=authorize)

    async def nothing() -> None:
        return

    async def acknowledged(ack: Callable[[], Awaitable[None]]) -> None:
        await ack()

    app.event("app_mention")(nothing)
    app.action("press.choose.0")(acknowledged)
    return http_app(app, _SECRET)


@asynccontextmanager
async def whole_app(ledger_url: str) -> AsyncIterator[tuple[Starlette, Office, Any]]:
    """The real surface on the real review layer; people are looked up in a simulated Slack."""
    ids = itertools.count()
    around = Around(
        clock=lambda: dt.datetime.now(dt.UTC),  # noqa: TID251 - a benchmark measures real time
        ids=lambda: f"run{next(ids)}",
        nonces=lambda: f"nonce{next(ids)}",
        owner="benchmark",
        zone=lambda _workspace, _person: dt.UTC,
    )
    nothing, ledger = Nothing(), await open_ledger(ledger_url)
    ports = Ports(
        ledger=ledger,
        dispatcher=InProcessDispatcher(),
        flow=OneStep(),  # type: ignore[arg-type]  # a flow of one step
        postman=nothing,
        policies=lambda _workspace: ReviewPolicy(),
        outside=Outside(promoter=nothing, rerun=nothing),
    )
    office = Office(ports, around, ReviewSettings(per_person=0, in_all=0))
    async with LocalWorkspace(WorkspacePlan(people=_PERSONS)) as local:
        settings = SlackSettings(
            bot_token=SecretStr(local.workspace.app.bot_token),
            signing_secret=SecretStr(_SECRET),
            api_url=local.api_url,
        )
        surface = SlackSurface(settings, office.desk, EverybodyAsks())
        try:
            yield surface.app, office, ledger
        finally:
            await ledger.close()


async def measured(arguments: argparse.Namespace, ledger_url: str) -> Json:
    """Bare, whole, and whole at half of its own capacity."""
    until = time.perf_counter() + arguments.seconds
    part = arguments.seconds / 3
    numbers = list(range(_WARM, _WARM + arguments.count))
    async with whole_app(ledger_url) as (app, _, ledger), _client(app) as client:
        bare = bare_app()
        async with _client(bare) as bare_client:
            plain = await _warm(sender(bare, bare_client), "bare")
            bolt = await flat_out(plain, numbers, time.perf_counter() + part)
        ours = await _warm(sender(app, client), "whole")
        before = _memory()
        whole = await flat_out(ours, numbers, time.perf_counter() + part)
        later = [number + 10_000_000 for number in numbers]
        paced = await at_rate(ours, later, max(whole.rate / 2, 1.0), until)
        gc.collect()
        asked = sum(
            number % 5 != 4
            for number in (*numbers[: len(whole.latencies)], *later[: len(paced.latencies)])
        )
        kept = await _kept(ledger)
        return _summary(arguments, bolt, whole, paced) | {
            "questions_sent": asked,
            "lost": max(0, asked - kept),
            "memory_grew_mb": round(_memory() - before, 1),
        }


def _summary(
    arguments: argparse.Namespace, bolt: Measured, whole: Measured, paced: Measured
) -> Json:
    return {
        "benchmark": "slack_load",
        "ledger": arguments.ledger.partition(":")[0] or "sqlite",
        "bare_bolt_per_second": round(bolt.rate),
        "per_second": round(whole.rate),
        "ratio": round(whole.rate / bolt.rate, 2) if bolt.rate else 0.0,
        "p99_ms_at_half": round(paced.percentile(0.99), 1),
        "p50_ms_at_half": round(paced.percentile(0.5), 1),
        "refused": bolt.refused + whole.refused + paced.refused,
    }


def _client(app: Starlette) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app), base_url="http://app", timeout=60
    )


async def _warm(send: Send, name: str) -> Send:
    for number in range(_WARM):
        if not await send(number):
            message = f"the {name} side does not acknowledge"
            raise SystemExit(message)
    return send


async def _kept(ledger: Any) -> int:
    async with ledger.read() as pages:
        return len(await pages.runs.latest(1_000_000)) - sum(n % 5 != 4 for n in range(_WARM))


def _memory() -> float:
    """The most this process has held, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_024


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slack_load", description=__doc__)
    parser.add_argument("--count", type=int, default=2_000, help="requests of each side")
    parser.add_argument("--seconds", type=float, default=60.0, help="at most, in all")
    parser.add_argument("--ledger", default="", help="a database URL; none: a SQLite file")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = arguments.ledger or f"sqlite:///{folder}/ledger.sqlite3"
        found = asyncio.run(measured(arguments, url))
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()

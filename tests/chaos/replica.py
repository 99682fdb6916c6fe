"""A replica to be killed: reads calls of the desk on a socket, answers each when it is kept.

Its chat is a file that outlives it: one line for each message sent or edited.
"""

import asyncio
import datetime as dt
import json
import os
import random
import socket
import sys
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import structlog

# Loaded where they are first needed, which is to be before a replica is forked.
import review.adapters.job_worker
import review.adapters.postgres  # noqa: F401 - as above
from pipeline.checkpoint import Action, Decision
from pipeline.flow import Go, Outcome
from pipeline.state import RunState
from review.adapters.dispatchers import dispatcher_for
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.cases.worker import Outside
from review.ledger.notices import Delivery
from review.ledger.stored import dump_notice
from review.ledger.threads import Thread
from review.office.review_office import Office, Ports
from review.policy.deciders import ReviewPolicy
from review.ports.desk import Incoming, MessageGone, TryLater
from review.settings import Around, ReviewSettings
from tests.chaos.chat_file import arrived, as_line
from tests.review.fakes import ANA, REVIEWERS, RUI, THREAD, UTE, FakeRerun, a_flow, asks
from tests.review.fakes import FakePromoter as Promoter

PEOPLE = {person.name: person for person in (ANA, RUI, UTE)}
SETTINGS = ReviewSettings(
    lease=dt.timedelta(seconds=1.5),
    heartbeat=dt.timedelta(seconds=0.4),
    retry_wait=dt.timedelta(milliseconds=50),
    send_wait=dt.timedelta(milliseconds=20),
    longest_send_wait=dt.timedelta(seconds=1),
    progress_pause=dt.timedelta(milliseconds=20),
    sweep_every=dt.timedelta(milliseconds=150),
    attempts=1000,
    send_attempts=1000,
    per_person=0,
    in_all=0,
)


class FileChat:
    """A chat kept in a file; sometimes busy, sometimes slow to say that a message arrived."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        if random.random() < 0.03:  # noqa: S311 - chance, not secrecy
            raise TryLater(0.05)
        await asyncio.sleep(random.random() * 0.01)  # noqa: S311 - chance, not secrecy
        ref = delivery.replaces or uuid.uuid4().hex
        if ref == "gone":
            raise MessageGone
        kind, notice = dump_notice(delivery.notice)
        line = {
            "ref": ref,
            "new": not delivery.replaces,
            "thread": thread.key,
            "key": delivery.key,
            "kind": kind,
            "notice": json.loads(notice),
        }
        os.write(self._file, as_line(line))
        await asyncio.sleep(random.random() * 0.01)  # noqa: S311 - chance, not secrecy
        return ref

    async def find(self, thread: Thread, key: str) -> str | None:
        for message in arrived(self._path.read_bytes()):
            if message["key"] == key and message["thread"] == thread.key:
                return str(message["ref"])
        return None


async def thinks(state: RunState) -> Outcome:
    await asyncio.sleep(random.random() * 0.05)  # noqa: S311 - chance, not secrecy
    return Go(state=state)


def the_office(ledger: SqlLedger, chat: FileChat, owner: str) -> Office:
    around = Around(
        clock=lambda: dt.datetime.now(dt.UTC),  # noqa: TID251 - a real process has the real time
        ids=lambda: uuid.uuid4().hex,
        nonces=lambda: uuid.uuid4().hex,
        owner=owner,
        zone=lambda _workspace, _person: dt.UTC,
    )
    policy = ReviewPolicy(
        reviewer_roles=frozenset({"reviewer"}),
        reviewers_thread=REVIEWERS,
        remind_after=dt.timedelta(seconds=1),
    )
    ports = Ports(
        ledger=ledger,
        dispatcher=dispatcher_for(ledger, SETTINGS),
        flow=a_flow(("think", thinks), ("region", asks("region")), ("again", thinks)),
        postman=chat,
        policies=lambda _workspace: policy,
        outside=Outside(promoter=Promoter(), rerun=FakeRerun()),
    )
    return Office(ports, around, SETTINGS)


async def called(office: Office, call: dict[str, Any]) -> str:
    """Do what the call says; the name of what came of it."""
    desk = office.desk
    if call["op"] == "ask":
        thread = replace(THREAD, root=call["thread"])
        incoming = Incoming(event=call["event"], text=call["text"], thread=thread, asker=ANA)
        return str(await desk.ask(incoming))
    if call["op"] == "review":
        return type(await desk.send_to_review(call["run"], ANA)).__name__
    decision = Decision(action=Action(call["action"]), choices=call["choices"])
    who = PEOPLE[call["who"]]
    verdict = await desk.decide(call["checkpoint"], call["nonce"], decision, who)
    return type(verdict).__name__


def quiet() -> None:
    """Logs go to where nobody reads them."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))


async def serve(url: str, chat: Path, line: socket.socket) -> None:
    """Answer calls on the line until it is closed."""
    ledger = await open_ledger(url)
    owner = uuid.uuid4().hex
    office = the_office(ledger, FileChat(chat), owner)
    await office.start()
    await answered(line, lambda call: called(office, call), owner)
    await office.stop()
    await ledger.close()


async def answered(
    line: socket.socket, does: Callable[[dict[str, Any]], Awaitable[str]], owner: str = ""
) -> None:
    """Say that we are ready; then do what each call says, several at once, and say what came."""
    reader, writer = await asyncio.open_connection(sock=line, limit=1 << 20)
    at_work: set[asyncio.Task[None]] = set()

    def say(said: dict[str, Any]) -> None:
        writer.write((json.dumps(said) + "\n").encode())

    async def answer(call: dict[str, Any]) -> None:
        try:
            say({"n": call["n"], "said": await does(call)})
        except Exception as error:  # noqa: BLE001 - the caller hears of it and calls again
            say({"n": call["n"], "trouble": repr(error)})

    say({"ready": owner})
    while heard := await reader.readline():
        task = asyncio.create_task(answer(json.loads(heard)))
        at_work.add(task)
        task.add_done_callback(at_work.discard)

"""A replica that writes to a database, and dies at the very point that was planned for a write.

Everything is real: pipeline, ledger, book and database. Only death is added.
"""

import asyncio
import datetime as dt
import socket
import uuid
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from typing_extensions import override

from knowledge.adapters.value_index import known_values
from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Glossary
from knowledge.naming import Names
from pipeline.adapters.warehouses import open_warehouse
from pipeline.adapters.writes import open_writable
from pipeline.checkpoint import Action, Decision
from pipeline.dates import Calendar
from pipeline.flow import Outcome
from pipeline.people import Person
from pipeline.rules.schema.known import Known
from pipeline.sql import Grants, TableGrant
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from pipeline.workspace import Workspace
from pipeline.writes.ports import WriteBook
from pipeline.writes.rules import WriteRules, Writing
from review.adapters.dispatchers import dispatcher_for
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.cases.worker import Outside
from review.ledger.write_book import LedgerBook
from review.office.review_office import Office, Ports
from review.policy.deciders import ReviewPolicy
from review.ports.desk import Incoming
from review.settings import Around
from tests.chaos.planned_deaths import DeadlyBook, DeadlyChat, DeadlyDatabase, Doom, row_of
from tests.chaos.replica import SETTINGS, answered
from tests.pipeline.shop import FakeValidated, FakeWorkspaces
from tests.review.fakes import REVIEWERS, THREAD, FakePromoter, FakeRerun

ANA = Person(id="slack:T1:ANA", name="Ana", roles=frozenset({"analyst"}))
RUI = Person(id="slack:T1:RUI", name="Rui", roles=frozenset({"reviewer"}))
UTE = Person(id="slack:T1:UTE", name="Ute", roles=frozenset({"reviewer"}))
PEOPLE = {person.name: person for person in (ANA, RUI, UTE)}
RULES = WriteRules(
    asker_roles=frozenset({"analyst"}), approver_roles=frozenset({"reviewer"}), approvers=("Rui",)
)


class KnowingPipeline(Pipeline):
    """The pipeline; whoever works for a step can ask for the row that it is about."""

    def __init__(self, workspace: Callable[[Callable[[], str]], Workspace]) -> None:
        self._rows: dict[asyncio.Task[Any] | None, str] = {}
        self._workspace = workspace(self.row)
        super().__init__(FakeWorkspaces((self._workspace,)))

    def row(self) -> str:
        return self._rows.get(asyncio.current_task(), "")

    @override
    async def run(self, name: str, state: RunState) -> Outcome:
        self._rows[asyncio.current_task()] = row_of(state.question)
        return await super().run(name, state)


def a_catalog(dialect: str) -> Catalog:
    columns = (
        Column(name="id", type="INTEGER", kind=Kind.INTEGER, primary_key=True),
        Column(name="n", type="INTEGER", kind=Kind.INTEGER),
    )
    return Catalog(
        workspace="shop", dialect=dialect, tables=(Table(name="counters", columns=columns),)
    )


def a_workspace(target: str, doom: Doom, books: Callable[[], WriteBook]) -> Workspace:
    dialect = "sqlite" if target.startswith("sqlite") else "postgres"
    catalog = a_catalog(dialect)
    known = Known(catalog, Glossary(), known_values(catalog))
    return Workspace(
        name="shop",
        title="Shop",
        description="",
        known=known,
        names=Names(catalog, known.glossary),
        calendar=Calendar(),
        warehouse=open_warehouse(target),
        validated=FakeValidated(),
        grants={"analyst": Grants(tables=(TableGrant(table="counters"),))},
        writing=Writing(
            database=DeadlyDatabase(open_writable(target), doom),
            rules=RULES,
            clock=now,
            book=books,
        ),
    )


def now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)  # noqa: TID251 - a real process has the real time


def the_office(ledger: SqlLedger, target: str, chat: DeadlyChat, doom: Doom) -> Office:
    owner = uuid.uuid4().hex
    around = Around(
        clock=now,
        ids=lambda: uuid.uuid4().hex,
        nonces=lambda: uuid.uuid4().hex,
        owner=owner,
        zone=lambda _workspace, _person: dt.UTC,
    )

    def workspace(row: Callable[[], str]) -> Workspace:
        def book() -> WriteBook:
            return DeadlyBook(LedgerBook(ledger, now, f"{owner}:{uuid.uuid4().hex}"), doom, row)

        return a_workspace(target, doom, book)

    policy = ReviewPolicy(
        reviewer_roles=frozenset({"reviewer"}), reviewers_thread=REVIEWERS, writes=RULES
    )
    ports = Ports(
        ledger=ledger,
        dispatcher=dispatcher_for(ledger, SETTINGS),
        flow=KnowingPipeline(workspace),
        postman=chat,
        policies=lambda _workspace: policy,
        outside=Outside(promoter=FakePromoter(), rerun=FakeRerun()),
    )
    return Office(ports, around, SETTINGS)


async def called(office: Office, doom: Doom, call: dict[str, Any]) -> str:
    """Do what the call says; the name of what came of it."""
    desk = office.desk
    if call["op"] == "ask":
        thread = replace(THREAD, root=call["thread"])
        incoming = Incoming(event=call["event"], text=call["text"], thread=thread, asker=ANA)
        return str(await desk.ask(incoming))
    doom.strike(call["row"], "click")
    decision = Decision(action=Action(call["action"]), choices=call["choices"], note="no")
    verdict = await desk.decide(call["checkpoint"], call["nonce"], decision, PEOPLE[call["who"]])
    doom.strike(call["row"], "decided")
    return type(verdict).__name__


async def serve(url: str, chat: Path, line: socket.socket) -> None:
    """Answer calls on the line until it is closed. The target's URL is in a file by the chat."""
    target = (chat.parent / "target").read_text()
    doom = Doom(chat.parent / "doom")
    ledger = await open_ledger(url)
    office = the_office(ledger, target, DeadlyChat(chat, doom), doom)
    await office.start()

    async def does(call: dict[str, Any]) -> str:
        return await called(office, doom, call)

    await answered(line, does)
    await office.stop()
    await ledger.close()

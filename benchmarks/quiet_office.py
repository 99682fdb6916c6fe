"""The real review layer with nothing behind it: runs wait for nobody, cards go nowhere."""

import asyncio
import datetime as dt
import itertools
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import text

from pipeline.checkpoint import Ask, CheckpointKind, Option, Question
from pipeline.flow import Pause
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from review.adapters.open_ledger import open_ledger
from review.cases.worker import Outside
from review.ledger.dispatch import Job, JobKind
from review.ledger.notices import Delivery
from review.ledger.threads import Thread
from review.office.in_process import InProcessDispatcher
from review.office.review_office import Office, Ports
from review.policy.deciders import ReviewPolicy
from review.ports.desk import Incoming
from review.settings import Around, ReviewSettings
from tests.review.fakes import FakePromoter

_PATIENCE_SECONDS = 2.0


class OneStep:
    """A flow that asks one question and never gets further."""

    names = ("ask",)

    def expect(self, question: str, workspace: str) -> None:
        """Prepare nothing."""

    async def run(self, name: str, state: RunState) -> Pause:
        del name
        question = Question(id="q", text="Which?", options=(Option(id="a", label="A"),))
        ask = Ask(kind=CheckpointKind.CLARIFICATION, title="Which?", questions=(question,))
        return Pause(state=state, ask=ask)


class Nothing:
    """Delivers nowhere and runs nothing again: acknowledgements alone are measured."""

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        return f"{thread.channel}/{delivery.key}"

    async def find(self, thread: Thread, key: str) -> str | None:
        del thread, key
        return None

    async def rerun(self, answer: Answer, sql: str, asker: Person) -> Answer | Refusal:
        del sql, asker
        return answer


class EverybodyAsks:
    """One role for everybody."""

    def of(self, person: str) -> frozenset[str]:
        del person
        return frozenset({"analyst"})

    def holders(self, role: str) -> tuple[str, ...]:
        del role
        return ()

    def name(self, person: str) -> str:
        return person


def plain_world() -> Around:
    """The real time, and ids that count up."""
    ids = itertools.count()
    return Around(
        clock=lambda: dt.datetime.now(dt.UTC),  # noqa: TID251 - a benchmark measures real time
        ids=lambda: f"run{next(ids)}",
        nonces=lambda: f"nonce{next(ids)}",
        owner="benchmark",
        zone=lambda _workspace, _person: dt.UTC,
    )


@asynccontextmanager
async def quiet_office(ledger_url: str) -> AsyncIterator[tuple[Office, Any]]:
    """The office, taking questions and decisions but working on none; and its ledger."""
    around = plain_world()
    nothing, ledger = Nothing(), await open_ledger(ledger_url)
    ports = Ports(
        ledger=ledger,
        dispatcher=InProcessDispatcher(),
        flow=OneStep(),  # type: ignore[arg-type]  # a flow of one step
        postman=nothing,
        policies=lambda _workspace: ReviewPolicy(),
        outside=Outside(promoter=FakePromoter(), rerun=nothing),
    )
    office = Office(ports, around, ReviewSettings(per_person=0, in_all=0))
    try:
        yield office, ledger
    finally:
        await ledger.close()


async def open_cards(
    office: Office, ledger: Any, asked: Iterable[Incoming]
) -> list[tuple[str, str]]:
    """Open checkpoints, one for each of these questions in order: their ids and nonces."""
    runs = [await office.desk.ask(incoming) for incoming in asked]
    for run in filter(None, runs):
        await office.work(Job(kind=JobKind.RUN, id=run))
    async with ledger.reading() as connection:
        found = await connection.execute(text("SELECT run, id, nonce FROM checkpoints"))
        of_run = {run: (ident, nonce) for run, ident, nonce in found}
    return [of_run[run] for run in runs if run]


async def questions_kept(ledger: Any) -> int:
    """How many questions the ledger holds."""
    async with ledger.reading() as connection:
        return int((await connection.execute(text("SELECT count(*) FROM runs"))).scalar_one())


async def decisions_kept(ledger: Any) -> int:
    """How many cards are decided."""
    decided = text("SELECT count(*) FROM checkpoints WHERE status = 'answered'")
    async with ledger.reading() as connection:
        return int((await connection.execute(decided)).scalar_one())


async def decided(ledger: Any, cards: int) -> None:
    """Wait until so many cards are decided, or until nobody decides any more."""
    before = -1
    while before < (now := await decisions_kept(ledger)) < cards:
        before = now
        await asyncio.sleep(_PATIENCE_SECONDS)

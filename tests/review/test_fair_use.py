"""Nobody's questions stand in everybody's way."""

import asyncio
from dataclasses import replace

import pytest

from pipeline.checkpoint import Action, Decision
from pipeline.flow import Go, Outcome
from pipeline.state import RunState
from review.adapters.sql_ledger import SqlLedger
from review.ledger.notices import Answered, Working
from review.ledger.threads import Thread
from review.ports.desk import Incoming
from tests.review.fakes import ANA, THREAD, FakeFlow, answers, asks
from tests.review.office import QUICK, World

ONE_EACH = replace(QUICK, per_workspace=1, per_person=0)


class Doors:
    """A step in which each question waits until it is let through."""

    def __init__(self) -> None:
        self.inside: list[str] = []
        self._open: dict[str, asyncio.Event] = {}
        self._news = asyncio.Condition()

    async def __call__(self, state: RunState) -> Outcome:
        self.inside.append(state.question)
        async with self._news:
            self._news.notify_all()
        await self._open.setdefault(state.question, asyncio.Event()).wait()
        return Go(state=state)

    def open(self, question: str) -> None:
        self._open.setdefault(question, asyncio.Event()).set()

    async def entered(self, question: str) -> None:
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(lambda: question in self.inside)


def threads(count: int) -> list[Thread]:
    return [replace(THREAD, root=f"200.{number}") for number in range(count)]


@pytest.fixture
def doors() -> Doors:
    return Doors()


async def routed(state: RunState) -> Outcome:
    return Go(state=replace(state, workspace=state.question.split()[0]))


async def opened(ledger: SqlLedger, doors: Doors) -> World:
    flow = FakeFlow(route=routed, door=doors, answer=answers)
    world = World(ledger=ledger, flow=flow, settings=ONE_EACH)
    await world.office.open()
    return world


async def asked(world: World, text: str, thread: Thread) -> None:
    """Ask, a second after the one before."""
    world.clock.pass_(seconds=1)
    await world.desk.ask(Incoming(event=text, text=text, thread=thread, asker=ANA))


async def test_a_busy_workspace_lets_the_next_question_wait_and_says_behind_how_many(
    ledger: SqlLedger, doors: Doors
) -> None:
    world = await opened(ledger, doors)
    first, second, third = threads(3)
    await asked(world, "sales one", first)
    await doors.entered("sales one")
    await asked(world, "sales two", second)
    await world.chat.shown(Working(queued=1))
    await asked(world, "sales three", third)
    await world.chat.shown(Working(queued=2))
    assert doors.inside == ["sales one"]
    for name in ("one", "two", "three"):
        doors.open(f"sales {name}")
    await world.settle()
    await world.sweep(seconds=10)
    await world.sweep(seconds=10)
    assert doors.inside == ["sales one", "sales two", "sales three"]
    assert all(world.shows(Answered, thread) for thread in (first, second, third))


async def test_another_workspace_does_not_wait(ledger: SqlLedger, doors: Doors) -> None:
    world = await opened(ledger, doors)
    one, other = threads(2)
    await asked(world, "sales one", one)
    await doors.entered("sales one")
    await asked(world, "stock one", other)
    await doors.entered("stock one")
    for name in ("sales one", "stock one"):
        doors.open(name)
    await world.settle()
    assert world.shows(Answered, other)


async def test_a_question_that_a_person_decided_goes_on_at_once(
    ledger: SqlLedger, doors: Doors
) -> None:
    flow = FakeFlow(route=routed, region=asks("region"), door=doors, answer=answers)
    world = World(ledger=ledger, flow=flow, settings=ONE_EACH)
    await world.office.open()
    waiting, busy = threads(2)
    await world.ask("sales asked", thread=waiting)
    await world.ask("sales busy", thread=busy)
    await pressed(world, busy)
    await doors.entered("sales busy")
    doors.open("sales asked")
    await pressed(world, waiting)
    await doors.entered("sales asked")
    doors.open("sales busy")
    await world.settle()
    assert world.shows(Answered, waiting)


async def pressed(world: World, thread: Thread) -> None:
    card = world.card(thread)
    decision = Decision(action=Action.APPROVE, choices={"region": "a"})
    await world.desk.decide(card.checkpoint, card.nonce, decision, ANA)

"""The real Teams surface over signed HTTP, with a desk in memory or the real office behind it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from pydantic import SecretStr

from bots.local_workspace.loopback import on_loopback
from bots.ports import Health, NoHealth
from bots.settings.surfaces import TeamsSettings
from bots.teams.sending.references import References
from bots.teams.surface import Surroundings, TeamsSurface
from pipeline.checkpoint import Ask
from pipeline.people import Person
from review.ledger.notices import Asked, Delivery, Notice
from review.ledger.threads import Thread
from review.ports.desk import Desk
from tests.fakes import NOON, FakeCheckpoint, FakeDesk, FakeRoles
from tests.review.fakes import FakeClock
from tests.surfaces.teams.client import ADA, ANA, CHANNEL, RUI, TeamsClient
from tests.surfaces.teams.fake_connector import (
    APP,
    TENANT,
    Message,
    Microsoft,
    microsoft,
)
from tests.surfaces.teams.memory_references import MemoryReferences

ROLES = FakeRoles(by_person={RUI.id: frozenset({"reviewer"}), ADA.id: frozenset({"admin"})})


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def settings(**changes: object) -> TeamsSettings:
    made = TeamsSettings(
        app_id=APP,
        app_password=SecretStr("secret"),
        tenant=TENANT,
        public_url="https://bot.example.com",
    )
    return made.model_copy(update=changes)


@dataclass
class Ticks:
    """A clock that moves when it is told to, or a little whenever it is looked at."""

    now: float = 1_000.0
    step: float = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@dataclass
class Room:
    """Everything a test of the Teams surface holds."""

    microsoft: Microsoft
    client: TeamsClient
    surface: TeamsSurface
    ticks: Ticks
    clock: FakeClock
    url: str
    references: References

    async def settled(self) -> None:
        await self.surface.idle()

    def thread(self, root: str = "1600000000001", channel: str = CHANNEL) -> Thread:
        private = channel.startswith("a:")
        root = "" if private else root
        return Thread(surface="teams", tenant=TENANT, channel=channel, root=root, private=private)

    async def deliver(self, notice: Notice, thread: Thread | None = None, **more: str) -> Message:
        self.ticks.now += 10
        delivery = Delivery(**{"key": "k1", "slot": "main", "notice": notice, **more})  # type: ignore[arg-type]
        reference = await self.surface.postman.deliver(thread or self.thread(), delivery)
        return self.message(reference)

    def message(self, reference: str) -> Message:
        return self.microsoft.messages[reference.rpartition("/")[2]]


@dataclass
class Office(Room):
    """The surface with a desk in memory behind it."""

    desk: FakeDesk

    async def paused(self, ask: Ask, deciders: frozenset[str] | None = None) -> Message:
        """The message of an open checkpoint `c1`."""
        self.desk.checkpoints["c1"] = FakeCheckpoint(ask=ask, nonce="n1", deciders=deciders)
        asker = a_person(ANA.id, ANA.name)
        return await self.deliver(Asked(checkpoint="c1", nonce="n1", ask=ask, asker=asker))


def a_person(ident: str, name: str) -> Person:
    return Person(id=ident, name=name)


@asynccontextmanager
async def a_surface(
    fake: Microsoft,
    desk: Desk,
    changes: dict[str, object] | None = None,
    health: Health | None = None,
) -> AsyncIterator[Room]:
    ticks, clock, references = Ticks(), FakeClock(NOON), MemoryReferences()
    around = Surroundings(
        clock=clock,
        host="127.0.0.1",
        references=references,
        cloud=fake.cloud,
        ticks=ticks,
        health=health or NoHealth(),
    )
    surface = TeamsSurface(settings(**(changes or {})), desk, ROLES, around)
    async with on_loopback(surface.app, patience=1) as url:
        yield Room(fake, TeamsClient(fake, url), surface, ticks, clock, url, references)
        await surface.stop()


@asynccontextmanager
async def an_office(changes: dict[str, object] | None = None) -> AsyncIterator[Office]:
    desk = FakeDesk()
    async with microsoft() as fake, a_surface(fake, desk, changes) as room:
        yield Office(**vars(room), desk=desk)


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with an_office() as started:
        yield started

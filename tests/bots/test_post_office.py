"""Notices reach the surface that their thread is on."""

from dataclasses import dataclass, field

import pytest

from bots.conversation.post_office import PostOffice
from review.ledger.notices import Delivery, Said
from review.ledger.threads import Thread
from review.ports.desk import Undeliverable

SAID = Delivery(key="k", slot="s", notice=Said(text="Hello."))


@dataclass
class Letterbox:
    """A postman that keeps what it gets."""

    kept: list[Delivery] = field(default_factory=list)

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        self.kept.append(delivery)
        return f"{thread.surface}/1"

    async def find(self, thread: Thread, key: str) -> str | None:
        return f"{thread.surface}/1" if key in [each.key for each in self.kept] else None


def on(surface: str) -> Thread:
    return Thread(surface=surface, tenant="t", channel="c", root="1")


async def test_each_surface_gets_its_own() -> None:
    slack, teams = Letterbox(), Letterbox()
    office = PostOffice({"slack": slack, "teams": teams})

    assert await office.deliver(on("teams"), SAID) == "teams/1"
    assert (slack.kept, teams.kept) == ([], [SAID])
    assert await office.find(on("teams"), "k") == "teams/1"
    assert await office.find(on("slack"), "k") is None


async def test_a_surface_that_is_not_here_is_undeliverable() -> None:
    with pytest.raises(Undeliverable):
        await PostOffice({}).deliver(on("slack"), SAID)

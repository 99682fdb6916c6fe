"""Notices reach the surface that their thread is on."""

from dataclasses import dataclass, field

import pytest
from typing_extensions import override

from bots.bootstrap.roles import ConfiguredRoles
from bots.conversation.alerts import Alerts
from bots.conversation.post_office import PostOffice
from bots.settings import PersonSettings
from review.ledger.notices import Asked, Delivery, Said
from review.ledger.threads import Thread
from review.ports.desk import MessageGone, Undeliverable
from tests.fakes import RUI, FakeDesk, an_ask

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


class Shut(Letterbox):
    """A channel that is archived."""

    @override
    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        raise MessageGone(thread.channel, delivery.key)


def on(surface: str) -> Thread:
    return Thread(surface=surface, tenant="t", channel="c", root="1")


async def test_each_surface_gets_its_own() -> None:
    slack, teams = Letterbox(), Letterbox()
    office = PostOffice({"slack": slack, "teams": teams})

    assert await office.deliver(on("teams"), SAID) == "teams/1"
    assert (slack.kept, teams.kept) == ([], [SAID])
    assert await office.find(on("teams"), "k") == "teams/1"
    assert await office.find(on("slack"), "k") is None


async def test_admins_hear_of_a_card_that_its_channel_does_not_take() -> None:
    desk = FakeDesk()
    office = PostOffice({"slack": Shut()})
    roles = ConfiguredRoles({"slack:T:U1": PersonSettings(roles=("admin",))})
    office.alerts = Alerts(desk, roles)
    asked = Asked(checkpoint="c1", nonce="n", ask=an_ask(), asker=RUI)
    for notice in (asked, Said(text="Hello.")):
        with pytest.raises(MessageGone):
            await office.deliver(on("slack"), Delivery(key="k", slot="s", notice=notice))
    (alert,) = desk.alerts
    assert "slack:c" in alert.text
    assert alert.people == ("slack:T:U1",)


async def test_a_surface_that_is_not_here_is_undeliverable() -> None:
    with pytest.raises(Undeliverable):
        await PostOffice({}).deliver(on("slack"), SAID)

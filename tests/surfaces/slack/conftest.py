"""The real Slack surface over signed HTTP, in a local workspace, with a desk in memory."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest
from pydantic import SecretStr

from bots.local_workspace import LocalWorkspace, UserGroup, WorkspacePlan
from bots.local_workspace.loopback import on_loopback
from bots.local_workspace.people import Json
from bots.settings.surfaces import SlackSettings
from bots.slack.surface import Beside, SlackSurface
from pipeline.checkpoint import Ask
from review.ledger.notices import Asked, Delivery, Notice
from review.ledger.threads import Thread
from tests.fakes import ANA, FakeCheckpoint, FakeDesk, FakeRoles

REVIEWERS = UserGroup(id="S0REVIEW", handle="reviewers", members=("U0RUI",))


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@dataclass
class Office:
    """Everything a test of the Slack surface holds."""

    local: LocalWorkspace
    desk: FakeDesk
    surface: SlackSurface
    time: list[float]

    @property
    def team(self) -> str:
        return self.local.workspace.team_id

    def thread(self, root: str = "", channel: str = "ask-data") -> Thread:
        found = self.local.workspace.conversations.named(channel).id
        return Thread(surface="slack", tenant=self.team, channel=found, root=root)

    async def asked(self, text: str = "how many orders?", channel: str = "ask-data") -> Json:
        """Ana's question, once the desk has it."""
        message = self.local.post_as("ana", channel, f"@Countersign {text}")
        await self.local.settle()
        return message

    async def shown(self, notice: Notice, root: str, *, replaces: str = "", key: str = "k1") -> str:
        delivery = Delivery(key=key, slot="main", notice=notice, replaces=replaces)
        return await self.surface.postman.deliver(self.thread(root), delivery)

    async def paused(self, ask: Ask, root: str, deciders: frozenset[str] | None = None) -> Json:
        """The message of an open checkpoint `c1`."""
        self.desk.checkpoints["c1"] = FakeCheckpoint(ask=ask, nonce="n1", deciders=deciders)
        notice = Asked(checkpoint="c1", nonce="n1", ask=ask, asker=ANA)
        return self.message(await self.shown(notice, root))

    def message(self, reference: str) -> Json:
        channel, _, ts = reference.partition("/")
        return self.local.workspace.conversations.get(channel).messages[ts]

    def whispers(self, person: str, channel: str = "ask-data") -> list[str]:
        lasting = [each["ts"] for each in self.local.messages(channel)]
        seen = self.local.messages(channel, person=person)
        return [each["text"] for each in seen if each["ts"] not in lasting]

    async def whispered(self, person: str) -> str:
        return await self.local.wait_for(lambda: next(iter(self.whispers(person)), None))


@asynccontextmanager
async def an_office(
    roles: FakeRoles | None = None,
    *,
    sockets: bool = False,
    beside: Beside | None = None,
    plan: WorkspacePlan | None = None,
    retry_delays: tuple[float, ...] = (0.0, 0.0, 0.0),
    **settings_: Any,
) -> AsyncIterator[Office]:
    plan = replace(plan or WorkspacePlan(groups=(REVIEWERS,)), socket_mode=sockets)
    async with LocalWorkspace(plan, retry_delays=retry_delays) as local:
        profile, desk, time = local.workspace.app, FakeDesk(), [0.0]
        settings = SlackSettings(
            mode="socket" if sockets else "http",
            bot_token=SecretStr(profile.bot_token),
            signing_secret=SecretStr("" if sockets else profile.signing_secret),
            app_token=SecretStr(profile.app_token),
            api_url=local.api_url,
            **settings_,
        )
        surface = SlackSurface(
            settings, desk, roles or FakeRoles(), beside=beside, ticks=lambda: time[0]
        )
        async with on_loopback(surface.app, patience=1) as url:
            local.connect_app("" if sockets else f"{url}/slack/events")
            await surface.start()
            try:
                yield Office(local, desk, surface, time)
            finally:
                await surface.stop()


@pytest.fixture
def sockets() -> bool:
    """Whether Slack is connected to in Socket Mode instead of over HTTP."""
    return False


@pytest.fixture
async def office(sockets: bool) -> AsyncIterator[Office]:
    async with an_office(sockets=sockets) as started:
        yield started
        assert started.local.refused == []

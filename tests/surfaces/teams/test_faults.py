"""The eight faults of the SDK's own adapter: each check holds for ours and fails for the stock one.

If a new release of the SDK makes one of them pass, what stands around that fault can go.
"""

import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

import pytest

from bots.teams.admitting.access import UnsafeSettings
from review.ledger.notices import Answered
from tests.fakes import an_answer
from tests.surfaces.teams.client import ANA, CHANNEL, TeamsClient
from tests.surfaces.teams.conftest import Office, an_office
from tests.surfaces.teams.fake_connector import Microsoft, Signer, Trouble
from tests.surfaces.teams.stock import stock


class Bot(Protocol):
    """What the checks need of a bot."""

    microsoft: Microsoft
    client: TeamsClient

    @property
    def heard(self) -> list[str]: ...

    async def labelled(self) -> list[Any]: ...

    async def signing(self) -> Any: ...

    async def idle(self) -> None: ...


@dataclass
class OurBot:
    """The surface as it is."""

    office: Office
    microsoft: Microsoft
    client: TeamsClient

    @property
    def heard(self) -> list[str]:
        return [each.text for each in self.office.desk.asked]

    async def labelled(self) -> list[Any]:
        message = await self.office.deliver(Answered(answer=an_answer(), run="r1"))
        found: list[Any] = message.now["entities"]
        return found

    async def signing(self) -> Any:
        factory = self.office.surface.adapter.bot_framework_authentication
        made = factory.create_connector_factory(None)
        return (await made.create(self.microsoft.service_url)).config.credentials

    async def idle(self) -> None:
        await self.office.settled()


@asynccontextmanager
async def ours() -> AsyncIterator[Bot]:
    async with an_office() as office:
        yield OurBot(office, office.microsoft, office.client)


async def status_of(bot: Bot, token: str | None = None, **changes: Any) -> int:
    activity = bot.client.message(ANA, ANA.chat, "how many orders?") | changes
    return (await bot.client.post(activity, token=token)).status_code


async def a_press_is_answered(bot: Bot) -> None:
    value = {"action": {"type": "Action.Execute", "verb": "press", "data": {}}}
    press = bot.client.activity("invoke", ANA, CHANNEL, name="adaptiveCard/action", value=value)
    assert (await bot.client.post(press)).status_code == 200


async def an_entity_keeps_its_properties(bot: Bot) -> None:
    assert any("AIGeneratedContent" in str(each) for each in await bot.labelled())


async def a_mention_is_taken_out_in_its_place(bot: Bot) -> None:
    said = "<at>Sales</at> total Sales by month"
    mention = {"type": "mention", "mentioned": {"id": "28:sales"}, "text": "<at>Sales</at>"}
    recipient = {"id": "28:sales", "name": "Sales"}
    await status_of(bot, text=said, entities=[mention], recipient=recipient)
    assert bot.heard == ["total Sales by month"]


async def a_forged_token_is_refused(bot: Bot) -> None:
    forged = Signer("first").token(bot.microsoft.service_url)
    assert await status_of(bot, forged) == 401


async def a_new_key_is_looked_up(bot: Bot) -> None:
    await status_of(bot)
    bot.microsoft.signers.append(Signer("second"))
    if isinstance(bot, OurBot):
        bot.office.ticks.now += 60
    assert await status_of(bot) in (200, 201)


async def turns_share_their_credentials(bot: Bot) -> None:
    assert await bot.signing() is await bot.signing()


async def a_busy_moment_loses_no_message(bot: Bot) -> None:
    bot.microsoft.troubles.append(Trouble(429, headers={"Retry-After": "1"}))
    await status_of(bot, text="help")
    await bot.idle()
    assert len(bot.microsoft.in_(ANA.chat)) == 1


async def nothing_blocks_the_loop(bot: Bot) -> None:
    with _connections() as blocking:
        await status_of(bot)
        await bot.idle()
    assert blocking == []


class _connections:  # noqa: N801 - a context manager
    """Connections that the thread of the event loop waited for."""

    listening: "list[Any] | None" = None
    hooked = False

    def __enter__(self) -> list[Any]:
        if not _connections.hooked:
            # An audit hook stays for good, so it only listens while a test asks.
            sys.addaudithook(_connections.hook)
            _connections.hooked = True
        _connections.listening = []
        return _connections.listening

    def __exit__(self, *_: object) -> None:
        _connections.listening = None

    @staticmethod
    def hook(event: str, details: tuple[Any, ...]) -> None:
        if event != "socket.connect" or _connections.listening is None:
            return
        on_loop = threading.current_thread() is threading.main_thread()
        if on_loop and details[0].gettimeout() != 0:
            _connections.listening.append(details[1])


Check: TypeAlias = Callable[[Bot], Awaitable[None]]
# Sending and reading need no token; the others are about tokens.
UNSIGNED: Final[tuple[Check, ...]] = (
    a_press_is_answered,
    an_entity_keeps_its_properties,
    a_mention_is_taken_out_in_its_place,
    a_busy_moment_loses_no_message,
)
SIGNED: Final[tuple[Check, ...]] = (
    a_forged_token_is_refused,
    a_new_key_is_looked_up,
    turns_share_their_credentials,
    nothing_blocks_the_loop,
)


def _name(check: Any) -> str:
    return str(check.__name__)


@pytest.mark.parametrize("check", [*UNSIGNED, *SIGNED], ids=_name)
async def test_our_adapter_stands_clear(check: Check) -> None:
    async with ours() as bot:
        await check(bot)


@pytest.mark.parametrize("check", UNSIGNED, ids=_name)
async def test_the_stock_adapter_has_the_fault(check: Check) -> None:
    async with stock(app_id="") as bot:
        with pytest.raises(AssertionError):
            await check(bot)


@pytest.mark.parametrize("check", SIGNED, ids=_name)
async def test_the_stock_adapter_has_the_fault_of_tokens(check: Check) -> None:
    async with stock() as bot:
        with pytest.raises(AssertionError):
            await check(bot)


async def test_without_an_app_id_the_stock_adapter_takes_what_nobody_signed() -> None:
    async with stock(app_id="") as bot:
        assert await status_of(bot, token="") == 201
        assert bot.heard


async def test_without_an_app_id_ours_does_not_start() -> None:
    with pytest.raises(UnsafeSettings):
        async with an_office({"app_id": ""}):
            pass

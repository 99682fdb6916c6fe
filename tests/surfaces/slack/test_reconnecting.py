"""A socket that Slack wants anew, or that drops: what was said meanwhile is heard once."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

import pytest

from bots.local_workspace.socket_mode import SocketMode
from tests.fakes import an_ask
from tests.surfaces.slack.conftest import Office, an_office

Ends: TypeAlias = Callable[[SocketMode], Awaitable[None]]


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    # Slack tries again for minutes; here it takes as long as a dropped line is looked for.
    async with an_office(sockets=True, retry_delays=(0.0, *[0.2] * 60)) as started:
        yield started
        assert started.local.refused == []


async def _warned(line: SocketMode) -> None:
    await line.ask_to_reconnect("warning")


async def _asked_anew(line: SocketMode) -> None:
    await line.ask_to_reconnect("refresh_requested")


async def _cut(line: SocketMode) -> None:
    line.cut()


@pytest.mark.parametrize("ends", [_warned, _asked_anew, _cut])
async def test_nothing_that_was_said_is_lost_or_heard_twice(office: Office, ends: Ends) -> None:
    line = office.local.socket
    assert line is not None
    await office.asked("how many orders?")
    (before,) = line.connections
    await ends(line)
    for number in range(5):
        office.local.post_as("ana", "ask-data", f"@Countersign how many orders, {number}?")
    await office.local.wait_for(lambda: [each for each in line.connections if each is not before])
    await office.local.settle()

    texts = sorted(each.text for each in office.desk.asked)
    assert texts == [*(f"how many orders, {number}?" for number in range(5)), "how many orders?"]


async def test_a_card_from_before_is_decided_over_the_new_line(office: Office) -> None:
    line = office.local.socket
    assert line is not None
    card = await office.paused(an_ask(), (await office.asked())["ts"])
    (before,) = line.connections
    await line.ask_to_reconnect("refresh_requested")
    await office.local.wait_for(lambda: [each for each in line.connections if each is not before])
    await office.local.click("ana", card, "Yes")

    await office.local.wait_for(lambda: office.desk.checkpoints["c1"].decision)

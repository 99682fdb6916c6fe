"""Every way in, every card and every form once more, over Socket Mode instead of HTTP."""

from collections.abc import AsyncIterator

import pytest

from tests.surfaces.slack.conftest import Office, an_office
from tests.surfaces.slack.test_desk_tab import *  # noqa: F403 - whatever is tested over HTTP
from tests.surfaces.slack.test_entry_points import *  # noqa: F403
from tests.surfaces.slack.test_forms import *  # noqa: F403
from tests.surfaces.slack.test_hearing import *  # noqa: F403
from tests.surfaces.slack.test_pressing import *  # noqa: F403


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with an_office(sockets=True) as started:
        yield started
        assert started.local.refused == []


async def test_the_command_asks_over_a_socket_too(office: Office) -> None:
    await office.local.slash("ana", "ask-data", "/ask", "how many orders?")
    await office.local.wait_for(lambda: office.desk.asked)
    assert [each.text for each in office.desk.asked] == ["how many orders?"]

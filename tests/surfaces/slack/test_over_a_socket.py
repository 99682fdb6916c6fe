"""Every way in, every card and every form once more, over Socket Mode instead of HTTP."""

import pytest

from tests.surfaces.slack.conftest import Office
from tests.surfaces.slack.test_desk_tab import *  # noqa: F403 - whatever is tested over HTTP
from tests.surfaces.slack.test_entry_points import *  # noqa: F403
from tests.surfaces.slack.test_every_checkpoint import *  # noqa: F403
from tests.surfaces.slack.test_forms import *  # noqa: F403
from tests.surfaces.slack.test_hearing import *  # noqa: F403
from tests.surfaces.slack.test_pressing import *  # noqa: F403
from tests.surfaces.slack.test_strangers import *  # noqa: F403
from tests.surfaces.slack.test_streaming import *  # noqa: F403
from tests.surfaces.slack.test_typing import *  # noqa: F403


@pytest.fixture
def sockets() -> bool:
    return True


async def test_the_command_asks_over_a_socket_too(office: Office) -> None:
    await office.local.slash("ana", "ask-data", "/ask", "how many orders?")
    await office.local.wait_for(lambda: office.desk.asked)
    assert [each.text for each in office.desk.asked] == ["how many orders?"]

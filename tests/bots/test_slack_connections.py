"""The connections to Slack are closed once, and none is opened after that."""

import pytest

from bots.slack.sides import OneToken, Sides
from review.ports.desk import ShutOut
from tests.fakes import FakeRoles

pytestmark = pytest.mark.anyio

ANY = "xoxb-1"


async def test_a_workspace_is_not_reached_once_the_connections_are_closed() -> None:
    sides = Sides(
        tokens=OneToken(token=ANY),
        api_url="http://127.0.0.1:9/api/",
        roles=FakeRoles(),
        ticks=lambda: 0.0,
    )
    reached = await sides.of("T1")
    await sides.close()

    with pytest.raises(ShutOut):
        await sides.of("T1")
    assert reached.client.session is not None
    assert reached.client.session.closed


async def test_connections_that_were_never_opened_can_be_closed() -> None:
    sides = Sides(
        tokens=OneToken(token=""),
        api_url="http://127.0.0.1:9/api/",
        roles=FakeRoles(),
        ticks=lambda: 0.0,
    )
    await sides.close()
    with pytest.raises(ShutOut):
        await sides.of("T1")

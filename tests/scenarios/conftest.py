"""The whole product in this process: demo databases, each chat, and the real ledger."""

import datetime as dt
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bots.bootstrap.demo import demo, make_data
from tests.scenarios.sides import Side
from tests.scenarios.town import Town
from tests.surfaces.teams.town import a_town


@pytest.fixture(scope="session")
def demo_data() -> None:
    make_data(dt.datetime.now(dt.UTC).date(), lambda _: None)  # noqa: TID251 - the demo runs on today


@pytest.fixture(params=["slack", "teams"])
def chat(request: pytest.FixtureRequest) -> str:
    """Each scenario is played in each chat: the same words, clicks and sentences."""
    played: str = request.param
    return played


@pytest.fixture
async def town(demo_data: None, chat: str, tmp_path: Path) -> AsyncIterator[Side]:  # noqa: ARG001 - made first
    """The demo in Slack, through real Bolt, and in Teams, through real botbuilder; over HTTP."""
    if chat == "slack":
        async with demo(tmp_path, port=0) as running:
            yield Town(running)
    else:
        async with a_town(tmp_path) as teams:
            yield teams


@pytest.fixture
async def slack_town(demo_data: None, tmp_path: Path) -> AsyncIterator[Town]:  # noqa: ARG001 - made first
    """The demo in Slack alone, for what only Slack or its page has."""
    async with demo(tmp_path, port=0) as running:
        yield Town(running)

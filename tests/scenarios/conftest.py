"""The whole product in this process: demo databases, each chat, and the real ledger."""

import datetime as dt
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
from pydantic import SecretStr

from bots.bootstrap.application import application
from bots.bootstrap.demo import FOLDER, demo, make_data
from bots.bootstrap.local_chat import LocalChat
from bots.local_workspace import AppProfile, LocalWorkspace, WorkspacePlan
from bots.settings import SlackSettings, read_settings
from bots.settings.surfaces import Surfaces
from tests.scenarios.sides import Side
from tests.scenarios.town import Town
from tests.surfaces.teams.town import a_town

SOCKET: Final = "slack over a socket"


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
    """The demo in Slack, through real Bolt, and in Teams, through real botbuilder."""
    if chat == "slack":
        async with demo(tmp_path, port=0) as running:
            yield Town(running)
    elif chat == SOCKET:
        async with over_a_socket(tmp_path) as running:
            yield Town(running)
    else:
        async with a_town(tmp_path) as teams:
            yield teams


@pytest.fixture
async def slack_town(demo_data: None, tmp_path: Path) -> AsyncIterator[Town]:  # noqa: ARG001 - made first
    """The demo in Slack alone, for what only Slack or its page has."""
    async with demo(tmp_path, port=0) as running:
        yield Town(running)


@asynccontextmanager
async def over_a_socket(state: Path) -> AsyncIterator[LocalChat]:
    """The demo behind Socket Mode: nothing of it listens, it connects to Slack by itself."""
    app = AppProfile()
    async with LocalWorkspace(WorkspacePlan(app=app, socket_mode=True)) as local:
        secrets = dict.fromkeys(("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_API_URL"), "x")
        read = read_settings(FOLDER / "countersign.yaml", secrets | {"DEMO_STATE": str(state)})
        slack = SlackSettings(
            mode="socket",
            bot_token=SecretStr(app.bot_token),
            app_token=SecretStr(app.app_token),
            api_url=local.api_url,
        )
        settings = read.model_copy(update={"surfaces": Surfaces(slack=slack)})
        async with application(settings, FOLDER) as running:
            local.connect_app("")
            yield LocalChat(application=running, slack=local)

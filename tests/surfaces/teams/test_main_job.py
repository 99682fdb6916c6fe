"""Slack's scenarios, played in Teams: the same tests, through the real process."""

import datetime as dt
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bots.bootstrap.demo import make_data
from tests.scenarios.test_main_job import *  # noqa: F403 - whatever Slack's scenarios become
from tests.scenarios.test_private_answers import *  # noqa: F403
from tests.surfaces.teams.town import TeamsTown, a_town


@pytest.fixture(scope="session")
def demo_data() -> None:
    make_data(dt.datetime.now(dt.UTC).date(), lambda _: None)  # noqa: TID251 - the demo runs on today


@pytest.fixture
async def town(demo_data: None, tmp_path: Path) -> AsyncIterator[TeamsTown]:  # noqa: ARG001 - made first
    async with a_town(tmp_path) as running:
        yield running

"""What people mean, asked with buttons in Teams: Slack's and the terminal's scenarios again."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.scenarios.forwarder import Forwarder
from tests.scenarios.test_what_did_you_mean import *  # noqa: F403 - the same tests
from tests.surfaces.teams.town import TeamsTown, a_town


@pytest.fixture  # type: ignore[no-redef]  # another place for the same tests
async def place(forwarder: Forwarder, tmp_path: Path) -> AsyncIterator[TeamsTown]:
    async with a_town(tmp_path, forwarder.settings) as running:
        yield running

"""The whole product in this process: demo databases, simulated Slack, real Bolt, real ledger."""

import datetime as dt
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bots.bootstrap.demo import demo, make_data
from tests.scenarios.town import Town


@pytest.fixture(scope="session")
def demo_data() -> None:
    make_data(dt.datetime.now(dt.UTC).date(), lambda _: None)  # noqa: TID251 - the demo runs on today


@pytest.fixture
async def town(demo_data: None, tmp_path: Path) -> AsyncIterator[Town]:  # noqa: ARG001 - made first
    async with demo(tmp_path, port=0) as running:
        yield Town(running)

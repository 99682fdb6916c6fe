"""The workspace as a process of its own, killed and started again."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx


@asynccontextmanager
async def workspace_process(state: Path) -> AsyncIterator[str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bots.local_workspace", "--app-url", "http://127.0.0.1:9/slack/events"),
        *("--state", str(state), "--suggest", "How many orders?"),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    found = re.match(r"(http://127\.0\.0\.1:\d+)/as/ana  Ana Ruiz", line)
    assert found, line
    try:
        yield found.group(1)
    finally:
        process.terminate()
        await process.communicate()


async def test_what_was_said_is_there_when_the_process_comes_back(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    async with httpx.AsyncClient() as http:
        async with workspace_process(state) as url:
            said = {"channel": "C0ASKDATA", "text": "@Countersign orders?"}
            await http.post(f"{url}/as/ana/do/post", json=said)
        async with workspace_process(state) as url:
            again = (await http.get(f"{url}/as/rui/state")).json()

    assert again["app"]["suggestions"] == ["How many orders?"]
    texts = [each["text"] for each in again["channels"][0]["messages"]]
    assert texts == ["<@U0COUNTERSIGN> orders?"]

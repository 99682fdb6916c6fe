"""The simulated Slack as a process of its own, so that its work is not counted as the app's."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bots.local_workspace import LocalWorkspace, WorkspacePlan
from bots.local_workspace import Person as Member

PEOPLE = 50
_PERSONS = tuple(
    Member(id=f"U{at:05d}", name=f"person{at}", real_name=f"Person {at}") for at in range(PEOPLE)
)


@asynccontextmanager
async def simulated_slack() -> AsyncIterator[tuple[str, str]]:
    """The address of its API and the bot's token."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "benchmarks.simulated_slack",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None  # noqa: S101 - asked for above
    assert process.stdout is not None  # noqa: S101
    try:
        url, token = json.loads(await process.stdout.readline())
        yield url, token
    finally:
        process.stdin.close()
        await process.wait()


async def _serve() -> None:
    async with LocalWorkspace(WorkspacePlan(people=_PERSONS)) as local:
        print(json.dumps([local.api_url, local.workspace.app.bot_token]), flush=True)
        # Whoever started this closes its input when it is no longer needed.
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(_serve())

"""The process is killed while somebody is being asked; the old button still works."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import yaml

from bots.bootstrap.demo import FOLDER
from bots.local_workspace import LocalWorkspace
from tests.scenarios.test_main_job import QUESTION
from tests.scenarios.town import SlackSide, buttons, text_of

_COMMAND = "from bots.cli import main; main()"


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _settings(folder: Path, port: int) -> Path:
    raw = yaml.safe_load((FOLDER / "countersign.yaml").read_text())
    raw["server"] = {"port": port}
    for name, workspace in raw["workspaces"].items():
        scheme, _, path = workspace["url"].partition(":///")
        workspace["url"] = f"{scheme}:///{FOLDER / path}"
        for key in ("glossary", "validated"):
            workspace[key] = str(FOLDER / "workspaces" / name / f"{key}.yaml")
    path = folder / "countersign.yaml"
    path.write_text(yaml.safe_dump(raw))
    return path


@asynccontextmanager
async def _process(settings: Path, slack: LocalWorkspace, port: int) -> AsyncIterator[int]:
    """The real command as a child process; its id, once it answers."""
    app = slack.workspace.app
    variables = {
        **os.environ,  # noqa: TID251 - a child needs its parent's environment
        "SLACK_BOT_TOKEN": app.bot_token,
        "SLACK_SIGNING_SECRET": app.signing_secret,
        "SLACK_API_URL": slack.api_url,
        "DEMO_STATE": str(settings.parent),
    }
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _COMMAND, "serve", "--config", str(settings), env=variables
    )
    try:
        async with httpx.AsyncClient() as client:
            await _until_healthy(client, f"http://127.0.0.1:{port}/healthz")
        yield child.pid
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def _until_healthy(client: httpx.AsyncClient, url: str) -> None:
    async with asyncio.timeout(90):
        while True:
            try:
                if (await client.get(url)).is_success:
                    return
            except httpx.TransportError:
                await asyncio.sleep(0.2)


async def test_a_button_pressed_after_kill_9_still_counts(
    demo_data: None,  # noqa: ARG001 - made first
    tmp_path: Path,
) -> None:
    port = _free_port()
    settings = _settings(tmp_path, port)
    async with LocalWorkspace() as slack:
        slack.connect_app(f"http://127.0.0.1:{port}/slack/events")
        town = SlackSide(slack)
        async with _process(settings, slack, port) as pid:
            thread = town.ask(QUESTION)
            card = await town.sees(thread, "Which dates")
            os.kill(pid, signal.SIGKILL)
        async with _process(settings, slack, port):
            await town.click(card, buttons(card)[0])
            answer = await town.sees(thread, "Download CSV")
        assert "DACH" in text_of(answer)

"""The process is killed while somebody is being asked; the old button still works."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import httpx
import yaml

from bots.bootstrap.demo import FOLDER
from bots.local_workspace import LocalWorkspace
from tests.scenarios.sides import Side
from tests.scenarios.test_main_job import QUESTION
from tests.scenarios.town import SlackSide, buttons, text_of
from tests.surfaces.teams.client import ADA, ANA, REVIEWERS, RUI, TeamsClient
from tests.surfaces.teams.fake_connector import TENANT, microsoft
from tests.surfaces.teams.town import TeamsTown
from tests.waiting import found

Json: TypeAlias = dict[str, Any]
Connect: TypeAlias = Callable[[int], None]
_COMMAND = "from bots.cli import main; main()"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def settings_at(folder: Path, port: int, chat: str, ledger: str = "") -> Path:
    raw = yaml.safe_load((FOLDER / "countersign.yaml").read_text())
    raw["server"] = {"port": port}
    if ledger:
        raw["ledger"] = {"url": ledger}
    for name, workspace in raw["workspaces"].items():
        scheme, _, path = workspace["url"].partition(":///")
        workspace["url"] = f"{scheme}:///{FOLDER / path}"
        for key in ("glossary", "validated"):
            workspace[key] = str(FOLDER / "workspaces" / name / f"{key}.yaml")
    if chat == "teams":
        _put_in_teams(raw)
    folder.mkdir(exist_ok=True)
    path = folder / "countersign.yaml"
    path.write_text(yaml.safe_dump(raw))
    return path


def _put_in_teams(raw: Json) -> None:
    teams = {"app_id": "", "app_password": "", "tenant": TENANT, "local_development": True}
    raw["surfaces"] = {"teams": teams}
    raw["people"] = {
        each.id: {"name": each.name, "roles": roles}
        for each, roles in ((ANA, ["analyst"]), (RUI, ["reviewer"]), (ADA, ["reviewer"]))
    }
    for workspace in raw["workspaces"].values():
        review = {"teams_conversation": REVIEWERS, "slack_channel": ""}
        workspace["review"] = workspace["review"] | review


@asynccontextmanager
async def chats(chat: str) -> AsyncIterator[tuple[Side, Connect, Json]]:
    """A chat that outlives processes; how to point it to one's port, and what one needs of it."""
    if chat == "teams":
        async with microsoft() as fake:
            fake.guarded = False
            client = TeamsClient(fake, "")

            def to(port: int) -> None:
                client.bot_url = f"http://127.0.0.1:{port}"

            yield TeamsTown(fake, client), to, {}
        return
    async with LocalWorkspace() as slack:
        app = slack.workspace.app
        variables = {
            "SLACK_BOT_TOKEN": app.bot_token,
            "SLACK_SIGNING_SECRET": app.signing_secret,
            "SLACK_API_URL": slack.api_url,
        }

        def connect(port: int) -> None:
            slack.connect_app(f"http://127.0.0.1:{port}/slack/events")

        yield SlackSide(slack), connect, variables


@asynccontextmanager
async def process(
    settings: Path, variables: Json, port: int
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The real command as a child process, once it answers."""
    unset = dict.fromkeys(("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_API_URL"), "")
    own = {**unset, **variables, "DEMO_STATE": str(settings.parent)}
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _COMMAND, "serve", "--config", str(settings)),
        env={**os.environ, **own},  # noqa: TID251 - a child needs its parent's environment
    )
    try:
        async with httpx.AsyncClient() as client:
            await _until_healthy(client, f"http://127.0.0.1:{port}/healthz")
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def _until_healthy(client: httpx.AsyncClient, url: str) -> None:
    async def answer() -> httpx.Response | None:
        try:
            response = await client.get(url)
        except httpx.TransportError:
            return None
        return response if response.is_success else None

    await found(answer, patience=110, between=0.2)


async def test_a_button_pressed_after_kill_9_still_counts(
    demo_data: None,  # noqa: ARG001 - made first
    chat: str,
    tmp_path: Path,
) -> None:
    port = free_port()
    settings = settings_at(tmp_path, port, chat)
    async with chats(chat) as (town, connect, variables):
        connect(port)
        async with process(settings, variables, port) as child:
            thread = town.ask(QUESTION)
            card = await town.sees(thread, "Which dates")
            child.kill()
            await child.wait()
        async with process(settings, variables, port):
            await town.click(card, buttons(card)[0])
            answer = await town.sees(thread, "Download CSV")
        assert "DACH" in text_of(answer)


async def test_a_process_that_is_told_to_stop_ends_well_and_leaves_nothing_behind(
    demo_data: None,  # noqa: ARG001 - made first
    chat: str,
    tmp_path: Path,
) -> None:
    port = free_port()
    settings = settings_at(tmp_path, port, chat)
    async with chats(chat) as (town, connect, variables):
        connect(port)
        async with process(settings, variables, port) as child:
            thread = town.ask(QUESTION)
            await town.sees(thread)
            child.terminate()
            assert await child.wait() == 0
        async with process(settings, variables, port):
            card = await town.sees(thread, "Which dates")
            await town.click(card, buttons(card)[0])
            await town.sees(thread, "Download CSV")

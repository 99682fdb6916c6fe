"""The process is killed while somebody is being asked; the old button still works."""

import asyncio
import os
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, TypeAlias

import httpx
import yaml

from bots.bootstrap.demo import FOLDER
from bots.local_workspace import LocalWorkspace
from tests.scenarios.sides import Side
from tests.scenarios.test_main_job import QUESTION
from tests.scenarios.town import SlackSide, buttons, text_of
from tests.scenarios.write_town import sqlite_shop
from tests.surfaces.teams.client import ADA, ANA, REVIEWERS, RUI, TeamsClient
from tests.surfaces.teams.fake_connector import TENANT, microsoft
from tests.surfaces.teams.town import TeamsTown
from tests.waiting import found, until

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


def executing(ledger: Path) -> int:
    """How many changes were sent to the database and are not known to be over."""
    with closing(sqlite3.connect(ledger)) as connection:
        found = "SELECT count(*) FROM writes WHERE status = 'executing'"
        return int(connection.execute(found).fetchone()[0])


async def an_end(town: Side, thread: str) -> bool | None:
    """Whether people are told what became of a change; None where they are not."""
    told = " ".join(map(text_of, (*town.thread(thread), *town.reviewers_read()))).lower()
    return any(words in told for words in ("not known whether", "nothing was")) or None


async def test_sigterm_in_the_middle_of_a_write_never_writes_it_behind_peoples_back(
    chat: str, tmp_path: Path
) -> None:
    port, shop = free_port(), sqlite_shop(tmp_path / "shop.sqlite")
    settings = settings_at(tmp_path, port, chat)
    raw = yaml.safe_load(settings.read_text())
    raw["workspaces"] = {"shop": raw["workspaces"]["home"] | {"title": "Shop", "url": shop.url}}
    for key in ("glossary", "validated"):
        del raw["workspaces"]["shop"][key]
    raw["workspaces"]["shop"]["writes"]["url"] = shop.url
    settings.write_text(yaml.safe_dump(raw))
    async with chats(chat) as (town, connect, variables):
        connect(port)
        with closing(sqlite3.connect(tmp_path / "shop.sqlite", isolation_level=None)) as reader:
            async with process(settings, variables, port) as child:
                thread = town.ask("set the price of product Lamp to 12.50")
                card = await town.reviewer_sees("exactly 1 row", "Approve")
                # Whoever reads keeps the COMMIT waiting.
                reader.execute("BEGIN")
                reader.execute("SELECT count(*) FROM products").fetchall()
                await town.click(card, "Approve", "rui")
                await until(lambda: executing(tmp_path / "ledger.sqlite3"))
                child.terminate()
                assert await child.wait() == 0
        before = shop.rows("products")
        async with process(settings, variables, port):
            # Either the COMMIT had failed by then, or nobody knows, and a person is asked.
            await found(lambda: an_end(town, thread))
            assert shop.rows("products") == before
        assert [float(row[2]) for row in shop.rows("products")] == [10, 99.5, 45]


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

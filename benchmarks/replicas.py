"""Replicas of the real command over one PostgreSQL, and people in a simulated Slack.

Each replica is a process of its own. Every event and every press goes to the next replica, as
behind a load balancer. A replica may run the code of another folder, such as an older version's.
"""

import asyncio
import datetime as dt
import itertools
import os
import socket
import sys
import uuid
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import httpx
import psycopg
import yaml

from bots.bootstrap.demo import FOLDER, make_data
from bots.local_workspace import LocalWorkspace, Person, WorkspacePlan
from tests.scenarios.town import buttons, says

Json: TypeAlias = dict[str, Any]
SERVER = "postgresql://postgres@127.0.0.1:5432/postgres"
HERE = Path(__file__).parents[1]
QUESTION = "What was our net revenue last quarter by region?"
ASKED, ANSWERED, APPROVE = "Which dates", "Download CSV", "Approve"
_COMMAND = "from bots.cli import main; main()"
_START_SECONDS = 600.0
_ASKERS = tuple(
    Person(id=f"U{at:05d}", name=f"person{at}", real_name=f"Person {at}") for at in range(50)
)


@contextmanager
def ledger_at(server: str) -> Iterator[str]:
    """The URL of an empty database on that server, dropped at the end."""
    name = f"countersign_bench_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@dataclass(frozen=True, slots=True, kw_only=True)
class Replica:
    """One process of the service."""

    process: asyncio.subprocess.Process
    port: int
    log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/slack/events"

    async def stop(self) -> int:
        """Tell it to stop, as a rolling deploy does; its exit status."""
        if self.process.returncode is None:
            self.process.terminate()
        return await self.process.wait()


async def start_replica(
    folder: Path, ledger: str, variables: Mapping[str, str], code: Path = HERE
) -> Replica:
    """A replica that runs the code of this folder, once it is healthy or has ended."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = int(listener.getsockname()[1])
    state = folder / str(port)
    state.mkdir()
    settings = state / "countersign.yaml"
    settings.write_text(yaml.safe_dump(_settings(port, ledger)), encoding="utf-8")
    own = {**variables, "DEMO_STATE": str(state), "PYTHONPATH": str(code)}
    with (state / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _COMMAND, "serve", "--config", str(settings)),
            cwd=code,
            env={**os.environ, **own},  # noqa: TID251 - a child needs its parent's environment
            stdout=log,
            stderr=log,
        )
    replica = Replica(process=process, port=port, log=state / "log")
    async with asyncio.timeout(_START_SECONDS), httpx.AsyncClient() as client:
        while process.returncode is None and not await _healthy(client, port):  # noqa: ASYNC110
            await asyncio.sleep(0.2)
    return replica


async def _healthy(client: httpx.AsyncClient, port: int) -> bool:
    try:
        return (await client.get(f"http://127.0.0.1:{port}/healthz")).is_success
    except httpx.TransportError:
        return False


def _settings(port: int, ledger: str) -> Json:
    """The demo's settings at this port, without limits on how many questions wait."""
    raw: Json = yaml.safe_load((FOLDER / "countersign.yaml").read_text(encoding="utf-8"))
    raw["server"] = {"port": port}
    raw["ledger"] = {"url": ledger}
    raw["limits"] = {"per_person": 0, "waiting": 0}
    for name, workspace in raw["workspaces"].items():
        scheme, _, path = workspace["url"].partition(":///")
        workspace["url"] = f"{scheme}:///{FOLDER / path}"
        del workspace["writes"]
        for key in ("glossary", "validated"):
            workspace[key] = str(FOLDER / "workspaces" / name / f"{key}.yaml")
    return raw


@dataclass
class Crowd:
    """Fifty people who ask, and Rui who reviews; each thread with what it shows."""

    slack: LocalWorkspace
    shown: dict[str, dict[str, Json]] = field(default_factory=lambda: defaultdict(dict))
    replicas: tuple[Replica, ...] = ()
    # Messages where reviewers sit, each once, when it has the button that approves.
    cases: asyncio.Queue[Json] = field(default_factory=asyncio.Queue)
    _seen: set[str] = field(default_factory=set)
    _turn: Iterator[int] = field(default_factory=itertools.count)
    _changed: dict[str, asyncio.Event] = field(default_factory=lambda: defaultdict(asyncio.Event))

    @property
    def variables(self) -> Mapping[str, str]:
        """What a replica needs of this Slack."""
        app = self.slack.workspace.app
        return {
            "SLACK_BOT_TOKEN": app.bot_token,
            "SLACK_SIGNING_SECRET": app.signing_secret,
            "SLACK_API_URL": self.slack.api_url,
        }

    def ask(self, number: int, text: str = QUESTION) -> str:
        """A question of somebody; its thread."""
        self._next()
        said = f"<@{self.slack.workspace.app.bot_user}> {text}"
        return str(self.slack.post_as(_ASKERS[number % len(_ASKERS)].id, "ask-data", said)["ts"])

    def asker(self, thread: str) -> str:
        """Who asked in this thread."""
        return str(self.shown[thread][thread]["user"])

    async def press(self, message: Json, label: str, person: str) -> None:
        """Press the button; again where a replica is away."""
        for _ in range(5):
            self._next()
            if (await self.slack.click(person, message, label)).ok:
                return
            await asyncio.sleep(0.5)
        raise ConnectionError(label)

    async def sees(self, thread: str, words: str, patience: float = 300.0) -> Json:
        """The newest message in the thread that holds these words. Raises TimeoutError."""

        def newest() -> Json | None:
            texts = reversed(self.shown[thread].values())
            return next((each for each in texts if says(each, (words,))), None)

        changed = self._changed[thread]
        async with asyncio.timeout(patience):
            while (message := newest()) is None:
                changed.clear()
                await changed.wait()
            return message

    def showing(self, words: str) -> list[str]:
        """The threads with such a message of the bot, each as often as it has one."""
        return [
            thread
            for thread, messages in self.shown.items()
            for message in messages.values()
            if message.get("bot_id") and says(message, (words,))
        ]

    def _next(self) -> None:
        self.slack.connect_app(self.replicas[next(self._turn) % len(self.replicas)].url)

    async def watch(self) -> None:
        """Keep what each thread shows."""
        with self.slack.workspace.feed.watch() as changes:
            while (change := await changes.get()) is not None:
                if change.kind != "message":
                    continue
                message = change.body["message"]
                root = str(message.get("thread_ts") or message["ts"])
                self.shown[root][message["ts"]] = message
                self._changed[root].set()
                if APPROVE in buttons(message) and message["ts"] not in self._seen:
                    self._seen.add(message["ts"])
                    self.cases.put_nowait(message)


@asynccontextmanager
async def crowd() -> AsyncIterator[Crowd]:
    """People in a simulated Slack, before any replica is there."""
    make_data(dt.date.today(), lambda _: None)
    plan = WorkspacePlan()
    people = (*plan.people, *_ASKERS)
    async with LocalWorkspace(WorkspacePlan(people=people), retry_delays=(0.0, 1.0, 5.0)) as slack:
        found = Crowd(slack)
        watching = asyncio.create_task(found.watch())
        try:
            yield found
        finally:
            watching.cancel()

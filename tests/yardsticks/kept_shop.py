"""The shop whose ledgers version 0.1 kept: its process, its Slack, and its clock that stands."""

import contextlib
import datetime as dt
import fcntl
import gzip
import itertools
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bots.bootstrap.application import Application, application
from bots.local_workspace import LocalWorkspace, WorkspacePlan
from bots.settings import Settings, read_settings
from pipeline.writes.values import WriteStatus
from review.ledger.records import Owed, OwedStatus
from review.settings import Around
from tests.review.fakes import FakeClock
from tests.scenarios.town import Json, SlackSide

FIXTURES = Path(__file__).parents[1] / "fixtures" / "v0_1"
PLAN = WorkspacePlan(socket_mode=True)
# The moment at which version 0.1 was last seen.
KEPT_AT = dt.datetime(2026, 3, 2, 9, 0, tzinfo=dt.UTC)
_MANY = 100_000


@dataclass(frozen=True)
class Paused:
    """A card that waits, the button to press on it, and what its thread tells then."""

    kind: str
    channel: str
    card: str
    button: str
    thread: str
    then: tuple[str, ...]


@dataclass
class Kept:
    """What version 0.1 left behind, as its maker knows it.

    `threads` are those of the changes in flight, `owed` those that Slack turned away, `arrived` is
    the message that Slack has and the ledger does not know of. `repeats` are approved questions in
    other words.
    """

    paused: list[Paused] = field(default_factory=list)
    threads: dict[str, str] = field(default_factory=dict)
    cards: dict[str, str] = field(default_factory=dict)
    owed: list[str] = field(default_factory=list)
    arrived: str = ""
    repeats: dict[str, str] = field(default_factory=dict)


@contextmanager
def place_of(ledger: str) -> Iterator[Path]:
    """Where the shop's database lies, for one process at a time.

    An approval is bound to the database's path, so this is the path at which it was approved.
    """
    folder = Path("/tmp/countersign-0.1") / ledger  # noqa: S108 - the same on every machine
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder / "shop.sqlite"


@dataclass(frozen=True)
class KeptShop:
    """The shop's database, what Slack holds in a folder, and the ledger at its URL.

    `name` begins the ids that this process gives, so that no other process has the same.
    """

    database: Path
    folder: Path
    ledger: str
    name: str
    clock: FakeClock = field(default_factory=lambda: FakeClock(KEPT_AT))

    @property
    def messages(self) -> Path:
        return self.folder / "slack.json"

    def settings(self, slack: LocalWorkspace) -> Settings:
        app = slack.workspace.app
        variables = {
            "SHOP": str(self.database),
            "LEDGER": self.ledger,
            "STATE": str(self.folder / "state"),
            "SLACK_BOT_TOKEN": app.bot_token,
            "SLACK_APP_TOKEN": app.app_token,
            "SLACK_API_URL": slack.api_url,
        }
        return read_settings(FIXTURES / "countersign.yaml", variables)

    def world(self) -> Around:
        numbers: Iterator[int] = itertools.count(1)
        return Around(
            clock=self.clock,
            ids=lambda: f"{self.name}-{next(numbers):04}",
            nonces=lambda: f"{self.name}-nonce-{next(numbers):04}",
            owner=self.name,
            zone=lambda _workspace, _person: dt.UTC,
        )

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of the shop's database, past the product."""
        with contextlib.closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(sql).fetchall()

    def change(self, script: str) -> None:
        """Change the shop's database, past the product."""
        with contextlib.closing(sqlite3.connect(self.database)) as connection:
            connection.executescript(script)

    def _seconds(self) -> float:
        return self.clock.now.timestamp()

    @asynccontextmanager
    async def open(self) -> AsyncIterator["OpenShop"]:
        """The real application behind the simulated Slack, which still shows what it showed."""
        slack = LocalWorkspace(PLAN, state=self.messages, clock=self._seconds, retry_delays=())
        async with slack:
            settings = self.settings(slack)
            async with application(settings, FIXTURES, self.world()) as running:
                slack.connect_app("")
                yield OpenShop(slack, running, self)


def make_database(database: Path, script: Path) -> None:
    database.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.executescript(script.read_text(encoding="utf-8"))


def unpack(left: Path, to: Path, database: Path) -> None:
    """Lay out what a process left: the shop's database, Slack's messages, a ledger on SQLite."""
    make_database(database, left / "shop.sql")
    (to / "slack.json").write_bytes((left / "slack.json").read_bytes())
    packed = left / "ledger.sqlite3.gz"
    if packed.exists():
        (to / "ledger.sqlite3").write_bytes(gzip.decompress(packed.read_bytes()))


class OpenShop(SlackSide):
    """What people do and see, and what the ledger holds meanwhile."""

    def __init__(self, slack: LocalWorkspace, running: Application, kept: KeptShop) -> None:
        super().__init__(slack)
        self.running = running
        self.kept = kept

    def message(self, channel: str, ts: str) -> Json:
        """The message as it is now."""
        return next(each for each in self.slack.messages(channel) if each["ts"] == ts)

    async def writes(self, thread: str = "") -> dict[str, WriteStatus]:
        """How each approval stands, oldest first; those of one thread where one is named."""
        async with self.running.ledger.read() as pages:
            runs = [
                run
                for run in reversed(await pages.runs.latest(_MANY))
                if thread in ("", run.thread.root)
            ]
            found = [write for run in runs for write in await pages.writes.of_run(run.id)]
        return {write.approval: write.entry.status for write in found}

    async def times_sent(self, thread: str) -> int:
        """How often a COMMIT was sent to the database for what was asked in that thread."""
        approvals = await self.writes(thread)
        async with self.running.ledger.read() as pages:
            return len(
                [
                    entry
                    async for entry in pages.audit.entries()
                    if entry.action == "commit sent" and entry.checkpoint in approvals
                ]
            )

    async def owed(self) -> list[Owed]:
        """What is still to be sent."""
        async with self.running.ledger.read() as pages:
            waiting = await pages.outbox.listed(OwedStatus.OWED, _MANY)
            return [*waiting, *await pages.outbox.listed(OwedStatus.SENDING, _MANY)]

"""A small shop of one's own behind the simulated Slack: its data change while nobody looks."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bots.bootstrap.application import application
from bots.bootstrap.kept_queries import keeping
from bots.bootstrap.local_chat import LocalChat
from bots.local_workspace import AppProfile, LocalWorkspace, WorkspacePlan
from bots.settings import Settings
from knowledge.validated.exchange import imported
from knowledge.validated.query import Status, ValidatedQuery
from tests.scenarios.town import Town
from tests.waiting import found

_APP = AppProfile()
_PEOPLE = {
    "slack:T0LOCAL:U0ANA": {"name": "Ana", "roles": ["analyst"]},
    "slack:T0LOCAL:U0RUI": {"name": "Rui", "roles": ["reviewer"]},
}


@dataclass(frozen=True)
class LittleShop:
    """The shop's database, its settings, and a Slack that outlives the processes."""

    folder: Path
    slack: LocalWorkspace

    @property
    def database(self) -> Path:
        return self.folder / "shop.sqlite"

    @property
    def settings(self) -> Settings:
        return Settings.model_validate(
            {
                "workspaces": {
                    "shop": {
                        "url": f"sqlite:///{self.database}",
                        "review": {"roles": ["reviewer"], "slack_channel": "C0REVIEWS"},
                        "grants": {"analyst": {"tables": "all"}, "reviewer": {"tables": "all"}},
                        "default_role": "analyst",
                    }
                },
                "people": _PEOPLE,
                "surfaces": {
                    "slack": {
                        "mode": "socket",
                        "bot_token": _APP.bot_token,
                        "app_token": _APP.app_token,
                        "api_url": self.slack.api_url,
                    }
                },
                "ledger": {"url": f"sqlite:///{self.folder / 'ledger.sqlite3'}"},
                "state_folder": str(self.folder / "state"),
            }
        )

    def change(self, sql: str) -> None:
        with contextlib.closing(sqlite3.connect(self.database)) as connection:
            connection.executescript(sql)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Town]:
        """The real application, from its start to its end."""
        async with application(self.settings, self.folder) as running:
            self.slack.connect_app("")
            yield Town(LocalChat(application=running, slack=self.slack))

    async def approve(self, pairs: str) -> None:
        """Import as the command does, and approve each as Rui."""
        async with keeping(self.settings, self.folder) as kept:
            await kept.take_in("shop", imported(pairs, workspace="shop", dialect=""))
            for query in await kept.waiting("shop"):
                await kept.approve(query.id, "Rui")

    async def query(self) -> ValidatedQuery:
        """The one approved query, whatever became of it."""
        async with keeping(self.settings, self.folder) as kept:
            (query,) = await kept.all("shop")
        return query

    async def until_measured(self) -> None:
        """Wait until its result of today is kept."""

        async def measured() -> ValidatedQuery | None:
            query = await self.query()
            return None if query.profile is None else query

        await found(measured)

    async def until(self, status: Status) -> None:
        async def stands_so() -> ValidatedQuery | None:
            query = await self.query()
            return query if query.status is status else None

        await found(stands_so)


@asynccontextmanager
async def a_little_shop(folder: Path, schema: str) -> AsyncIterator[LittleShop]:
    async with LocalWorkspace(WorkspacePlan(app=_APP, socket_mode=True)) as slack:
        shop = LittleShop(folder, slack)
        shop.change(schema)
        yield shop

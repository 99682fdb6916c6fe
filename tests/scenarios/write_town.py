"""A town whose people may ask for changes: one small shop on any database, and its approvers."""

import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import psycopg
import pymysql
from pydantic import SecretStr

from bots.bootstrap.application import Application, application
from bots.bootstrap.demo import listening
from bots.local_workspace import AppProfile, LocalWorkspace, WorkspacePlan
from bots.settings import PersonSettings, ReviewSettings, Settings, SlackSettings, WorkspaceSettings
from bots.settings.surfaces import Surfaces
from bots.settings.values import LedgerSettings
from bots.settings.writes import WritesSettings
from tests.scenarios.town import PATIENCE, Json, SlackSide, says

SHOP = (
    "CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name VARCHAR(80) NOT NULL, "
    "is_test INTEGER NOT NULL)",
    "CREATE TABLE products (product_id INTEGER PRIMARY KEY, name VARCHAR(80) NOT NULL, "
    "price NUMERIC(10, 2) NOT NULL)",
    "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL, "
    "order_date DATE NOT NULL, total NUMERIC(10, 2) NOT NULL)",
    "INSERT INTO customers VALUES (1, 'Mora', 0), (2, 'Test Tess', 1), (3, 'Test Tim', 1), "
    "(4, 'Silva', 0), (5, 'Test Tom', 1)",
    "INSERT INTO products VALUES (1, 'Lamp', 10.00), (2, 'Desk', 99.50), (3, 'Chair', 45.00)",
    "INSERT INTO orders VALUES (1, 1, '2026-01-05', 20.00), (2, 4, '2026-02-07', 99.50), "
    "(3, 1, '2026-03-09', 45.00)",
)
PEOPLE = {
    "slack:T0LOCAL:U0ANA": PersonSettings(name="Ana", roles=("analyst",)),
    "slack:T0LOCAL:U0RUI": PersonSettings(name="Rui", roles=("reviewer",)),
    "slack:T0LOCAL:U0ADA": PersonSettings(name="Ada", roles=("reviewer", "analyst")),
}


@dataclass
class Shop:
    """The shop's database, reached past the product, as another client."""

    url: str
    run: Callable[[str], list[tuple[Any, ...]]]

    def rows(self, table: str) -> list[tuple[Any, ...]]:
        """The whole table, in one order."""
        return sorted(self.run(f"SELECT * FROM {table}"))


def sqlite_shop(path: Path) -> Shop:
    def run(sql: str) -> list[tuple[Any, ...]]:
        connection = sqlite3.connect(path)
        try:
            with connection:
                return connection.execute(sql).fetchall()
        finally:
            connection.close()

    return _filled(Shop(f"sqlite:///{path}", run))


def duckdb_shop(path: Path) -> Shop:
    def run(sql: str) -> list[tuple[Any, ...]]:
        with _duckdb_in_turn(path) as connection:
            return connection.execute(sql).fetchall()

    return _filled(Shop(f"duckdb:///{path}", run))


def _duckdb_in_turn(path: Path) -> duckdb.DuckDBPyConnection:
    """A connection once the product, in this same process, reads with none of its own."""
    for _ in range(100):
        with contextlib.suppress(duckdb.ConnectionException):
            return duckdb.connect(str(path))
        time.sleep(0.05)
    return duckdb.connect(str(path))


def postgres_shop(url: str) -> Shop:
    def run(sql: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(url, autocommit=True) as connection:
            done = connection.execute(sql.encode())
            return done.fetchall() if done.description else []

    return _filled(Shop(url, run))


def mariadb_shop(url: str) -> Shop:
    def run(sql: str) -> list[tuple[Any, ...]]:
        name = url.rpartition("/")[2]
        connection = pymysql.connect(
            host="127.0.0.1", user="root", password="", database=name, autocommit=True
        )
        with connection, connection.cursor() as cursor:
            cursor.execute(sql)
            return list(cursor.fetchall())

    return _filled(Shop(url, run))


def _filled(shop: Shop) -> Shop:
    for statement in SHOP:
        shop.run(statement)
    return shop


class WriteTown(SlackSide):
    """Ana asks for changes; Rui and Ada approve them in #data-reviews."""

    def __init__(self, slack: LocalWorkspace, shop: Shop, running: Application) -> None:
        super().__init__(slack)
        self.shop = shop
        self.running = running

    async def asked(self, words: str, *on_card: str, person: str = "ana") -> tuple[str, Json]:
        """Ask for a change; the thread, and the approvers' card."""
        thread = self.ask(words, person=person)
        card = await self.reviewer_sees("asks for a change", *on_card)
        await self.sees(thread, "waiting for approval by", person=person)
        # As the approver has it on screen, whatever becomes of the message meanwhile.
        return thread, deepcopy(card)

    async def reject(self, card: Json, reason: str, person: str = "rui") -> None:
        await self._filled_in(card, "Reject…", reason, person)

    async def edit(self, card: Json, sql: str, person: str = "rui") -> None:
        await self._filled_in(card, "Edit SQL…", sql, person)

    async def ask_back(self, card: Json, question: str, person: str = "rui") -> None:
        await self._filled_in(card, "Ask back…", question, person)

    async def _filled_in(self, card: Json, label: str, text: str, person: str) -> None:
        await self.click(card, label, person)
        view = await self.slack.wait_for(lambda: self.slack.modal(person), 10)
        inputs = [block["block_id"] for block in view["blocks"] if block["type"] == "input"]
        await self.slack.submit_view(person, {inputs[0]: {"typed": text}})

    async def whispered(self, person: str, *words: str) -> Json:
        """What only this person sees in the reviewers' channel."""
        return await self.whispered_to_one((person,), *words)

    async def whispered_to_one(self, people: Sequence[str], *words: str) -> Json:
        """What only one of these people sees: of two clicks nobody knows which arrives first."""

        def newest() -> Json | None:
            shown = [m for who in people for m in self.slack.messages("data-reviews", person=who)]
            return next((m for m in reversed(shown) if says(m, words)), None)

        return await self.slack.wait_for(newest, PATIENCE)

    async def withdrawn(self, thread: str, person: str = "ana") -> None:
        self.slack.post_as(person, "ask-data", "stop", thread)
        await self.reviewer_sees("Stopped")


def settings_for(shop: Shop, api_url: str, state: Path, app: AppProfile, **rules: Any) -> Settings:
    """One workspace, whose data Ana may ask to change."""
    known: dict[str, Any] = {"askers": ("analyst",), "approvers": ("reviewer",), "tables": "all"}
    writes = WritesSettings(url=SecretStr(shop.url), **(known | rules))
    return Settings(
        workspaces={
            "shop": WorkspaceSettings(
                url=SecretStr(shop.url),
                title="Shop",
                review=ReviewSettings(roles=("reviewer",), slack_channel="C0REVIEWS"),
                writes=writes,
            )
        },
        people=PEOPLE,
        surfaces=Surfaces(
            slack=SlackSettings(
                bot_token=SecretStr(app.bot_token),
                signing_secret=SecretStr(app.signing_secret),
                api_url=api_url,
            )
        ),
        ledger=LedgerSettings(url=SecretStr(f"sqlite:///{state}/ledger.sqlite3")),
        state_folder=str(state / "state"),
    )


@asynccontextmanager
async def write_town(shop: Shop, state: Path, **rules: Any) -> AsyncIterator[WriteTown]:
    """The whole product in this process, over that shop."""
    app = AppProfile()
    async with LocalWorkspace(WorkspacePlan(app=app)) as local:
        settings = settings_for(shop, local.api_url, state, app, **rules)
        async with application(settings, state) as running, listening(running) as url:
            local.connect_app(f"{url}/slack/events")
            yield WriteTown(local, shop, running)

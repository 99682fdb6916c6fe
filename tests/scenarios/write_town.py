"""A town whose people may ask for changes: one small shop on any database, and its approvers."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import duckdb
import psycopg
import pymysql
from pydantic import SecretStr

from bots.bootstrap.application import Application, application
from bots.bootstrap.local_chat import listening
from bots.local_workspace import AppProfile, LocalWorkspace, WorkspacePlan
from bots.settings import PersonSettings, ReviewSettings, Settings, SlackSettings, WorkspaceSettings
from bots.settings.surfaces import Surfaces
from bots.settings.values import LedgerSettings
from bots.settings.writes import WritesSettings
from tests.scenarios.sides import Side
from tests.scenarios.town import Json, SlackSide
from tests.surfaces.teams.client import CHANNEL, REVIEWERS
from tests.surfaces.teams.town import PEOPLE as TEAMS_PEOPLE
from tests.surfaces.teams.town import in_teams, on_this_machine
from tests.waiting import tried

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


@dataclass(frozen=True)
class Chat:
    """What the settings say of one chat. `audit` names its channel for news of writes."""

    surfaces: Surfaces
    people: Mapping[str, PersonSettings]
    review: ReviewSettings
    audit: Mapping[str, str]


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
    return tried(lambda: duckdb.connect(str(path)), duckdb.ConnectionException)


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


@dataclass
class WriteTown:
    """Ana asks for changes; Rui and Ada approve them where reviewers sit."""

    side: Side
    shop: Shop
    running: Application

    async def asked(self, words: str, *on_card: str, person: str = "ana") -> tuple[str, Json]:
        """Ask for a change; the thread, and the approvers' card."""
        thread = self.side.ask(words, person=person)
        card = await self.side.reviewer_sees("asks for a change", *on_card)
        await self.side.sees(thread, "waiting for approval by", person=person)
        # As the approver has it on screen, whatever becomes of the message meanwhile.
        return thread, deepcopy(card)

    async def reject(self, card: Json, reason: str, person: str = "rui") -> None:
        await self.side.fill_in(card, "Reject…", reason, person)

    async def edit(self, card: Json, sql: str, person: str = "rui") -> None:
        await self.side.fill_in(card, "Edit SQL…", sql, person)

    async def ask_back(self, card: Json, question: str, person: str = "rui") -> None:
        await self.side.fill_in(card, "Ask back…", question, person)

    async def withdrawn(self, thread: str, person: str = "ana") -> None:
        self.side.stop(thread, person)
        await self.side.reviewer_sees("Stopped")


def in_slack(slack: LocalWorkspace, app: AppProfile) -> Chat:
    """The simulated Slack."""
    surface = SlackSettings(
        bot_token=SecretStr(app.bot_token),
        signing_secret=SecretStr(app.signing_secret),
        api_url=slack.api_url,
    )
    return in_slack_at(surface)


def in_slack_at(surface: SlackSettings) -> Chat:
    """The simulated Slack behind these settings."""
    return Chat(
        surfaces=Surfaces(slack=surface),
        people=PEOPLE,
        review=ReviewSettings(roles=("reviewer",), slack_channel="C0REVIEWS"),
        audit={"audit_slack_channel": "C0ASKDATA"},
    )


IN_TEAMS: Final = Chat(
    surfaces=Surfaces(teams=on_this_machine()),
    people=TEAMS_PEOPLE,
    review=ReviewSettings(roles=("reviewer",), teams_conversation=REVIEWERS),
    audit={"audit_teams_conversation": CHANNEL},
)


def settings_for(shop: Shop, state: Path, chat: Chat, **rules: Any) -> Settings:
    """One workspace, whose data Ana may ask to change; `audited` tells a channel of writes."""
    known: dict[str, Any] = {"askers": ("analyst",), "approvers": ("reviewer",), "tables": "all"}
    known |= chat.audit if rules.pop("audited", False) else {}
    writes = WritesSettings(url=SecretStr(shop.url), **(known | rules))
    return Settings(
        workspaces={
            "shop": WorkspaceSettings(
                url=SecretStr(shop.url), title="Shop", review=chat.review, writes=writes
            )
        },
        people=dict(chat.people),
        surfaces=chat.surfaces,
        ledger=LedgerSettings(url=SecretStr(f"sqlite:///{state}/ledger.sqlite3")),
        state_folder=str(state / "state"),
    )


@asynccontextmanager
async def write_town(chat: str, shop: Shop, state: Path, **rules: Any) -> AsyncIterator[WriteTown]:
    """The whole product in this process, over that shop, in the named chat."""
    if chat == "teams":
        settings = settings_for(shop, state, IN_TEAMS, **rules)
        async with application(settings, state) as running, in_teams(running) as teams:
            yield WriteTown(teams, shop, running)
        return
    app = AppProfile()
    async with LocalWorkspace(WorkspacePlan(app=app)) as local:
        settings = settings_for(shop, state, in_slack(local, app), **rules)
        async with application(settings, state) as running, listening(running) as url:
            local.connect_app(f"{url}/slack/events")
            yield WriteTown(SlackSide(local), shop, running)

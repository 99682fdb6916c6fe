"""A forwarder's workspace, whose words mean several things, on each surface."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import SecretStr

from bots.bootstrap.application import application
from bots.bootstrap.demo import FOLDER
from bots.bootstrap.local_chat import listening
from bots.local_workspace import AppProfile, LocalWorkspace, WorkspacePlan
from bots.settings import Grant, Settings, WorkspaceSettings, read_settings
from bots.settings.workspaces import CalendarSettings
from tests.scenarios.sides import Side
from tests.scenarios.town import SlackSide
from tests.surfaces.teams.town import a_town

HERE = Path(__file__).parent
Json: TypeAlias = dict[str, Any]


class Forwarder:
    """The forwarder's database, for queries of the tests' own."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "forwarder.sqlite"
        with sqlite3.connect(self.path) as connection:
            connection.executescript((HERE / "forwarder.sql").read_text(encoding="utf-8"))

    def number(self, sql: str) -> str:
        """One number as an answer writes it."""
        with sqlite3.connect(self.path) as connection:
            (value,) = connection.execute(sql).fetchone()
        return f"{value:,.2f}".rstrip("0").rstrip(".")

    def settings(self, read: Settings) -> Settings:
        """The demo's people and surfaces, with this workspace alone; its year starts late."""
        sales = read.workspaces["sales"]
        freight = WorkspaceSettings(
            url=SecretStr(f"sqlite:///{self.path}"),
            title="Freight",
            glossary=str(HERE / "forwarder.yaml"),
            calendar=CalendarSettings(fiscal_year_start_month=2, fiscal_year_named_by="end"),
            review=sales.review,
            grants={"analyst": Grant(), "reviewer": Grant()},
            default_role="analyst",
        )
        return read.model_copy(update={"workspaces": {"freight": freight}})


@asynccontextmanager
async def forwarder_in(chat: str, state: Path, forwarder: Forwarder) -> AsyncIterator[Side]:
    """The real application behind the named chat."""
    if chat == "slack":
        async with forwarder_in_slack(state, forwarder) as slack:
            yield slack
    else:
        async with a_town(state, forwarder.settings) as teams:
            yield teams


@asynccontextmanager
async def forwarder_in_slack(state: Path, forwarder: Forwarder) -> AsyncIterator[SlackSide]:
    """The real application behind the simulated Slack."""
    app = AppProfile(suggestions=())
    local = LocalWorkspace(WorkspacePlan(app=app), port=0, state=state / "slack.json")
    async with local:
        secrets = {
            "SLACK_BOT_TOKEN": app.bot_token,
            "SLACK_SIGNING_SECRET": app.signing_secret,
            "SLACK_API_URL": local.api_url,
            "DEMO_STATE": str(state),
        }
        settings = forwarder.settings(read_settings(FOLDER / "countersign.yaml", secrets))
        async with application(settings, FOLDER) as running, listening(running) as url:
            local.connect_app(f"{url}/slack/events")
            yield SlackSide(local)

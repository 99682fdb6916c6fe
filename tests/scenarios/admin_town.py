"""A town whose people work on the database with a model, which answers from a script."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pydantic_ai.models

from bots.bootstrap.application import application
from bots.bootstrap.local_chat import listening
from bots.cli.audit_write import story
from bots.local_workspace import AppProfile, LocalWorkspace, WorkspacePlan
from bots.settings import Settings
from bots.settings.models import ModelsSettings
from tests.pipeline.agents.loopback import LoopbackModel, loopback_model
from tests.pipeline.agents.loopback_replies import Called, CalledAtOnce, Reply
from tests.pipeline.agents.shop import a_rung, in_turn
from tests.scenarios.town import SlackSide
from tests.scenarios.write_town import (
    IN_TEAMS,
    Shop,
    WriteTown,
    in_slack,
    settings_for,
    sqlite_shop,
)
from tests.surfaces.teams.town import in_teams

SALE = "UPDATE products SET price = 8.5 WHERE name = 'Lamp'"
INDEX = "CREATE INDEX by_day ON orders (order_date)"
SAID = "Sets price to 8.5 in products where name is Lamp."
SAID_INDEX = "Adds an index on order_date of orders."


def calls(*several: tuple[str, dict[str, str]]) -> CalledAtOnce:
    return CalledAtOnce(tuple(Called(name, given) for name, given in several))


def write(sql: str = SALE, said: str = SAID) -> tuple[str, dict[str, str]]:
    return "run_write_query", {"sql": sql, "explanation": said}


def ddl(sql: str = INDEX, said: str = SAID_INDEX) -> tuple[str, dict[str, str]]:
    return "run_ddl", {"sql": sql, "explanation": said}


@dataclass
class AdminTown(WriteTown):
    """The town with a model; everything that was sent to it is kept."""

    model: LoopbackModel

    def read_by_model(self, turn: int) -> str:
        """All that the model read in that request."""
        return self.model.requests[turn].text


@dataclass
class House:
    """A Slack and a model that outlive the process which serves them."""

    shop: Shop
    state: Path
    local: LocalWorkspace
    app: AppProfile
    model: LoopbackModel

    @asynccontextmanager
    async def serving(self, provider: str = "openai-chat") -> AsyncIterator[AdminTown]:
        chat = in_slack(self.local, self.app)
        settings = with_model(settings_for(self.shop, self.state, chat), self.model, provider)
        async with application(settings, self.state) as running, listening(running) as url:
            self.local.connect_app(f"{url}/slack/events")
            yield AdminTown(SlackSide(self.local), self.shop, running, self.model)


def with_model(settings: Settings, model: LoopbackModel, provider: str) -> Settings:
    """The settings with that one model, which may read rows."""
    own = settings.workspaces["shop"]
    shown = own.models.model_copy(update={"summaries": True})
    ladder = [a_rung(model, provider=provider)]
    return settings.model_copy(
        update={
            "models": ModelsSettings.model_validate({"ladder": ladder}),
            "workspaces": {"shop": own.model_copy(update={"models": shown})},
        }
    )


@asynccontextmanager
async def scripted(*replies: Reply) -> AsyncIterator[LoopbackModel]:
    """A model on loopback, which tests may reach and nothing else."""
    with pydantic_ai.models.override_allow_model_requests(True):
        async with loopback_model(in_turn(*replies)) as model:
            yield model


@asynccontextmanager
async def house(folder: Path, *replies: Reply) -> AsyncIterator[House]:
    app = AppProfile()
    shop = sqlite_shop(folder / "shop.sqlite")
    async with scripted(*replies) as model, LocalWorkspace(WorkspacePlan(app=app)) as local:
        yield House(shop, folder, local, app, model)


@asynccontextmanager
async def admin_town(
    folder: Path, *replies: Reply, provider: str = "openai-chat", chat: str = "slack"
) -> AsyncIterator[AdminTown]:
    if chat == "slack":
        async with house(folder, *replies) as one, one.serving(provider) as town:
            yield town
        return
    shop = sqlite_shop(folder / "shop.sqlite")
    async with scripted(*replies) as model:
        settings = with_model(settings_for(shop, folder, IN_TEAMS), model, provider)
        async with application(settings, folder) as running, in_teams(running) as teams:
            yield AdminTown(teams, shop, running, model)


async def told_by_audit(town: AdminTown) -> str:
    """What `countersign audit write` prints of the last run."""
    async with town.running.ledger.read() as pages:
        (run,) = await pages.runs.latest(1)
        entries = [entry async for entry in pages.audit.entries() if entry.run == run.id]
        return "\n".join(story(entries, await pages.writes.of_run(run.id)))


def indexes(shop: Shop) -> list[tuple[Any, ...]]:
    return shop.run("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")


def lamp(shop: Shop) -> float:
    return float(shop.rows("products")[0][2])

"""*Ask again with the larger model*: once, in the same thread, within the budget."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pydantic_ai.models
import pytest

from bots.bootstrap.application import application
from bots.bootstrap.local_chat import listening
from bots.local_workspace import AppProfile, LocalWorkspace, WorkspacePlan
from bots.settings import Settings
from bots.settings.models import ModelsSettings
from tests.pipeline.agents.loopback import LoopbackModel, loopback_model
from tests.pipeline.agents.loopback_replies import Answered, Reply, Request
from tests.pipeline.agents.shop import a_rung
from tests.scenarios.sides import Side
from tests.scenarios.town import SlackSide, buttons, says
from tests.scenarios.write_town import IN_TEAMS, in_slack, settings_for, sqlite_shop
from tests.surfaces.teams.town import in_teams

BUTTON = "Ask again with the larger model"
PUZZLE = "Which one would empty a purse the fastest?"
DATED = "Which one emptied a purse the fastest in March 2026?"
CHEAPEST = "SELECT name FROM products ORDER BY price LIMIT 1"
DEAREST = "SELECT name FROM products ORDER BY price DESC LIMIT 1"
DAYS = "order_date >= '2026-03-01' AND order_date < '2026-04-01'"
OF_MARCH = f"SELECT order_id FROM orders WHERE {DAYS} ORDER BY total"
WITHOUT_DAYS = "SELECT order_id FROM orders ORDER BY total DESC LIMIT 1"


@dataclass
class Town:
    side: Side
    model: LoopbackModel

    def asked(self) -> list[str]:
        return [request.model for request in self.model.requests]


@asynccontextmanager
async def a_town(
    folder: Path, chat: str, says: Mapping[str, str], budget: Mapping[str, float] | None = None
) -> AsyncIterator[Town]:
    """A shop with a small and a large model, each of which always writes the same query."""
    shop = sqlite_shop(folder / "shop.sqlite")

    def script(request: Request) -> Reply:
        dated = ["orders.order_date"] if "orders" in says[request.model] else []
        return Answered({"sql": says[request.model], "reading": "as asked", "date_columns": dated})

    def with_models(settings: Settings, model: LoopbackModel) -> Settings:
        ladder = [a_rung(model, "small"), a_rung(model, "large")]
        given: dict[str, Any] = {"ladder": ladder, "budget": budget or {}, "repairs": 1}
        return settings.model_copy(update={"models": ModelsSettings.model_validate(given)})

    with pydantic_ai.models.override_allow_model_requests(True):
        async with loopback_model(script) as model:
            if chat == "teams":
                settings = with_models(settings_for(shop, folder, IN_TEAMS), model)
                async with application(settings, folder) as running, in_teams(running) as teams:
                    yield Town(teams, model)
                return
            app = AppProfile()
            async with LocalWorkspace(WorkspacePlan(app=app)) as local:
                settings = with_models(settings_for(shop, folder, in_slack(local, app)), model)
                async with application(settings, folder) as running, listening(running) as url:
                    local.connect_app(f"{url}/slack/events")
                    yield Town(SlackSide(local), model)


@pytest.mark.parametrize("chat", ["slack", "teams"])
async def test_the_larger_model_answers_in_the_thread_and_is_paid_once(
    chat: str, tmp_path: Path
) -> None:
    async with a_town(tmp_path, chat, {"small": CHEAPEST, "large": DEAREST}) as town:
        thread = town.side.ask(PUZZLE)
        first = await town.side.sees(thread, "Lamp", "The model small wrote its query")
        await town.side.click(first, BUTTON)
        await town.side.click(first, BUTTON)
        await town.side.sees(thread, "Desk", "The model large wrote its query")
        assert town.asked() == ["small", "large"]


async def test_the_largest_model_offers_no_larger_one(tmp_path: Path) -> None:
    async with a_town(tmp_path, "slack", {"small": CHEAPEST, "large": DEAREST}) as town:
        thread = town.side.ask(PUZZLE)
        await town.side.click(await town.side.sees(thread, "Lamp"), BUTTON)
        last = await town.side.sees(thread, "Desk")
        assert BUTTON not in buttons(last)


async def test_the_days_that_were_confirmed_bind_the_larger_model_too(tmp_path: Path) -> None:
    async with a_town(tmp_path, "slack", {"small": OF_MARCH, "large": WITHOUT_DAYS}) as town:
        thread = town.side.ask(DATED)
        await town.side.click(await town.side.sees(thread, "The model small"), BUTTON)
        await town.side.sees(thread, "The query does not pass its checks")
        assert "2026-03-01" in town.model.requests[1].text
        assert town.asked() == ["small", "large", "large"]


async def test_above_the_budget_nobody_is_asked_and_it_is_said(tmp_path: Path) -> None:
    cheap = {"small": CHEAPEST, "large": DEAREST}
    async with a_town(tmp_path, "slack", cheap, {"day": 0.000_01}) as town:
        thread = town.side.ask(PUZZLE)
        await town.side.click(await town.side.sees(thread, "Lamp"), BUTTON)
        await town.side.sees(thread, "budget")
        assert town.asked() == ["small"]


async def test_only_whoever_asked_may_ask_the_larger_model(tmp_path: Path) -> None:
    async with a_town(tmp_path, "slack", {"small": CHEAPEST, "large": DEAREST}) as town:
        thread = town.side.ask(PUZZLE)
        card = await town.side.sees(thread, "Lamp")
        await town.side.click(card, BUTTON, "rui")
        assert not any(says(each, ("Desk",)) for each in town.side.thread(thread))
        assert town.asked() == ["small"]

"""A change asked for on one surface and approved on the other; real clicks on both."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bots.bootstrap.application import application
from bots.bootstrap.local_chat import listening
from bots.local_workspace import AppProfile, LocalWorkspace, WorkspacePlan
from bots.settings import PersonSettings, ReviewSettings
from tests.scenarios.town import SlackSide
from tests.scenarios.write_town import Chat, Shop, in_slack, settings_for, sqlite_shop
from tests.surfaces.teams.client import ADA, ANA, CHANNEL, REVIEWERS, RUI
from tests.surfaces.teams.town import TeamsTown, in_teams, on_this_machine

TYPED = "run this: UPDATE products SET price = 12.50 WHERE product_id = 1"
SLACK_ADA, SLACK_ANA, SLACK_RUI = (f"slack:T0LOCAL:U0{name}" for name in ("ADA", "ANA", "RUI"))
PEOPLE = {
    SLACK_ANA: PersonSettings(name="Ana", roles=("analyst", "reviewer"), also=(ANA.id,)),
    SLACK_ADA: PersonSettings(name="Ada", roles=("admin",), also=(ADA.id,)),
    SLACK_RUI: PersonSettings(name="Rui", roles=("reviewer",), also=(RUI.id,)),
}


@dataclass
class Both:
    """One process with both chats."""

    slack: SlackSide
    teams: TeamsTown
    shop: Shop

    def price(self) -> float:
        return float(self.shop.rows("products")[0][2])


@asynccontextmanager
async def both(state: Path, **reviewers: str) -> AsyncIterator[Both]:
    """Reviewers sit in the conversation that is named."""
    shop, app = sqlite_shop(state / "shop.sqlite"), AppProfile()
    async with LocalWorkspace(WorkspacePlan(app=app)) as local:
        chat = Chat(
            surfaces=in_slack(local, app).surfaces.model_copy(update={"teams": on_this_machine()}),
            people=PEOPLE,
            review=ReviewSettings(roles=("reviewer",)).model_copy(update=reviewers),
            audit={},
        )
        async with (
            application(settings_for(shop, state, chat), state) as running,
            listening(running) as url,
            in_teams(running) as teams,
        ):
            local.connect_app(f"{url}/slack/events")
            yield Both(SlackSide(local), teams, shop)


async def test_asked_in_slack_approved_in_teams(tmp_path: Path) -> None:
    async with both(tmp_path, teams_conversation=REVIEWERS) as town:
        thread = town.slack.ask(TYPED)
        await town.slack.sees(thread, "waiting for approval by")
        card = await town.teams.reviewer_sees("asks for a change", "10.00 → 12.50")
        await town.teams.click(card, "Approve", "rui")
        await town.slack.sees(thread, "Done", "1 row was changed", "Rui")
        below = f"{REVIEWERS};messageid={card['message'].id}"
        await town.teams.sees(below, "Done", "Asked for by", person="rui")
        assert town.price() == 12.5


async def test_asked_in_teams_approved_in_slack(tmp_path: Path) -> None:
    async with both(tmp_path, slack_channel="C0REVIEWS") as town:
        thread = town.teams.ask(TYPED)
        await town.teams.sees(thread, "waiting for approval by")
        card = await town.slack.reviewer_sees("asks for a change", "10.00 → 12.50")
        await town.slack.click(card, "Approve", "rui")
        await town.teams.sees(thread, "Done", "1 row was changed", "Rui")
        assert town.price() == 12.5


async def test_nobody_approves_their_own_change_from_the_other_surface(tmp_path: Path) -> None:
    async with both(tmp_path, teams_conversation=REVIEWERS) as town:
        thread = town.slack.ask(TYPED)
        card = await town.teams.reviewer_sees("asks for a change")
        await town.teams.click(card, "Approve", "ana")
        await town.teams.sees(thread, "another reviewer has to approve", person="ana")
        assert town.price() == 10


async def test_nor_from_slack_what_was_asked_for_in_teams(tmp_path: Path) -> None:
    async with both(tmp_path, slack_channel="C0REVIEWS") as town:
        town.teams.ask(TYPED)
        card = await town.slack.reviewer_sees("asks for a change")
        await town.slack.click(card, "Approve", "ana")
        await town.slack.whispered("ana", "another reviewer has to approve")
        assert town.price() == 10


async def test_an_admin_hears_in_teams_that_the_app_was_removed_from_slack(tmp_path: Path) -> None:
    async with both(tmp_path, slack_channel="C0REVIEWS") as town:
        await town.teams.client.say(ADA, ADA.chat, "help")
        town.slack.slack.send_event({"type": "app_uninstalled"})
        await town.teams.told_alone("ada", "removed from the Slack workspace T0LOCAL")
        assert not town.slack.slack.messages("dm", person="ada")


async def test_an_admin_hears_in_both_chats_of_a_place_in_teams_that_is_gone(
    tmp_path: Path,
) -> None:
    async with both(tmp_path, slack_channel="C0REVIEWS") as town:
        await town.teams.client.say(ADA, ADA.chat, "help")
        left = {"type": "installationUpdate", "action": "remove"}
        activity = town.teams.client.activity("x", RUI, CHANNEL) | left
        await town.teams.client.post(activity)
        await town.slack.told_alone("ada", "I was removed from")
        await town.teams.told_alone("ada", "I was removed from")

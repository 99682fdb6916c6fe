"""What a channel is for: answers there, answers to the asker alone, or nothing."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bots.bootstrap.application import Application, application
from bots.bootstrap.demo import FOLDER
from bots.bootstrap.local_chat import LocalChat, listening
from bots.local_workspace import AppProfile, LocalWorkspace, WorkspacePlan
from bots.settings import Settings, read_settings
from bots.slack.incoming.manifest import narrow_scopes
from tests.scenarios.sides import Side
from tests.scenarios.test_main_job import QUESTION
from tests.scenarios.town import Town, buttons, text_of
from tests.surfaces.teams.client import CHANNEL
from tests.surfaces.teams.town import in_teams, settings_in_teams

IN_SLACK = "C0ASKDATA"


def with_surface(settings: Settings, name: str, changes: Mapping[str, Any]) -> Settings:
    surface = getattr(settings.surfaces, name).model_copy(update=dict(changes))
    return settings.model_copy(
        update={"surfaces": settings.surfaces.model_copy(update={name: surface})}
    )


@asynccontextmanager
async def in_slack(
    state: Path, changes: Mapping[str, Any], app: AppProfile | None = None
) -> AsyncIterator[tuple[Town, Application]]:
    """The demo in Slack, with other settings of the surface, or another grant of the app."""
    app = app or AppProfile()
    async with LocalWorkspace(WorkspacePlan(app=app)) as local:
        secrets = {
            "SLACK_BOT_TOKEN": app.bot_token,
            "SLACK_SIGNING_SECRET": app.signing_secret,
            "SLACK_API_URL": local.api_url,
            "DEMO_STATE": str(state),
        }
        read = read_settings(FOLDER / "countersign.yaml", secrets)
        settings = with_surface(read, "slack", changes)
        async with application(settings, FOLDER) as running, listening(running) as url:
            local.connect_app(f"{url}/slack/events")
            yield Town(LocalChat(application=running, slack=local)), running


@asynccontextmanager
async def used_as(use: str, chat: str, state: Path) -> AsyncIterator[tuple[Side, Application]]:
    """The demo in a chat whose channel for questions has this use."""
    if chat == "slack":
        async with in_slack(state, {"channels": {IN_SLACK: use}}) as (town, running):
            yield town, running
        return
    read = settings_in_teams(state, lambda settings: settings)
    settings = with_surface(read, "teams", {"channels": {CHANNEL: use}})
    async with application(settings, FOLDER) as running, in_teams(running) as teams:
        yield teams, running


async def test_where_a_channel_is_for_askers_alone_nobody_else_reads_the_answer(
    demo_data: None,  # noqa: ARG001 - made first
    chat: str,
    tmp_path: Path,
) -> None:
    async with used_as("asker", chat, tmp_path) as (town, _):
        thread = town.ask(QUESTION)
        card = await town.told_alone("ana", "Which dates")
        await town.click(card, buttons(card)[0])
        assert "DACH" in text_of(await town.told_alone("ana", "Download CSV"))
        assert not [m for m in town.thread(thread) if "DACH" in text_of(m)]


async def test_where_a_channel_is_off_a_question_is_answered_with_one_sentence(
    demo_data: None,  # noqa: ARG001 - made first
    chat: str,
    tmp_path: Path,
) -> None:
    async with used_as("off", chat, tmp_path) as (town, running):
        thread = town.ask(QUESTION)
        await town.sees(thread, "switched off in this channel")
        async with running.ledger.read() as pages:
            assert await pages.runs.latest(5) == []


async def test_the_narrow_app_answers_mentions_and_hears_no_other_message(
    demo_data: None,  # noqa: ARG001 - made first
    tmp_path: Path,
) -> None:
    app = AppProfile(scopes=narrow_scopes())
    async with in_slack(tmp_path, {}, app) as (town, running):
        thread = town.ask(QUESTION)
        card = await town.sees(thread, "Which dates")
        await town.click(card, buttons(card)[0])
        assert "DACH" in text_of(await town.sees(thread, "Download CSV"))
        town.ask("now by month", thread=thread)
        town.slack.post_as("ana", "dm", QUESTION)
        await town.told_alone("ana", "Which dates")
        async with running.ledger.read() as pages:
            asked = [run.question for run in await pages.runs.latest(5)]
    assert asked == [QUESTION, QUESTION]

"""Many workspaces: installed over OAuth, tokens renewed, and what happens when one leaves."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from pydantic import SecretStr, ValidationError
from typer.testing import CliRunner

from bots.cli.slack import slack
from bots.conversation.alerts import Alerts
from bots.conversation.post_office import PostOffice
from bots.local_workspace import LocalWorkspace
from bots.local_workspace.loopback import on_loopback
from bots.settings.surfaces import SlackSettings
from bots.slack.incoming.manifest import SAVE, SCOPES, events_of, manifest, narrow_scopes
from bots.slack.surface import Beside, SlackSurface
from review.ledger.notices import Delivery, Working
from review.ledger.threads import Thread
from review.ports.desk import ShutOut, TryLater
from tests.fakes import FakeDesk, FakeRoles
from tests.surfaces.slack.conftest import Office

# The SDK sends the client's secret as aiohttp will not do it any more in 4.0.
pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")


def many(local: LocalWorkspace, **changes: object) -> SlackSettings:
    app = local.workspace.app
    settings = {
        "client_id": app.client_id,
        "client_secret": SecretStr(app.client_secret),
        "signing_secret": SecretStr(app.signing_secret),
        "public_url": "https://countersign.example",
        "home_team": local.workspace.team_id,
        "api_url": local.api_url,
    }
    return SlackSettings(**(settings | changes))  # type: ignore[arg-type]  # a builder


ADMINS = ("slack:T0LOCAL:U0ADA", "slack:T0OTHER:U0EVA", "teams:tenant:ada")


@asynccontextmanager
async def an_app(local: LocalWorkspace, state: Path) -> AsyncIterator[Office]:
    desk = FakeDesk()
    roles = FakeRoles(by_person=dict.fromkeys(ADMINS, frozenset({"admin"})))
    surface = SlackSurface(many(local), desk, roles, beside=Beside(state=state))
    async with on_loopback(surface.app, patience=1) as url:
        local.connect_app(f"{url}/slack/events")
        try:
            yield Office(local, desk, surface, [0.0])
        finally:
            await surface.stop()


async def install(office: Office) -> httpx.Response:
    """What an admin's browser does."""
    transport = httpx.ASGITransport(app=office.surface.app)
    async with httpx.AsyncClient(transport=transport, base_url="https://app") as browser:
        page = await browser.get("/slack/install")
        state = page.cookies["slack-app-oauth-state"]
        link = re.search(r'href="([^"]+authorize[^"]+)"', page.text)
        assert link is not None
        async with httpx.AsyncClient() as outside:
            agreed = await outside.get(link[1].replace("&amp;", "&"))
        answer = parse_qs(urlsplit(agreed.headers["Location"]).query)
        assert answer["state"] == [state]
        return await browser.get("/slack/oauth_redirect", params=answer)


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    async with LocalWorkspace() as local, an_app(local, tmp_path / "slack") as running:
        yield running


async def test_before_it_is_installed_nothing_is_heard_or_sent(office: Office) -> None:
    await office.asked()
    thread = Thread(surface="slack", tenant=office.team, channel="C0ASKDATA", root="")
    with pytest.raises(TryLater):
        await office.surface.postman.deliver(thread, Delivery(key="k", slot="s", notice=Working()))

    assert office.desk.asked == []


async def test_an_installed_workspace_asks_and_is_answered(office: Office) -> None:
    assert (await install(office)).status_code == 200
    message = await office.asked()
    await office.shown(Working(), message["ts"])

    assert [each.text for each in office.desk.asked] == ["how many orders?"]
    assert len(office.local.messages("ask-data", message["ts"])) == 2


async def test_tokens_outlive_a_restart_and_nobody_else_reads_them(tmp_path: Path) -> None:
    async with LocalWorkspace() as local:
        async with an_app(local, tmp_path / "slack") as office:
            await install(office)
        async with an_app(local, tmp_path / "slack") as office:
            await office.asked()
            assert len(office.desk.asked) == 1
    assert (tmp_path / "slack").stat().st_mode & 0o077 == 0


async def test_a_forged_state_installs_nothing(office: Office) -> None:
    transport = httpx.ASGITransport(app=office.surface.app)
    async with httpx.AsyncClient(transport=transport, base_url="https://app") as browser:
        answer = await browser.get("/slack/oauth_redirect?code=stolen&state=guessed")

    assert answer.status_code == 400
    await office.asked()
    assert office.desk.asked == []


async def test_a_token_that_soon_ends_is_renewed_before_it_is_used(
    office: Office, tmp_path: Path
) -> None:
    await install(office)
    (kept,) = (tmp_path / "slack").glob("installed/*/*/bot-latest")
    bot = json.loads(kept.read_text())
    old = {"bot_token": "xoxe.xoxb-old", "bot_refresh_token": "xoxe-1", "bot_token_expires_at": 1}
    kept.write_text(json.dumps(bot | old))
    await office.shown(Working(), (office.local.post_as("ana", "ask-data", "hi"))["ts"])

    assert json.loads(kept.read_text())["bot_token"] == office.local.workspace.app.bot_token


async def test_an_uninstalled_app_forgets_the_token_and_says_so_in_the_log(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    await install(office)
    office.local.send_event({"type": "app_uninstalled"})
    await office.local.settle()
    await office.local.wait_for(lambda: "was removed from Slack workspace" in caplog.text)
    await office.asked()

    assert office.desk.asked == []


@pytest.mark.parametrize("event", ["app_uninstalled", "tokens_revoked"])
async def test_admins_who_can_be_reached_still_hear_that_the_app_was_removed(
    office: Office, event: str
) -> None:
    await install(office)
    office.local.send_event({"type": event})
    await office.local.wait_for(lambda: office.desk.alerts or None)
    (alert,) = office.desk.alerts
    assert (alert.subject, alert.people) == ("slack:T0LOCAL", ADMINS[1:])
    assert "nothing reaches that workspace" in alert.text


async def test_admins_hear_of_a_token_that_slack_refuses() -> None:
    desk = FakeDesk()
    roles = FakeRoles(by_person=dict.fromkeys(ADMINS, frozenset({"admin"})))
    token = SecretStr("xoxb-revoked")
    async with LocalWorkspace() as local:
        settings = SlackSettings(
            bot_token=token, signing_secret=SecretStr("s"), api_url=local.api_url
        )
        surface = SlackSurface(settings, desk, roles)
        post = PostOffice({"slack": surface.postman})
        post.alerts = Alerts(desk, roles)
        thread = Thread(surface="slack", tenant="T0LOCAL", channel="C0ASKDATA", root="")
        with pytest.raises(ShutOut):
            await post.deliver(thread, Delivery(key="k", slot="s", notice=Working()))
        await surface.stop()
    (alert,) = desk.alerts
    assert (alert.subject, alert.people) == ("slack:T0LOCAL", ADMINS[1:])


@pytest.mark.parametrize("missing", ["client_secret", "public_url"])
async def test_half_a_set_up_is_refused(missing: str) -> None:
    async with LocalWorkspace() as local:
        with pytest.raises(ValidationError, match=missing):
            many(local, **{missing: ""})


def test_the_manifest_asks_for_what_the_app_uses() -> None:
    made = manifest("https://countersign.example", ("How many orders?",), many=True)
    shortcuts = {each["callback_id"] for each in made["features"]["shortcuts"]}
    settings = made["settings"]

    assert shortcuts == {"ask_about_this", "ask_anything", SAVE}
    assert settings["interactivity"]["request_url"] == "https://countersign.example/slack/events"
    assert (settings["socket_mode_enabled"], settings["token_rotation_enabled"]) == (False, True)
    assert set(settings["event_subscriptions"]["bot_events"]) == set(events_of(SCOPES))
    assert made["oauth_config"]["scopes"]["bot"] == list(SCOPES)
    assert all(len(each["name"]) <= 24 for each in made["features"]["shortcuts"])


def test_the_narrow_manifest_reads_no_channel(tmp_path: Path) -> None:
    config = tmp_path / "countersign.yaml"
    config.write_text("surfaces: {slack: {bot_token: '${NOT_SET_YET}'}}")
    shown = CliRunner().invoke(slack, ["manifest", "--config", str(config), "--access", "narrow"])
    made = json.loads(shown.stdout)
    scopes = made["oauth_config"]["scopes"]["bot"]
    assert scopes == list(narrow_scopes())
    # Slack tells of direct messages to the app with no other scope.
    assert [scope for scope in scopes if scope.endswith(":history")] == ["im:history"]
    events = made["settings"]["event_subscriptions"]["bot_events"]
    assert [event for event in events if event.startswith("message.")] == ["message.im"]


def test_without_an_address_the_manifest_is_for_socket_mode(tmp_path: Path) -> None:
    config = tmp_path / "countersign.yaml"
    config.write_text("surfaces: {slack: {bot_token: '${NOT_SET_YET}'}}")
    shown = CliRunner().invoke(slack, ["manifest", "--config", str(config)])

    assert shown.exit_code == 0
    made = json.loads(shown.stdout)
    assert made["settings"]["socket_mode_enabled"]
    assert "request_url" not in made["settings"]["event_subscriptions"]

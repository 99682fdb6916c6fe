"""One installation for a whole organisation: Slack's Enterprise Grid, over signed HTTP."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from bots.local_workspace import LocalWorkspace, Person, WorkspacePlan
from bots.local_workspace.people import DEMO_PEOPLE
from bots.settings.surfaces import SlackSettings
from bots.slack.cards.views import entry_block
from bots.slack.directory import SlackDirectory
from bots.slack.incoming.manifest import COMMAND
from bots.slack.installing.installation import NotInstalled, team_of
from bots.wording import replies as say
from review.ledger.notices import Delivery, Working
from review.ledger.threads import Thread
from review.ports.desk import TryLater
from tests.fakes import FakeCheckpoint, an_ask
from tests.surfaces.slack.conftest import REVIEWERS, Office
from tests.surfaces.slack.test_doors import an_event, hear
from tests.surfaces.slack.test_installing import an_app, install

pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")
ORGANISATION = "E0ACME"
KIM = Person(id="U0KIM", name="kim", real_name="Kim Kin", team_id="T0KIN")
PLAN = WorkspacePlan(people=(*DEMO_PEOPLE, KIM), groups=(REVIEWERS,), organisation=ORGANISATION)


@pytest.fixture
async def grid(tmp_path: Path) -> AsyncIterator[Office]:
    async with LocalWorkspace(PLAN) as local, an_app(local, tmp_path / "slack") as running:
        assert (await install(running)).status_code == 200
        yield running
        assert local.refused == []


def an_org_event(team: str, organisation: str = ORGANISATION, **changes: str) -> bytes:
    """An event of an organisation's installation, as Slack signs it: no team is authorized."""
    authorized = {
        "enterprise_id": organisation,
        "team_id": None,
        "user_id": "U0COUNTERSIGN",
        "is_bot": True,
        "is_enterprise_install": True,
    }
    event = an_event(team, **changes) | {"enterprise_id": organisation}
    return json.dumps(event | {"authorizations": [authorized]}).encode()


async def test_a_question_is_of_the_workspace_it_was_asked_in(grid: Office) -> None:
    message = await grid.asked()
    await grid.shown(Working(), message["ts"])

    (incoming,) = grid.desk.asked
    assert incoming.thread.tenant == grid.team
    assert len(grid.local.messages("ask-data", message["ts"])) == 2


async def test_a_person_is_one_in_all_workspaces_of_the_organisation(grid: Office) -> None:
    await grid.asked()
    body = an_org_event("T0KIN", ts="2.000001")
    await hear(grid, body)
    await grid.local.wait_for(lambda: grid.desk.asked[1:])

    assert [each.thread.tenant for each in grid.desk.asked] == [grid.team, "T0KIN"]
    assert {each.asker.id for each in grid.desk.asked} == {f"slack:{ORGANISATION}:U0ANA"}


async def test_buttons_commands_and_forms_work_without_a_team_in_them(grid: Office) -> None:
    card = await grid.paused(an_ask(), (await grid.asked())["ts"])
    await grid.local.click("ana", card, "Yes")
    await grid.local.wait_for(lambda: grid.desk.checkpoints["c1"].decision)
    await grid.local.slash("ana", "ask-data", COMMAND, "how many returns?")
    await grid.local.wait_for(lambda: grid.desk.asked[1:])
    await grid.local.shortcut("ana", "ask_anything")
    await grid.local.wait_for(lambda: grid.local.modal("ana"))
    await grid.local.submit_view("ana", {entry_block("question"): {"typed": "how many visits?"}})
    await grid.local.wait_for(lambda: grid.desk.asked[2:])

    assert {each.thread.tenant for each in grid.desk.asked} == {grid.team}
    by = grid.desk.checkpoints["c1"].by
    assert by is not None
    assert by.id == f"slack:{ORGANISATION}:U0ANA"


async def test_of_two_installed_workspaces_each_event_goes_to_its_own(
    grid: Office, tmp_path: Path
) -> None:
    (kept,) = (tmp_path / "slack").glob("installed/*/*/bot-latest")
    own = kept.parent.parent / "none-T0OTHER"
    own.mkdir()
    alone = {"enterprise_id": None, "team_id": "T0OTHER", "is_enterprise_install": False}
    (own / "bot-latest").write_text(json.dumps(json.loads(kept.read_text()) | alone))
    authorized = {**alone, "user_id": "U0COUNTERSIGN", "is_bot": True}
    event = an_event("T0OTHER", ts="2.000001") | {"authorizations": [authorized]}
    await grid.asked()
    await hear(grid, json.dumps(event).encode())
    await grid.local.wait_for(lambda: grid.desk.asked[1:])

    askers = {each.thread.tenant: each.asker.id for each in grid.desk.asked}
    assert askers == {grid.team: f"slack:{ORGANISATION}:U0ANA", "T0OTHER": "slack:T0OTHER:U0ANA"}


async def test_groups_of_the_workspace_can_still_be_read(grid: Office) -> None:
    directory = SlackDirectory(grid.surface.sides, grid.team)
    # Of this workspace and its organisation, and of no other one that knows such a user id.
    assert await directory.members(REVIEWERS.id) == {
        f"slack:{grid.team}:U0RUI", f"slack:{ORGANISATION}:U0RUI",
    }  # fmt: skip


async def test_a_colleague_of_another_workspace_is_no_stranger(grid: Office) -> None:
    message = await grid.asked()
    grid.desk.checkpoints["c1"] = FakeCheckpoint(ask=an_ask(), nonce="n1")
    card = await grid.paused(an_ask(), message["ts"])
    await grid.local.click("kim", card, "Yes")
    assert await grid.whispered("kim") == say.EXTERNAL

    body = an_org_event("T0KIN", ts="2.000001")
    await hear(grid, body)
    await grid.local.click("kim", card, "Yes")
    await grid.local.wait_for(lambda: grid.desk.checkpoints["c1"].decision)


async def test_an_organisation_that_did_not_install_is_not_heard(grid: Office) -> None:
    body = an_org_event("T0FAR", "E0OTHER")
    await hear(grid, body)

    assert grid.desk.asked == []


async def test_a_workspace_is_remembered_and_two_organisations_are_kept_apart(
    tmp_path: Path,
) -> None:
    async with LocalWorkspace(PLAN) as local:
        async with an_app(local, tmp_path / "slack") as office:
            await install(office)
            await office.asked()
        (kept,) = (tmp_path / "slack").glob("installed/*/*/bot-latest")
        other = kept.parent.parent / "E0OTHER-none"
        other.mkdir()
        (other / "bot-latest").write_text(kept.read_text().replace(ORGANISATION, "E0OTHER"))
        async with an_app(local, tmp_path / "slack") as office:
            await office.shown(Working(), local.messages("ask-data")[-1]["ts"])
            unknown = Thread(surface="slack", tenant="T0NEW", channel="C0ASKDATA", root="")
            with pytest.raises(TryLater):
                await office.surface.postman.deliver(
                    unknown, Delivery(key="k", slot="s", notice=Working())
                )


async def test_the_whole_organisation_is_forgotten_when_it_takes_the_app_out(
    grid: Office, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await grid.asked()
    grid.local.send_event({"type": "app_uninstalled"})
    await grid.local.settle()
    await grid.local.wait_for(lambda: "was removed from Slack workspace" in caplog.text)
    await grid.asked()

    assert len(grid.desk.asked) == 1
    assert list((tmp_path / "slack").glob("installed/*/*/bot-latest")) == []
    assert list((tmp_path / "slack" / "organisations").iterdir()) == []


async def test_a_workspace_that_is_taken_out_is_said_in_the_log(
    grid: Office, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await grid.asked()
    grid.local.send_event({"type": "team_access_revoked", "team_ids": ["T0KIN"]})
    await grid.local.settle()
    await grid.local.wait_for(lambda: "took the app out of its Slack workspace" in caplog.text)

    assert "T0KIN" not in [each.name for each in (tmp_path / "slack" / "organisations").iterdir()]


async def test_one_token_of_an_organisation_is_refused_with_what_to_set() -> None:
    async with LocalWorkspace(PLAN) as local:
        app = local.workspace.app
        settings = SlackSettings(
            bot_token=SecretStr(app.bot_token),
            signing_secret=SecretStr(app.signing_secret),
            api_url=local.api_url,
        )
        with pytest.raises(NotInstalled, match="set client_id, client_secret, public_url"):
            await team_of(settings)

"""The doctor: every trouble in plain words, with what to do about it."""

from pathlib import Path
from typing import Any

from bots.bootstrap.checks import Finding
from bots.bootstrap.doctor import examine
from bots.bootstrap.slack_check import slack_findings
from bots.local_workspace import AppProfile, LocalWorkspace, WorkspacePlan
from bots.settings import PersonSettings, Settings
from bots.slack.incoming.manifest import narrow_scopes
from tests.bots.bootstrapped import settings_in

REVIEW = {"slack_channel": "C0REVIEWS"}


async def found(settings: Settings, folder: Path) -> list[Finding]:
    return [finding async for finding in examine(settings, folder)]


async def troubles(settings: Settings, folder: Path) -> dict[str, str]:
    return {f.what: f"{f.said} {f.fix}" for f in await found(settings, folder) if not f.well}


def with_slack(settings: Settings, token: str, api: str = "http://127.0.0.1:9/api/") -> Settings:
    raw: dict[str, Any] = {"bot_token": token, "signing_secret": "s", "api_url": api}
    return Settings.model_validate({"workspaces": settings.workspaces, "surfaces": {"slack": raw}})


async def test_a_working_setup_is_well_and_told_what_could_be_added(tmp_path: Path) -> None:
    findings = await found(settings_in(tmp_path), tmp_path)
    assert all(finding.well for finding in findings)
    assert [f.what for f in findings if f.fix] == ["models", "surfaces"]
    assert "4 tables can be read." in {f.said for f in findings}


async def test_a_database_that_is_away_is_named_with_its_setting(tmp_path: Path) -> None:
    trouble = await troubles(settings_in(tmp_path, shop=False), tmp_path)
    assert "there is no such file" in trouble["workspace shop"]
    assert "workspaces.shop.url" in trouble["workspace shop"]


async def test_a_broken_glossary_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "g.yaml").write_text("metrics:\n  - [\n")
    trouble = await troubles(settings_in(tmp_path, glossary="g.yaml"), tmp_path)
    assert "g.yaml:3" in trouble["workspace shop"]
    assert "Mend the glossary" in trouble["workspace shop"]


async def test_a_glossary_that_names_what_is_not_there_is_said(tmp_path: Path) -> None:
    (tmp_path / "g.yaml").write_text("tables: [{table: orders}]")
    trouble = await troubles(settings_in(tmp_path, glossary="g.yaml"), tmp_path)
    assert "names the table orders" in trouble["workspace shop"]


async def test_a_grant_that_binds_nothing_is_said(tmp_path: Path) -> None:
    grants = {"clerk": {"hidden_columns": ["customer.emial"]}}
    trouble = await troubles(settings_in(tmp_path, grants=grants), tmp_path)
    assert "The grant of clerk names customer.emial" in trouble["workspace shop"]


async def test_a_broken_file_of_approved_questions_is_said(tmp_path: Path) -> None:
    (tmp_path / "v.yaml").write_bytes(b"queries: \xff")
    trouble = await troubles(settings_in(tmp_path, validated="v.yaml"), tmp_path)
    assert "not UTF-8" in trouble["workspace shop"]


async def test_a_good_file_of_approved_questions_is_counted(tmp_path: Path) -> None:
    (tmp_path / "v.yaml").write_text("queries: [{question: How many, sql: SELECT 1}]")
    findings = await found(settings_in(tmp_path, validated="v.yaml"), tmp_path)
    assert "1 approved questions can be read." in {f.said for f in findings}


async def test_an_unusable_ledger_is_said(tmp_path: Path) -> None:
    settings = Settings.model_validate(
        {"workspaces": settings_in(tmp_path).workspaces, "ledger": {"url": "oracle://x/y"}}
    )
    assert "its URL must be like" in (await troubles(settings, tmp_path))["ledger"]


async def test_a_ledger_whose_folder_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    settings = Settings.model_validate(
        {
            "workspaces": settings_in(tmp_path).workspaces,
            "ledger": {"url": "sqlite:///file/ledger.sqlite3"},
        }
    )
    assert "I cannot open the ledger" in (await troubles(settings, tmp_path))["ledger"]


async def test_a_token_that_is_no_bot_token_is_said(tmp_path: Path) -> None:
    trouble = await troubles(with_slack(settings_in(tmp_path, review=REVIEW), "xapp-1"), tmp_path)
    assert "begins with xoxb-" in trouble["slack"]


async def test_slack_without_a_channel_for_reviewers_is_said(tmp_path: Path) -> None:
    trouble = await troubles(with_slack(settings_in(tmp_path), "xoxb-1"), tmp_path)
    assert "No channel for its reviewers" in trouble["workspace shop"]


async def test_complete_slack_settings_are_well(tmp_path: Path) -> None:
    async with LocalWorkspace() as slack:
        token = slack.workspace.app.bot_token
        settings = with_slack(settings_in(tmp_path, review=REVIEW), token, slack.api_url)
        assert await troubles(settings, tmp_path) == {}


async def slack_with(
    scopes: tuple[str, ...], folder: Path, people: dict[str, PersonSettings]
) -> list[Finding]:
    """What the doctor says of Slack where the app was granted these."""
    async with LocalWorkspace(WorkspacePlan(app=AppProfile(scopes=scopes))) as slack:
        token = slack.workspace.app.bot_token
        plain = with_slack(settings_in(folder, review=REVIEW), token, slack.api_url)
        settings = plain.model_copy(update={"people": people})
        assert settings.surfaces.slack
        return [each async for each in slack_findings(settings, settings.surfaces.slack)]


async def test_a_narrow_grant_is_well_and_says_what_it_switches_off(tmp_path: Path) -> None:
    found = await slack_with(narrow_scopes(), tmp_path, {})
    assert all(each.well for each in found)
    said = " ".join(each.said for each in found)
    assert "Without the scope channels:history it cannot hear a follow-up" in said
    assert "chat:write" not in said


async def test_a_grant_without_what_the_settings_need_is_a_fault(tmp_path: Path) -> None:
    group = {"group:S0REVIEW": PersonSettings(roles=("reviewer",))}
    found = await slack_with(("app_mentions:read",), tmp_path, group)
    trouble = {each.said.split()[3] for each in found if not each.well}
    assert {"chat:write", "usergroups:read"} <= trouble
    assert "channels:history" not in trouble


async def test_a_revoked_token_is_told_with_what_to_do(tmp_path: Path) -> None:
    async with LocalWorkspace() as slack:
        token = slack.workspace.app.bot_token
        settings = with_slack(settings_in(tmp_path, review=REVIEW), token, slack.api_url)
        slack.api.revoked = True
        trouble = await troubles(settings, tmp_path)
    assert "did not accept the bot token (token_revoked)" in trouble["slack"]
    assert "Install the app again" in trouble["slack"]


async def test_a_slack_that_does_not_answer_is_told(tmp_path: Path) -> None:
    settings = with_slack(settings_in(tmp_path, review=REVIEW), "xoxb-1")
    trouble = await troubles(settings, tmp_path)
    assert "Slack cannot be used: it did not answer" in trouble["slack"]


async def test_changes_that_nobody_could_approve_are_said(tmp_path: Path) -> None:
    writes = {
        "url": "sqlite:///shop.sqlite",
        "askers": ["clerk"],
        "approvers": ["chief"],
        "tables": ["customer", "ghost"],
        "quorum": {"T2": 2},
    }
    trouble = [
        f.said for f in await found(settings_in(tmp_path, writes=writes), tmp_path) if not f.well
    ]
    assert trouble == [
        "Changes need a channel for approvers: review.slack_channel or teams_conversation.",
        "2 people must approve a change, and 0 have the role for it.",
        "writes.tables names ghost, which the database does not have.",
    ]

"""What the doctor says of Teams."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bots.bootstrap.checks import Finding, teams_findings
from bots.settings import PersonSettings, Settings
from bots.settings.surfaces import Surfaces
from bots.settings.values import ServerSettings
from bots.teams.admitting.cloud import PUBLIC, Cloud
from tests.bots.bootstrapped import settings_in
from tests.surfaces.teams.conftest import settings as teams_settings
from tests.surfaces.teams.fake_connector import microsoft

AWAY = replace(PUBLIC, login_url="http://127.0.0.1:9", keys_url="http://127.0.0.1:9/keys")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def a_process(folder: Path, host: str = "127.0.0.1", **changes: object) -> Settings:
    surfaces = Surfaces(teams=teams_settings(**changes))
    server = ServerSettings(host=host)
    return settings_in(folder).model_copy(update={"surfaces": surfaces, "server": server})


async def found(settings: Settings, cloud: Cloud = AWAY) -> list[Finding]:
    return [each async for each in teams_findings(settings, cloud)]


async def troubles(settings: Settings, cloud: Cloud = AWAY) -> str:
    return " ".join(each.said + each.fix for each in await found(settings, cloud) if not each.well)


async def test_without_teams_nothing_is_said(tmp_path: Path) -> None:
    assert await found(settings_in(tmp_path)) == []


async def test_complete_settings_are_well(tmp_path: Path) -> None:
    async with microsoft() as fake:
        said = await found(a_process(tmp_path), fake.cloud)
    assert all(each.well for each in said)


async def test_a_secret_that_ended_is_said_with_what_to_do(tmp_path: Path) -> None:
    async with microsoft() as fake:
        wrong = a_process(tmp_path, app_id="11111111-2222-3333-4444-000000000000")
        said = await troubles(wrong, fake.cloud)
    assert "gives no token" in said
    assert "new client secret" in said


async def test_microsoft_out_of_reach_is_said(tmp_path: Path) -> None:
    said = await troubles(a_process(tmp_path))
    assert "login did not answer" in said
    assert "keys that Teams signs with cannot be fetched" in said


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"app_id": ""}, "every request would be accepted"),
        ({"tenant": "contoso"}, "surfaces.teams.tenant is not an id"),
        ({"app_id": "countersign"}, "surfaces.teams.app_id is not an id"),
    ],
)
async def test_an_id_that_is_none_is_said(
    tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    assert words in await troubles(a_process(tmp_path, **changes))


async def test_a_group_of_entra_that_cannot_be_read_is_said_with_the_permission(
    tmp_path: Path,
) -> None:
    group = "group:11111111-2222-3333-4444-666666666666"
    people = {group: PersonSettings(roles=("reviewer",)), "group:S1": PersonSettings()}
    settings = a_process(tmp_path).model_copy(update={"people": people})
    said = await troubles(settings)
    assert f"The members of {group} cannot be read" in said
    assert "GroupMember.Read.All" in said
    assert "group:S1" not in said


@pytest.mark.parametrize("url", ["http://bot.example.com", "bot.example.com"])
async def test_an_address_that_teams_does_not_show_is_said(tmp_path: Path, url: str) -> None:
    async with microsoft() as fake:
        said = await troubles(a_process(tmp_path, public_url=url), fake.cloud)
    assert "not an HTTPS address" in said


async def test_no_address_is_no_trouble_but_said(tmp_path: Path) -> None:
    async with microsoft() as fake:
        said = await found(a_process(tmp_path, public_url=""), fake.cloud)
    (about,) = [each for each in said if "no file links" in each.said]
    assert about.well


@pytest.mark.parametrize(("host", "safe"), [("127.0.0.1", True), ("0.0.0.0", False)])  # noqa: S104
async def test_unsigned_requests_are_only_taken_on_loopback(
    tmp_path: Path, host: str, *, safe: bool
) -> None:
    said = await troubles(a_process(tmp_path, host, local_development=True, app_id=""))
    assert ("local_development" not in said) is safe

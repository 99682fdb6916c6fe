"""The docs name code that is there: whoever follows them finds it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.steps_in_order import REPORT_STEPS, STEPS, WRITE_STEPS

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PACKAGES = ("bots", "review", "pipeline", "knowledge", "tests", "benchmarks", "demo")
# What a prompt is called in a service for prompts.
NO_PATHS = ("countersign/write_sql",)
NAMED = re.compile(r"`([a-z_0-9]+(?:/[a-z_0-9]+)*(?:\.py|/)?)`")
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


def test_the_architecture_tells_every_step_in_its_order() -> None:
    steps = ["read", "route", *(name for name, _ in (*STEPS, *REPORT_STEPS, *WRITE_STEPS))]
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    told: list[str] = []
    for first, last in STEP_ROW.findall(page.partition("## Four packages")[0]):
        told += steps[steps.index(first) : steps.index(last or first) + 1]
    assert told == steps

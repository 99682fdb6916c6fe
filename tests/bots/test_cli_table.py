"""The command table: what it lists is what runs, and listing it loads nothing heavy."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import typer.main
from typer.testing import CliRunner

from bots.cli import COMMANDS, ListedCommand, commands

ROOT = Path(__file__).parents[2]
# Packages that one command or one surface needs.
HEAVY = json.loads((Path(__file__).parent / "cases" / "light_start.json").read_text("utf-8"))


def loaded_by(code: str, folder: Path) -> set[str]:
    """Return the top packages that are loaded in a new process after the code ran."""
    with closing(sqlite3.connect(folder / "shop.sqlite")) as connection:
        connection.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY)")
    listing = f"import sys\ntry:\n    {code}\nexcept SystemExit:\n    print()\nprint(*sys.modules)"
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{listing}"],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}


@pytest.mark.service
@pytest.mark.parametrize("start", HEAVY, ids=lambda start: start["name"])
def test_a_start_loads_none_of_what_it_does_not_need(
    start: dict[str, str | list[str]], tmp_path: Path
) -> None:
    loaded = loaded_by(str(start["code"]), tmp_path)
    assert "bots" in loaded
    assert loaded.intersection(start["never"]) == set()


@pytest.mark.parametrize("listed", COMMANDS, ids=lambda listed: listed.name)
def test_the_table_says_what_the_command_says(listed: ListedCommand) -> None:
    loaded = listed.load()
    help_text = loaded.info.help if isinstance(loaded, typer.Typer) else loaded.__doc__
    assert listed.help == help_text


@pytest.mark.parametrize("listed", COMMANDS, ids=lambda listed: listed.name)
def test_each_command_explains_itself(listed: ListedCommand) -> None:
    result = CliRunner().invoke(commands(), [listed.name, "--help"])
    assert (result.exit_code, listed.help.split()[0] in result.output) == (0, True)


def test_a_mistyped_command_is_answered_with_the_nearest_one() -> None:
    result = CliRunner().invoke(commands(), ["knowlege"])
    assert result.exit_code == 2
    assert "knowledge" in result.output

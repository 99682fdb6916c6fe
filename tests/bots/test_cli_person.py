"""`forget` and `export-person` from the command line, on an installation with files."""

import asyncio
import json
from pathlib import Path

import psycopg
import pytest
import yaml
from psycopg import sql
from typer.testing import CliRunner

from bots.bootstrap.ledger import ledger_of
from bots.cli import commands
from bots.settings import read_settings
from tests.bots.bootstrapped import a_settings_file
from tests.bots.test_cli_operate import said
from tests.review.test_forgetting import ZELDA, worked

ZELDA_IN_SETTINGS = {ZELDA.id: {"name": ZELDA.name, "also": ["teams:T1:0ZELDA-GUID"]}}


@pytest.fixture(params=["sqlite", "postgresql"])
def ledger_url(request: pytest.FixtureRequest) -> str:
    """The URL of a ledger of its own on PostgreSQL; empty for the file of the settings."""
    served = request.param == "postgresql"
    return str(request.getfixturevalue("postgres_url")) if served else ""


@pytest.fixture
def config(tmp_path: Path, ledger_url: str) -> Path:
    """An installation that Zelda used, with a log and an index."""
    path = a_settings_file(tmp_path)
    if ledger_url:
        with_people(path, ledger={"url": ledger_url})
    state = tmp_path / ".countersign"
    (state / "index").mkdir(parents=True)
    (state / "index" / "shop.index").write_text("How much did Zelda Quux sell?")
    (state / "ask.log").write_text('{"event": "asked", "person": "slack:T1:U0ZELDA"}\n')

    async def work() -> None:
        ledger = await ledger_of(read_settings(path), tmp_path, serving=True)
        await worked(ledger)
        await ledger.close()

    asyncio.run(work())
    return path


def with_people(config: Path, **people: object) -> None:
    raw = yaml.safe_load(config.read_text()) | people
    config.write_text(yaml.safe_dump(raw))


def everything_in(folder: Path) -> str:
    """Every byte of every file, free pages of the ledger among them."""
    files = (path for path in folder.rglob("*") if path.is_file())
    read = "\n".join(path.read_bytes().decode("latin-1") for path in files)
    url = yaml.safe_load((folder / "countersign.yaml").read_text()).get("ledger", {}).get("url")
    return f"{read}\n{rows_at(url) if url else ''}".lower()


def rows_at(url: str) -> str:
    """Every row of every table there, those of the job engine among them."""
    with psycopg.connect(url) as connection:
        listed = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
        tables = [name for (name,) in connection.execute(listed).fetchall()]
        found = [
            row
            for name in tables
            for (row,) in connection.execute(
                sql.SQL("SELECT each::text FROM {} AS each").format(sql.Identifier(name))
            )
        ]
    assert "audit" in tables
    return "\n".join(found)


def test_no_file_names_a_person_who_was_forgotten(config: Path) -> None:
    assert "zelda" in everything_in(config.parent)
    told = said("forget", ZELDA.id, config=config)
    pseudonym = told.split()[0]
    kept = everything_in(config.parent)
    assert "zelda" not in kept
    assert pseudonym in kept
    assert "The audit is whole" in said("audit", "verify", config=config)


def test_what_people_themselves_keep_is_named_and_left(config: Path) -> None:
    with_people(config, people=ZELDA_IN_SETTINGS)
    done = CliRunner().invoke(commands(), ["forget", ZELDA.name, "-c", str(config)])
    assert done.exit_code == 1
    assert "countersign.yaml, line" in done.stderr
    assert ZELDA.name in config.read_text()
    with_people(config, people={})
    assert "zelda" not in everything_in(config.parent)


def test_a_name_that_nobody_has_is_refused_with_what_to_give(config: Path) -> None:
    assert "Give the id" in said("forget", "Zelda", config=config, code=2)
    assert "Give the id" in said("export-person", "Zelda", config=config, code=2)


def test_a_person_is_given_their_data_as_json(config: Path) -> None:
    given = json.loads(said("export-person", ZELDA.id, config=config))
    assert given["names"] == [ZELDA.name]
    assert given["ledger"]["runs"][0]["question"] == "How much did Zelda Quux sell?"

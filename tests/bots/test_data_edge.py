"""A period after the last row is answered with the day on which the data end, on each engine."""

import datetime as dt
import sqlite3
from pathlib import Path

import duckdb
import psycopg
import pytest
from pydantic import SecretStr

from bots.bootstrap.asking import direct
from bots.settings import Settings, WorkspaceSettings
from pipeline.direct import take_defaults
from pipeline.result import Answer

_TABLE = "CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, town TEXT, booked_on DATE)"
_ROWS = ((1, "Oslo", "2025-11-30"), (2, "Rome", "2026-01-05"), (3, "Oslo", "2026-03-02"))
_INSERT = "INSERT INTO bookings VALUES ({0}, {0}, {0})"


@pytest.fixture(params=["sqlite", "duckdb", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        with sqlite3.connect(tmp_path / "a.sqlite") as connection:
            connection.execute(_TABLE)
            connection.executemany(_INSERT.format("?"), _ROWS)
        return f"sqlite:///{tmp_path / 'a.sqlite'}"
    if request.param == "duckdb":
        with duckdb.connect(str(tmp_path / "a.duckdb")) as connection:
            connection.execute(_TABLE)
            connection.executemany(_INSERT.format("?"), [list(row) for row in _ROWS])
        return f"duckdb:///{tmp_path / 'a.duckdb'}"
    found: str = request.getfixturevalue("postgres_url")
    with psycopg.connect(found) as server:
        server.execute(_TABLE)
        values = [(key, town, dt.date.fromisoformat(day)) for key, town, day in _ROWS]
        server.cursor().executemany(_INSERT.format("%s").encode(), values)
    return found


async def test_a_period_after_the_rows_is_answered_with_their_end(url: str, tmp_path: Path) -> None:
    settings = Settings(
        workspaces={"hotel": WorkspaceSettings(url=SecretStr(url))}, state_folder="."
    )
    async with direct(settings, tmp_path) as asking:
        after = (await asking.ask("How many bookings in May 2026?", take_defaults)).outcome
        grouped = (
            await asking.ask("How many bookings by town in May 2026?", take_defaults)
        ).outcome
        before = (await asking.ask("How many bookings in 2024?", take_defaults)).outcome
        within = (await asking.ask("How many bookings in January 2026?", take_defaults)).outcome
    said = []
    for outcome in (after, grouped, before, within):
        assert isinstance(outcome, Answer), outcome
        said.append(outcome.summary)
    assert said[0] == "The data of bookings ends on 2 March 2026."
    assert said[1] == "The data of bookings ends on 2 March 2026."
    assert said[2] == "The data of bookings begins on 30 November 2025."
    assert "data of bookings" not in said[3]

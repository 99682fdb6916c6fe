"""A database that is away: askers read a plain sentence, operators the cause."""

from dataclasses import replace
from pathlib import Path

import psycopg
import pymysql
import pytest
from pydantic import SecretStr

from bots.bootstrap.environment import around
from bots.bootstrap.workspaces import LiveWorkspaces, NoAnswers
from bots.settings import Settings, WorkspaceSettings
from pipeline.adapters.driver_errors import refused
from pipeline.direct import drive, take_defaults
from pipeline.outage import outage
from pipeline.people import Person
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from pipeline.warehouse import WarehouseBusy
from tests.contracts.engines import ENGINES, made_in
from tests.pipeline.shop import a_workspace, write_shop

TABLE = [
    "CREATE TABLE visits (id INTEGER PRIMARY KEY, guest VARCHAR(20))",
    "INSERT INTO visits VALUES (1, 'Ana'), (2, 'Ben')",
]
TECHNICAL = ("127.0.0.1", "3306", "sqlite:", "duckdb:", "postgresql", "/", "server", "Unknown")


@pytest.mark.parametrize("engine", ENGINES)
async def test_an_asker_reads_no_host_and_an_operator_the_cause(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = made_in(engine, TABLE, tmp_path, request)
    asked = WorkspaceSettings(url=SecretStr(url), title="Front Desk")
    settings = Settings(workspaces={"desk": asked})
    workspaces = LiveWorkspaces(settings, tmp_path, lambda *_: NoAnswers())
    await workspaces.open()
    take_away(engine, url)
    today = around(settings).clock().date()
    asker = Person(id="slack:T:ana", name="Ana", roles=frozenset({"reader"}))
    state = RunState(question="How many visits are there?", asker=asker, today=today)
    driven = await drive(Pipeline(workspaces), state, take_defaults)
    problems = dict(workspaces.problems)
    await workspaces.close()
    give_back(engine, url)
    refusal = driven.outcome
    assert isinstance(refusal, Refusal)
    assert refusal.code == "database_down"
    assert refusal.reason == "The data of Front Desk cannot be reached at the moment."
    assert refusal.next_step == "Try again in a few minutes."
    assert not [word for word in TECHNICAL if word in f"{refusal.reason} {refusal.next_step}"]
    assert list(problems) == ["desk"]
    assert "cannot be reached: " in problems["desk"]


async def test_a_database_that_goes_away_unasked_is_noticed_and_is_back_when_it_answers(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = made_in("sqlite", TABLE, tmp_path, request)
    settings = Settings(workspaces={"desk": WorkspaceSettings(url=SecretStr(url))})
    ticks = iter(range(0, 10_000, 100))
    workspaces = LiveWorkspaces(
        settings, tmp_path, lambda *_: NoAnswers(), clock=lambda: float(next(ticks))
    )
    await workspaces.open()
    seen = []
    for step in (lambda *_: None, take_away, give_back):
        step("sqlite", url)
        await workspaces.probe()
        seen.append(list(workspaces.problems))
    await workspaces.close()
    assert seen == [[], ["desk"], []]


@pytest.mark.parametrize(
    "said",
    [
        "database is locked",
        "1205 Lock wait timeout exceeded; try restarting transaction",
        "55P03 canceling statement due to lock timeout",
        'IO Error: Could not set lock on file "/srv/x.duckdb": Conflicting lock is held in PID 7',
    ],
)
def test_a_locked_database_is_said_to_be_busy_and_the_next_step_fits(
    said: str, tmp_path: Path
) -> None:
    error = refused(said)
    assert isinstance(error, WarehouseBusy)
    write_shop(tmp_path / "shop.sqlite")
    workspace = replace(a_workspace(tmp_path / "shop.sqlite"), title="Front Desk")
    told = outage(error, workspace)
    assert told.reason == "The data of Front Desk is busy with a change at the moment."
    assert told.next_step == "Ask again in a moment."


def take_away(engine: str, url: str) -> None:
    if engine in ("sqlite", "duckdb"):
        path = Path(url.removeprefix(f"{engine}:///"))
        path.rename(path.with_suffix(".away"))
    elif engine == "postgres":
        in_postgres(url, 'ALTER DATABASE "{}" ALLOW_CONNECTIONS false', ended=True)
    else:
        in_server(f"DROP DATABASE `{url.rpartition('/')[2]}`")


def give_back(engine: str, url: str) -> None:
    if engine in ("sqlite", "duckdb"):
        path = Path(url.removeprefix(f"{engine}:///"))
        path.with_suffix(".away").rename(path)
    elif engine == "postgres":
        in_postgres(url, 'ALTER DATABASE "{}" ALLOW_CONNECTIONS true')
    else:
        in_server(f"CREATE DATABASE `{url.rpartition('/')[2]}`")


def in_postgres(url: str, sql: str, *, ended: bool = False) -> None:
    name = url.rpartition("?")[0].rpartition("/")[2]
    with psycopg.connect(url.replace(f"/{name}?", "/postgres?"), autocommit=True) as connection:
        connection.execute(sql.format(name).encode())
        if ended:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,)
            )


def in_server(sql: str) -> None:
    connection = pymysql.connect(host="127.0.0.1", user="root", autocommit=True)
    with connection, connection.cursor() as cursor:
        cursor.execute(sql)

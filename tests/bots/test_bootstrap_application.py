"""The whole process over a real ledger: ready or not, and a database that comes back."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from bots.bootstrap.application import application, reopen, tried
from bots.bootstrap.environment import around
from bots.bootstrap.validated import ValidatedShelf
from bots.bootstrap.workspaces import LiveWorkspaces
from knowledge.validated.store import MemoryValidatedStore
from tests.bots.bootstrapped import settings_in
from tests.pipeline.shop import ANA, write_shop

UNREACHABLE = (
    "postgresql://ana:secret@127.0.0.1:9/books",
    "mysql://ana:secret@127.0.0.1:9/books",
    "sqlite:////srv/nowhere/books.sqlite",
    "duckdb:////srv/nowhere/books.duckdb",
    "no address at all",
)
_APPROVED = "queries: [{question: How many, sql: SELECT COUNT(*) FROM product}]"
_APPROVED_BY_MONTH = """
queries:
  - question: How many purchases last month?
    times: [last month]
    sql: SELECT COUNT(*) FROM purchase WHERE bought_on >= {start} AND bought_on < {end}
"""


async def test_a_process_with_a_database_is_ready(tmp_path: Path) -> None:
    async with application(settings_in(tmp_path), tmp_path) as running:
        client = TestClient(running.app)
        assert client.get("/healthz").json() == {"status": "ok"}
        assert client.get("/readyz").json() == {"ready": True, "unavailable": {}}


async def test_a_process_without_any_database_is_alive_but_not_ready(tmp_path: Path) -> None:
    async with application(settings_in(tmp_path, shop=False), tmp_path) as running:
        client = TestClient(running.app)
        assert client.get("/healthz").status_code == 200
        ready = client.get("/readyz")
        assert (ready.status_code, list(ready.json()["unavailable"])) == (503, ["shop"])


async def test_a_malformed_request_for_a_page_of_health_is_refused_in_one_line(
    tmp_path: Path,
) -> None:
    async with application(settings_in(tmp_path), tmp_path) as running:
        client = TestClient(running.app)
        refused = [
            client.request(method, page, headers=headers)
            for page in ("/healthz", "/readyz")
            for method, headers in (
                *((method, {}) for method in ("POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW")),
                *(("GET", {"Content-Length": length}) for length in ("many", "-1", "9" * 40)),
            )
        ]
        odd = [client.get(f"/healthz?{query}") for query in ("%00", "a=%ff", "x" * 4_000)]
        unknown = client.get("/healthz/../nowhere")
    assert all(400 <= each.status_code < 500 for each in (*refused, unknown))
    assert all("\n" not in each.text and len(each.text) < 100 for each in (*refused, unknown))
    assert [each.json() for each in odd] == [{"status": "ok"}] * 3


@pytest.mark.parametrize("url", UNREACHABLE)
async def test_what_is_away_is_named_without_its_host_or_a_drivers_text(
    url: str, tmp_path: Path
) -> None:
    settings = settings_in(tmp_path)
    shop = settings.workspaces["shop"]
    lost = shop.model_copy(update={"url": SecretStr(url)})
    settings = settings.model_copy(update={"workspaces": {"shop": shop, "lost": lost}})
    async with application(settings, tmp_path) as running:
        said = TestClient(running.app).get("/readyz")
    assert (said.status_code, said.json()) == (
        200, {"ready": True, "unavailable": {"lost": "unavailable"}},
    )  # fmt: skip


async def test_a_database_that_comes_back_brings_its_approved_questions(tmp_path: Path) -> None:
    (tmp_path / "approved.yaml").write_text(_APPROVED)
    settings = settings_in(tmp_path, shop=False, validated="approved.yaml")
    store = MemoryValidatedStore()
    shelf = ValidatedShelf(settings, tmp_path, store, around(settings))
    workspaces = LiveWorkspaces(settings, tmp_path, shelf.of)
    await reopen(workspaces, shelf)
    assert await store.all("shop") == ()
    write_shop(tmp_path / "shop.sqlite")
    await reopen(workspaces, shelf)
    assert [query.question for query in await store.all("shop")] == ["How many"]
    await workspaces.close()


async def test_an_approved_question_is_dated_on_the_workspaces_own_day(tmp_path: Path) -> None:
    (tmp_path / "approved.yaml").write_text(_APPROVED_BY_MONTH)
    madrid = {"time_zone": "Europe/Madrid"}
    settings = settings_in(tmp_path, validated="approved.yaml", calendar=madrid)
    store = MemoryValidatedStore()
    just_november_there = dt.datetime(2026, 10, 31, 23, 30, tzinfo=dt.UTC)
    world = replace(around(settings), clock=lambda: just_november_there)
    shelf = ValidatedShelf(settings, tmp_path, store, world)
    workspaces = LiveWorkspaces(settings, tmp_path, shelf.of)

    await reopen(workspaces, shelf)

    (query,) = await store.all("shop")
    assert "'2026-10-01'" in query.sql
    assert "'2026-11-01'" in query.sql
    await workspaces.close()


async def test_work_that_fails_is_left_for_the_next_time() -> None:
    async def failing() -> None:
        raise ZeroDivisionError

    await tried(failing)


def test_a_day_is_counted_in_the_workspaces_own_zone(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, calendar={"time_zone": "Pacific/Kiritimati"})
    world = around(settings)
    assert world.zone("shop", ANA).utcoffset(world.clock()) is not None
    assert str(world.zone("gone", ANA)) == "Pacific/Kiritimati"
    assert world.ids() != world.ids()
    assert world.nonces() != world.nonces()

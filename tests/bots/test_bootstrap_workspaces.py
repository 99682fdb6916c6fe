"""Workspaces opened from the settings: one that fails never takes the others with it."""

import sqlite3
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bots.bootstrap.database_files import located
from bots.bootstrap.grants import EVERYBODY, grants_by_role, unknown_grants
from bots.bootstrap.workspaces import LiveWorkspaces, NoAnswers
from bots.settings import Grant
from knowledge.adapters.introspection import read_catalog
from pipeline.people import Person
from tests.bots.bootstrapped import opened, settings_in
from tests.pipeline.shop import write_shop

ANYBODY = Person(id="p", name="P", roles=frozenset())


async def test_a_workspace_is_opened_with_what_the_settings_say(tmp_path: Path) -> None:
    settings = settings_in(
        tmp_path,
        description="what we sell",
        row_cap=7,
        timeout_seconds=3,
        match={"auto": True},
        confirm={"dates": "always", "tables": "always"},
    )
    async with opened(settings, tmp_path) as workspaces:
        (shop,) = workspaces.all()
        assert (shop.title, shop.description) == ("Shop", "what we sell")
        assert (shop.habits.row_cap, shop.habits.timeout.total_seconds()) == (7, 3)
        assert shop.habits.match_auto
        assert shop.habits.confirm_dates_always
        assert shop.habits.confirm_tables_always
        assert workspaces.unavailable() == {}


async def test_without_grants_everybody_reads_the_catalog(tmp_path: Path) -> None:
    async with opened(settings_in(tmp_path), tmp_path) as workspaces:
        grants = workspaces.all()[0].grants_of(ANYBODY)
        assert {g.table for g in grants.tables} == {"customer", "line", "product", "purchase"}


async def test_with_grants_a_stranger_reads_nothing(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, grants={"boss": {"tables": "all"}})
    async with opened(settings, tmp_path) as workspaces:
        assert workspaces.all()[0].grants_of(ANYBODY).tables == ()


async def test_a_database_that_is_away_is_said_and_opened_when_it_is_back(tmp_path: Path) -> None:
    async with opened(settings_in(tmp_path, shop=False), tmp_path) as workspaces:
        assert workspaces.get("shop") is None
        assert workspaces.unavailable() == {
            "shop": "The data of Shop cannot be reached at the moment."
        }
        assert "there is no such file" in str(workspaces.problems["shop"])
        write_shop(tmp_path / "shop.sqlite")
        assert await workspaces.open() == ["shop"]
        assert workspaces.get("shop") is not None
        assert (dict(workspaces.unavailable()), dict(workspaces.problems)) == ({}, {})


@pytest.mark.parametrize(
    "text", ["metrics: [unclosed", "metrics: [{name: 2026-13-40}]", "colours: red"]
)
async def test_a_broken_glossary_keeps_its_workspace_away_and_nothing_else(
    tmp_path: Path, text: str
) -> None:
    (tmp_path / "glossary.yaml").write_text(text)
    settings = settings_in(tmp_path, glossary="glossary.yaml")
    other = settings.workspaces["shop"].model_copy(update={"glossary": "", "title": "Other"})
    both = settings.model_copy(update={"workspaces": {**settings.workspaces, "other": other}})
    async with opened(both, tmp_path) as workspaces:
        assert [workspace.name for workspace in workspaces.all()] == ["other"]
        assert workspaces.unavailable() == {"shop": "The data of Shop is not set up right."}
        assert "glossary.yaml" in str(workspaces.problems["shop"])


async def test_a_wrong_url_is_a_sentence(tmp_path: Path) -> None:
    async with opened(settings_in(tmp_path, url="nonsense"), tmp_path) as workspaces:
        assert "'nonsense' is not a database URL" in str(workspaces.problems["shop"])


@pytest.mark.slow
async def test_a_fault_of_ours_keeps_only_its_workspace_away(tmp_path: Path) -> None:
    def broken(*_: Any) -> NoAnswers:
        raise ZeroDivisionError

    workspaces = LiveWorkspaces(settings_in(tmp_path), tmp_path, broken)
    assert await workspaces.open() == []
    assert "is not set up right" in workspaces.unavailable()["shop"]
    await workspaces.close()


async def test_a_new_table_is_known_after_a_refresh(tmp_path: Path) -> None:
    async with opened(settings_in(tmp_path), tmp_path) as workspaces:
        warehouse = workspaces.all()[0].warehouse
        _execute(tmp_path / "shop.sqlite", "CREATE TABLE refund (refund_id INTEGER)")
        await workspaces.refresh()
        shop = workspaces.all()[0]
        assert shop.known.catalog.table("refund") is not None
        assert shop.warehouse is warehouse


async def test_a_refresh_that_fails_keeps_what_was_open(tmp_path: Path) -> None:
    async with opened(settings_in(tmp_path), tmp_path) as workspaces:
        (tmp_path / "shop.sqlite").unlink()
        await workspaces.refresh()
        assert workspaces.get("shop") is not None
        assert workspaces.unavailable() == {}


async def test_a_database_that_changed_since_the_last_start_is_read_anew(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    async with opened(settings, tmp_path):
        pass
    _execute(tmp_path / "shop.sqlite", "CREATE TABLE refund (refund_id INTEGER)")
    async with opened(settings, tmp_path) as workspaces:
        assert workspaces.all()[0].known.catalog.table("refund") is not None


def _execute(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(sql)
    connection.commit()
    connection.close()


async def test_grants_name_tables_columns_and_rows(tmp_path: Path) -> None:
    async with opened(settings_in(tmp_path), tmp_path) as workspaces:
        catalog = workspaces.all()[0].known.catalog
    grant = Grant(
        tables=("Customer", "ghost"),
        hidden_columns=("customer.NAME", "customer.emial"),
        row_filters={"customer": "country = 'Spain'", "costumer": "1 = 1"},
    )
    (shown,) = grants_by_role({"clerk": grant}, catalog)["clerk"].tables
    assert shown.table == "customer"
    assert shown.columns == frozenset({"customer_id", "country"})
    assert shown.row_filter == "country = 'Spain'"
    named = unknown_grants({"clerk": grant}, catalog)
    assert [sentence.split(" names ")[1].split(",")[0] for sentence in named] == [
        "ghost",
        "costumer",
        "customer.emial",
    ]


async def test_everybody_is_a_role_only_where_there_are_no_grants(tmp_path: Path) -> None:
    async with opened(settings_in(tmp_path), tmp_path) as workspaces:
        catalog = workspaces.all()[0].known.catalog
    assert set(grants_by_role({}, catalog)) == {EVERYBODY}
    assert set(grants_by_role({"boss": Grant()}, replace(catalog, tables=()))) == {"boss"}


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("sqlite:///a.db", "sqlite:////here/a.db"),
        ("duckdb:///data/a.db", "duckdb:////here/data/a.db"),
        ("sqlite:////abs/a.db", "sqlite:////abs/a.db"),
        ("sqlite:///:memory:", "sqlite:///:memory:"),
        ("postgresql://h/db", "postgresql://h/db"),
    ],
)
def test_a_relative_file_lies_beside_the_settings(url: str, place: str) -> None:
    assert located(url, Path("/here")) == place


async def test_a_catalog_that_was_read_in_a_hurry_is_read_again_and_never_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried = partial(read_catalog, budget=0)
    settings = settings_in(tmp_path)
    monkeypatch.setattr("bots.bootstrap.workspaces.read_catalog", hurried)
    async with opened(settings, tmp_path) as workspaces:
        assert not values_of(workspaces)
        monkeypatch.setattr("bots.bootstrap.workspaces.read_catalog", read_catalog)
        await workspaces.finish()
        assert values_of(workspaces)
        # A look that comes out worse takes nothing away.
        monkeypatch.setattr("bots.bootstrap.workspaces.read_catalog", hurried)
        await workspaces.refresh()
        assert values_of(workspaces)
    async with opened(settings, tmp_path) as again:
        assert values_of(again)


def values_of(workspaces: LiveWorkspaces) -> tuple[str, ...]:
    """The stored values of the first column that has some."""
    (shop,) = workspaces.all()
    columns = (column for table in shop.known.catalog.tables for column in table.columns)
    return next((column.values for column in columns if column.values), ())

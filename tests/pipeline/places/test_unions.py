"""`in all regions`: the regional tables together, where the geography map says that they fit."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary, Region, TableNote, Union
from knowledge.naming import Names
from pipeline.adapters.warehouses import open_warehouse
from pipeline.direct import Driven, drive, take_defaults
from pipeline.result import Answer, Refusal
from pipeline.rules.schema.known import Known
from pipeline.state import RunState
from pipeline.steps_in_order import Pipeline
from pipeline.workspace import Workspace
from tests.pipeline.shop import FakeWorkspaces, a_state, a_workspace, everything

SCHEMA = """
CREATE TABLE sales_emea (id INTEGER PRIMARY KEY, revenue REAL, sold_on DATE, channel TEXT, vat REAL,
                         is_test INTEGER);
CREATE TABLE sales_amer (id INTEGER PRIMARY KEY, revenue REAL, sold_on DATE, channel TEXT,
                         is_test INTEGER);
CREATE TABLE sales_apac (id INTEGER PRIMARY KEY, revenue TEXT, sold_on DATE, channel TEXT);
INSERT INTO sales_emea VALUES (1, 10, '2026-09-01', 'web', 2, 0),
  (2, 20, '2026-10-05', 'shop', 4, 0),
  (3, 500, '2026-10-06', 'web', 4, 1);
INSERT INTO sales_amer VALUES (1, 100, '2026-10-07', 'web', 0), (2, 200, '2026-08-01', 'web', 0);
INSERT INTO sales_apac VALUES (1, 'ten', '2026-10-07', 'web');
"""
REGIONS = (
    Region(name="EMEA", table="sales_emea"),
    Region(name="Americas", table="sales_amer", synonyms=("AMER",)),
    Region(name="APAC", table="sales_apac"),
)
TWO = Union(name="sales", tables=("sales_emea", "sales_amer"))
THREE = Union(name="sales", tables=("sales_emea", "sales_amer", "sales_apac"))
NO_TESTS = TableNote(table="sales_emea", filters=("is_test = 0",))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "sales.sqlite"
    connection = sqlite3.connect(file)
    connection.executescript(SCHEMA)
    connection.close()
    return file


def _workspace(path: Path, *unions: Union, without: str = "") -> Workspace:
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="sales")
    catalog = replace(catalog, tables=tuple(t for t in catalog.tables if t.name != without))
    glossary = Glossary(regions=REGIONS, unions=unions, tables=(NO_TESTS,))
    return replace(
        a_workspace(path),
        known=Known(catalog, glossary, read_values(url, catalog)),
        names=Names(catalog, glossary),
        warehouse=open_warehouse(url),
        grants={"reader": everything(*(table.key for table in catalog.tables))},
        sights={},
    )


async def _asked(question: str, workspace: Workspace, previous: RunState | None = None) -> Driven:
    state = a_state(question)
    if previous is not None:
        state = replace(state, previous=previous.intent, previous_times=previous.times)
    return await drive(Pipeline(FakeWorkspaces((workspace,))), state, take_defaults)


async def _rows(question: str, workspace: Workspace) -> list[tuple[object, ...]]:
    driven = await _asked(question, workspace)
    assert isinstance(driven.outcome, Answer), driven.outcome
    return [tuple(row) for row in driven.outcome.rows]


async def test_declared_tables_are_counted_together(path: Path) -> None:
    workspace = _workspace(path, TWO, without="sales_apac")
    assert await _rows("total revenue of sales in all regions", workspace) == [(330.0,)]
    assert await _rows("number of sales in all regions", workspace) == [(4,)]


async def test_the_period_and_the_filter_hold_for_every_region(path: Path) -> None:
    workspace = _workspace(path, TWO, without="sales_apac")
    question = "total revenue of sales in all regions in October 2026"
    assert await _rows(question, workspace) == [(120.0,)]
    assert await _rows("number of sales with channel shop in all regions", workspace) == [(1,)]


async def test_the_answer_can_be_split_by_region_again(path: Path) -> None:
    workspace = _workspace(path, TWO, without="sales_apac")
    rows = await _rows("total revenue of sales by region in all regions", workspace)
    assert sorted(rows) == [("Americas", 300.0), ("EMEA", 30.0)]


async def test_the_answer_says_which_tables_it_put_together(path: Path) -> None:
    driven = await _asked(
        "number of sales in all regions", _workspace(path, TWO, without="sales_apac")
    )
    assert isinstance(driven.outcome, Answer)
    assert "sales is sales_emea and sales_amer together" in " ".join(driven.outcome.assumptions)
    assert set(driven.state.contract.tables) == {"sales_emea", "sales_amer"}


async def test_a_follow_up_stays_with_all_of_them(path: Path) -> None:
    workspace = _workspace(path, TWO, without="sales_apac")
    first = await _asked("total revenue of sales in all regions", workspace)
    then = await _asked("by month", workspace, first.state)
    assert isinstance(then.outcome, Answer), then.outcome
    assert [value for _, value in then.outcome.rows] == [200.0, 10.0, 120.0]


async def test_without_the_maps_word_nothing_is_put_together(path: Path) -> None:
    driven = await _asked("number of sales in all regions", _workspace(path, without="sales_apac"))
    assert isinstance(driven.outcome, Refusal)
    assert "nobody has said that these fit together" in driven.outcome.reason


async def test_columns_that_hold_different_things_do_not_fit(path: Path) -> None:
    driven = await _asked("number of sales in all regions", _workspace(path, THREE))
    assert isinstance(driven.outcome, Refusal)
    assert "revenue is number in sales_emea and text in sales_apac" in driven.outcome.reason


async def test_who_may_not_see_one_of_them_gets_none_of_them(path: Path) -> None:
    workspace = _workspace(path, TWO, without="sales_apac")
    blind = replace(workspace, grants={"reader": everything("sales_emea")}, sights={})
    driven = await _asked("number of sales in all regions", blind)
    assert not isinstance(driven.outcome, Answer) or "sales_amer" not in driven.outcome.sql


@pytest.mark.parametrize("words", ["in each region", "for every region", "by region"])
async def test_a_region_that_is_a_column_is_grouped_by(tmp_path: Path, words: str) -> None:
    path = tmp_path / "shops.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE shops (id INTEGER PRIMARY KEY, name TEXT, region TEXT)")
        rows = [("A", "North"), ("B", "North"), ("C", "South")]
        connection.executemany("INSERT INTO shops (name, region) VALUES (?, ?)", rows)
    connection.close()
    url = f"sqlite:///{path}"
    catalog = read_catalog(url, workspace="shops")
    workspace = replace(
        a_workspace(path),
        known=Known(catalog, Glossary(), read_values(url, catalog)),
        names=Names(catalog, Glossary()),
        warehouse=open_warehouse(url),
        grants={"reader": everything("shops")},
        sights={},
    )
    found = await _rows(f"How many shops are there {words}?", workspace)
    assert sorted(found) == [("North", 2), ("South", 1)]

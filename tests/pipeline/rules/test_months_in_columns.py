"""Rows that keep a year and a month in two columns are found by periods, on every database."""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary
from pipeline.adapters.warehouses import open_warehouse
from pipeline.dates import Calendar
from pipeline.rules.outcomes import Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from pipeline.sql import check_contract
from pipeline.times.listed import default_times
from tests.pipeline.rules.conftest import a_file, a_known
from tests.pipeline.rules.test_shapes_on_engines import ENGINES, made_in

TODAY = dt.date(2025, 7, 1)
TABLES = """
CREATE TABLE meadow (meadow_id INTEGER PRIMARY KEY, meadow_name VARCHAR(40), bought_on DATE);
CREATE TABLE mowing (
  mowing_id INTEGER PRIMARY KEY, meadow_id INTEGER REFERENCES meadow (meadow_id),
  mow_yr INTEGER, mow_mo INTEGER, bales INTEGER);
CREATE TABLE fair (
  fair_id INTEGER PRIMARY KEY, meadow_id INTEGER REFERENCES meadow (meadow_id),
  title VARCHAR(40), year INTEGER, month VARCHAR(12), day INTEGER);
CREATE TABLE card (card_id INTEGER PRIMARY KEY, holder VARCHAR(40), exp_year INTEGER,
  exp_month INTEGER);
INSERT INTO meadow VALUES (1, 'Long', '2024-03-10'), (2, 'Steep', '2025-03-20');
INSERT INTO mowing VALUES (1, 1, 2023, 11, 3), (2, 1, 2024, 2, 5), (3, 2, 2024, 9, 7),
  (4, 2, 2025, 1, 11), (5, 1, 2025, 6, 13);
INSERT INTO fair VALUES (1, 1, 'Hay', 2024, 'August', 17), (2, 1, 'Cider', 2024, 'October', 5),
  (3, 2, 'Lambs', 2025, 'April', 12), (4, 2, 'Honey', 2025, 'June', 24);
INSERT INTO card VALUES (1, 'Ada', 2025, 3), (2, 'Ben', 2026, 4);
"""
CASES: tuple[tuple[str, Sequence[tuple[object, ...]]], ...] = (
    ("How many mowings were done in February 2024?", [(1,)]),
    ("total bales of mowings between November 2023 and February 2024", [(8,)]),
    ("How many mowings in the third quarter of 2024?", [(1,)]),
    ("total bales of mowings since September 2024", [(31,)]),
    ("total bales of mowings before 2025", [(15,)]),
    ("How many mowings in the last 10 months?", [(3,)]),
    ("number of mowings per month of 2024", [(2, 1), (9, 1)]),
    ("Which meadows had no mowing in the first half of 2025?", []),
    ("titles of fairs that were held between August and October 2024", [("Hay",), ("Cider",)]),
    ("How many fairs took place in June 2025?", [(1,)]),
    ("titles of fairs last week", [("Honey",)]),
    ("number of fairs per month of 2024 in calendar order", [("August", 1), ("October", 1)]),
    ("number of fairs per year and month", [
        (2024, "August", 1), (2024, "October", 1), (2025, "April", 1), (2025, "June", 1),
    ]),
    ("number of fairs in June 2025 versus August 2024", [(1, 1, 0)]),
    ("total bales of mowings in 2025 compared to 2024", [(24, 12, 12)]),
)  # fmt: skip


@pytest.mark.corpus(examples=1)
@pytest.mark.parametrize("engine", ENGINES)
async def test_a_period_is_of_the_year_and_the_month(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = made_in(engine, TABLES, tmp_path, request)
    catalog = read_catalog(url, workspace="meadows")
    known = Known(catalog, Glossary(), read_values(url, catalog))
    warehouse = open_warehouse(url)
    try:
        for question, expected in CASES:
            times = default_times(question, TODAY, Calendar())
            planned = plan(question, known, times=times)
            assert isinstance(planned, Planned), (question, planned)
            assert not check_contract(planned.sql, catalog.dialect, planned.contract, catalog)
            rows = [tuple(row) for row in (await warehouse.run(planned.sql, row_cap=100)).rows]
            assert _plain(rows) == _plain(expected), (question, planned.sql)
    finally:
        await warehouse.close()


def _plain(rows: Sequence[tuple[object, ...]]) -> list[tuple[str, ...]]:
    """The cells of each row in any order: which column comes first is not looked at here."""
    return [tuple(sorted(map(str, row))) for row in rows]


@pytest.fixture(scope="module")
def meadows(tmp_path_factory: pytest.TempPathFactory) -> Known:
    return a_known(a_file(tmp_path_factory.mktemp("meadows"), TABLES))


@pytest.mark.parametrize(
    "question", ["cards issued in March 2025", "How many cards in March 2025?"]
)
def test_when_a_card_expires_is_not_when_it_came_about(question: str, meadows: Known) -> None:
    times = default_times(question, TODAY, Calendar())
    assert not isinstance(plan(question, meadows, times=times), Planned)


def test_a_day_is_not_looked_for_where_only_months_are_kept(meadows: Known) -> None:
    question = "How many mowings were done on 7 March 2025?"
    times = default_times(question, TODAY, Calendar())
    assert not isinstance(plan(question, meadows, times=times), Planned)


def test_chronological_is_no_order_of_numbers(meadows: Known) -> None:
    read = plan("mowings in chronological order", meadows)
    assert isinstance(read, Planned)
    assert read.sql.endswith('"mow_yr" ASC'), read.sql
    assert not isinstance(plan("fairs per title in chronological order", meadows), Planned)

"""Shapes of two levels give the same rows on every database."""

import datetime as dt
import sqlite3
from decimal import Decimal
from pathlib import Path

import duckdb
import psycopg
import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary
from pipeline.adapters.warehouses import open_warehouse
from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.sql import check_contract
from tests.pipeline.warehouse.conftest import in_mysql

ENGINES = ("sqlite", "duckdb", "postgres", "mysql")
TABLES = """
CREATE TABLE planet (planet_id INTEGER PRIMARY KEY, name VARCHAR(40));
CREATE TABLE mission (
  mission_id INTEGER PRIMARY KEY, planet_id INTEGER REFERENCES planet (planet_id),
  title VARCHAR(40), launched_on DATE, landed_on DATE, budget INTEGER, outcome VARCHAR(20),
  payload VARCHAR(20));
INSERT INTO planet VALUES (1, 'Mars'), (2, 'Venus'), (3, 'Pluto');
INSERT INTO mission VALUES
  (1, 1, 'Ares', '2024-01-05', '2024-01-15', 10, 'success', '9'),
  (2, 1, 'Beagle', '2024-01-20', '2024-02-09', 30, 'failed', '120'),
  (3, 1, 'Curio', '2024-02-03', '2024-02-13', 50, 'success', '8.5'),
  (4, 2, 'Dawn', '2024-03-01', NULL, 20, 'failed', ''),
  (5, 2, 'Echo', '2024-03-09', '2024-03-13', 40, 'success', '10');
"""
CASES = (
    ("What is the median budget of missions?", [(30,)]),
    ("What is the median budget of missions per planet?", [("Mars", 30), ("Venus", 30)]),
    ("What is the average time from launched on to landed on?", [(11,)]),
    ("What percentage of missions failed?", [(40,)]),
    ("Which planets have at least two missions?", [("Mars",), ("Venus",)]),
    ("Which planets have no missions?", [("Pluto",)]),
    ("Show the planets except those with at least three missions.", [("Pluto",), ("Venus",)]),
    ("What is the second highest budget of missions?", [(40,)]),
    ("What is the average number of missions per planet?", [(2.5,)]),
    ("For each planet, which mission has the highest budget?",
     [("Mars", "Curio"), ("Venus", "Echo")]),
    ("What are the maximum and minimum budget of missions?", [(50, 10)]),
    ("What is the ratio of success missions to failed missions?", [(1.5,)]),
    ("How many missions have not landed?", [(1,)]),
    ("running total of budget by month of launched on",
     [("2024-01", 40), ("2024-02", 90), ("2024-03", 150)]),
    ("growth of budget by month of launched on",
     [("2024-01", 40, None), ("2024-02", 50, 25), ("2024-03", 60, 20)]),
    ("How many missions lasted less than a month?", [(4,)]),
    ("How many missions landed within 2 weeks of launching?", [(3,)]),
    ("How many missions landed more than a month after launching?", [(0,)]),
    ("How many missions are ongoing?", [(1,)]),
    ("share of total budget per planet", [("Mars", 60), ("Venus", 40)]),
    ("What are the maximum and minimum payload of missions?", [(120, 8.5)]),
    ("What is the average payload of missions on Mars?", [(45.833333,)]),
    ("Which missions have a payload above 9?", [("Beagle",), ("Echo",)]),
    ("Which missions have a payload between 9 and 11?", [("Ares",), ("Echo",)]),
    ("Which missions have a payload above the average payload?", [("Beagle",)]),
)  # fmt: skip


@pytest.mark.corpus(examples=1)
@pytest.mark.parametrize("engine", ENGINES)
async def test_the_same_question_gives_the_same_rows_everywhere(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = missions_in(engine, tmp_path, request)
    catalog = read_catalog(url, workspace="space")
    known = Known(catalog, Glossary(), read_values(url, catalog))
    warehouse = open_warehouse(url)
    found = {}
    try:
        for question, _ in CASES:
            planned = plan(question, known)
            assert isinstance(planned, Planned), (question, planned)
            assert not check_contract(planned.sql, catalog.dialect, planned.contract, catalog)
            rows = (await warehouse.run(planned.sql, row_cap=100)).rows
            found[question] = sorted(tuple(_plain(cell) for cell in row) for row in rows)
    finally:
        await warehouse.close()
    assert found == {question: sorted(rows) for question, rows in CASES}


def _plain(cell: object) -> object:
    """Numbers and months alike, whatever the driver makes of them."""
    if isinstance(cell, dt.date):
        return f"{cell:%Y-%m}"
    if isinstance(cell, int | float | Decimal):
        return round(float(cell), 6)
    return cell[:7] if isinstance(cell, str) and cell.startswith("2024-") else cell


def missions_in(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    return made_in(engine, TABLES, tmp_path, request)


def made_in(engine: str, tables: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of a database of that engine that holds these tables."""
    if engine == "postgres":
        url = str(request.getfixturevalue("postgres_url"))
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(tables.encode())
        return url
    if engine == "mysql":
        url = str(request.getfixturevalue("mariadb_url"))
        in_mysql(url, tables)
        return url
    path = tmp_path / f"space.{engine}"
    if engine == "duckdb":
        with duckdb.connect(str(path)) as opened:
            opened.execute(tables)
    else:
        lite = sqlite3.connect(path)
        lite.executescript(tables)
        lite.close()
    return f"{engine}:///{path}"

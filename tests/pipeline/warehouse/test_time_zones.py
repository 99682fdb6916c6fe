"""Moments kept in another zone than people ask in, on every engine: days are those of people."""

import datetime as dt
import sqlite3
from pathlib import Path

import duckdb
import psycopg
import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.clocks import with_clocks
from knowledge.glossary import Glossary
from pipeline.adapters.warehouses import open_warehouse
from pipeline.rules.outcomes import Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from pipeline.sql import check_contract
from pipeline.times.values import TimeSpan
from tests.pipeline.warehouse.conftest import in_mysql

# In Madrid: 30 June 23:30, 1 July 00:30, 31 July 23:59, 1 August 00:01, 15 January 00:30.
_SCRIPT = """
CREATE TABLE visits (id INTEGER PRIMARY KEY, seen_at {moment});
INSERT INTO visits VALUES
  (1, '2026-06-30 21:30:00{z}'), (2, '2026-06-30 22:30:00{z}'),
  (3, '2026-07-31 21:59:00{z}'), (4, '2026-07-31 22:01:00{z}'),
  (5, '2026-01-14 23:30:00{z}');
"""
_KINDS = {
    "sqlite": (("TIMESTAMP", ""), ("TIMESTAMP", "Z")),
    "duckdb": (("TIMESTAMP", ""), ("TIMESTAMPTZ", "+00")),
    "postgres": (("TIMESTAMP", ""), ("TIMESTAMPTZ", "+00")),
    "mysql": (("DATETIME", ""),),
}
_JULY = TimeSpan(at=19, until=23, words="July", start=dt.date(2026, 7, 1), end=dt.date(2026, 8, 1))


def _made(engine: str, tmp_path: Path, request: pytest.FixtureRequest, moment: str, z: str) -> str:
    script = _SCRIPT.format(moment=moment, z=z)
    if engine == "postgres":
        url = str(request.getfixturevalue("postgres_url"))
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(script.encode())
        return url
    if engine == "mysql":
        url = str(request.getfixturevalue("mariadb_url"))
        in_mysql(url, script)
        return url
    path = tmp_path / f"visits.{engine}"
    if engine == "duckdb":
        with duckdb.connect(str(path)) as opened:
            opened.execute(script)
    else:
        lite = sqlite3.connect(path)
        lite.executescript(script)
        lite.close()
    return f"{engine}:///{path}"


def _known(url: str, local: str = "Europe/Madrid", stored: str = "UTC") -> Known:
    catalog = read_catalog(url, workspace="visits")
    return Known(
        with_clocks(catalog, Glossary(), local, stored), Glossary(), read_values(url, catalog)
    )


@pytest.mark.parametrize(
    ("engine", "moment", "z"), [(e, m, z) for e, kinds in _KINDS.items() for m, z in kinds]
)
async def test_days_and_months_are_those_of_the_place_where_people_ask(
    engine: str, moment: str, z: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = _made(engine, tmp_path, request, moment, z)
    known = _known(url)
    warehouse = open_warehouse(url)

    async def rows(question: str, *times: TimeSpan) -> list[tuple[object, ...]]:
        planned = plan(question, known, times=times)
        assert isinstance(planned, Planned), planned
        broken = check_contract(planned.sql, known.catalog.dialect, planned.contract, known.catalog)
        assert not broken, (planned.sql, broken)
        found = await warehouse.run(planned.sql, row_cap=100)
        return [tuple(row) for row in found.rows]

    try:
        assert await rows("how many visits in July", _JULY) == [(2,)]
        by_month = await rows("number of visits by month of seen at")
        assert [count for _, count in by_month] == [1, 1, 2, 1]
        by_hour = await rows("number of visits by hour of seen at")
        assert [(int(str(hour)), count) for hour, count in by_hour] == [(0, 3), (23, 2)]
    finally:
        await warehouse.close()

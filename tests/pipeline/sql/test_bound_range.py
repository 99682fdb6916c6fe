"""What runs holds the confirmed dates as driver parameters, on every engine."""

import datetime as dt
from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from pipeline.adapters.warehouses import open_warehouse
from pipeline.contract import DateBound
from pipeline.sql import with_bound_range
from tests.pipeline.warehouse.conftest import ENGINES, make_shop

FEBRUARY = (
    DateBound(column="orders.ordered_on", start=dt.date(2026, 2, 1), end=dt.date(2026, 3, 1)),
)
RANGE = "ordered_on >= CAST('2026-02-01' AS DATE) AND ordered_on < CAST('2026-03-01' AS DATE)"
QUERIES = {
    f"SELECT id FROM orders WHERE {RANGE}": ((2,),),
    f"SELECT count(*) FROM orders WHERE {RANGE} AND status = 'open' LIMIT 5": ((1,),),
    f"SELECT CASE WHEN {RANGE} THEN 'in' ELSE 'out' END AS part, count(*) AS n FROM orders "
    f"GROUP BY CASE WHEN {RANGE} THEN 'in' ELSE 'out' END ORDER BY n": (("in", 1), ("out", 2)),
}


def _url(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    fixtures = {"postgres": "postgres_url", "mysql": "mariadb_url"}
    if engine in fixtures:
        return str(request.getfixturevalue(fixtures[engine]))
    return f"{engine}:///{tmp_path / f'shop.{engine}'}"


@pytest.mark.parametrize("engine", ENGINES)
async def test_the_confirmed_range_is_bound_and_finds_the_same_rows(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = _url(engine, tmp_path, request)
    make_shop(engine, url)
    catalog = read_catalog(url, workspace="shop")
    warehouse = open_warehouse(url)
    try:
        for sql, rows in QUERIES.items():
            bound = with_bound_range(sql, catalog, FEBRUARY)
            assert "2026-0" not in bound.sql
            assert set(bound.parameters) == {"2026-02-01", "2026-03-01"}
            found = await warehouse.run(bound.sql, parameters=bound.parameters)
            assert found.rows == rows
    finally:
        await warehouse.close()


def test_dates_that_nobody_confirmed_stay_in_the_text(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'shop.sqlite'}"
    make_shop("sqlite", url)
    catalog = read_catalog(url, workspace="shop")
    for sql in (
        "SELECT id FROM orders WHERE ordered_on > '2020-01-01'",
        "SELECT '2026-02-01' AS label FROM orders",
        "DELETE FROM orders WHERE ordered_on >= '2026-02-01'",
    ):
        bound = with_bound_range(sql, catalog, FEBRUARY)
        assert (bound.sql, bound.parameters) == (sql, ())

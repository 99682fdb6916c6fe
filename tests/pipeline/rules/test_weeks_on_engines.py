"""Groups by week begin on the workspace's own day, on every database."""

from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary
from pipeline.adapters.warehouses import open_warehouse
from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.sql import check_contract
from tests.pipeline.rules.test_shapes_on_engines import ENGINES, missions_in

QUESTION = "number of missions by week of launched on"
MONDAY, SATURDAY, SUNDAY = 0, 5, 6
# Ares on a Friday, Beagle and Curio on Saturdays, Dawn on a Friday, Echo on a Saturday.
WEEKS = {
    MONDAY: ["2024-01-01", "2024-01-15", "2024-01-29", "2024-02-26", "2024-03-04"],
    SATURDAY: ["2023-12-30", "2024-01-20", "2024-02-03", "2024-02-24", "2024-03-09"],
    SUNDAY: ["2023-12-31", "2024-01-14", "2024-01-28", "2024-02-25", "2024-03-03"],
}


@pytest.mark.parametrize("engine", ENGINES)
async def test_weeks_begin_on_the_day_that_the_workspace_says(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = missions_in(engine, tmp_path, request)
    catalog = read_catalog(url, workspace="space")
    values = read_values(url, catalog)
    warehouse = open_warehouse(url)
    try:
        for start, weeks in WEEKS.items():
            dated = replace(catalog, week_start=start)
            planned = plan(QUESTION, Known(dated, Glossary(), values))
            assert isinstance(planned, Planned), planned
            for other in WEEKS:
                counted = replace(catalog, week_start=other)
                found = check_contract(planned.sql, dated.dialect, planned.contract, counted)
                assert bool(found) == (other != start), (planned.sql, other, found)
            rows = (await warehouse.run(planned.sql)).rows
            assert sorted(str(row[0])[:10] for row in rows) == weeks
    finally:
        await warehouse.close()

"""Conditions on times of day find the same rows on every database."""

from pathlib import Path

import pytest

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary
from pipeline.adapters.warehouses import open_warehouse
from pipeline.rules.plan import Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.sql import check_contract
from tests.pipeline.rules.test_shapes_on_engines import ENGINES, made_in

TABLES = """
CREATE TABLE pool (
  pool_id INTEGER PRIMARY KEY, pool_name VARCHAR(40), opens TIME, closes TIME,
  lessons_start INTEGER, last_call VARCHAR(5));
CREATE TABLE swim (
  swim_id INTEGER PRIMARY KEY, pool_id INTEGER REFERENCES pool (pool_id), swimmer VARCHAR(40),
  entered_at TIMESTAMP);
INSERT INTO pool VALUES (1, 'Bay', '06:30:00', '20:00:00', 730, '19:30'),
  (2, 'Cove', '09:00:00', '22:15:00', 1015, '21:45');
INSERT INTO swim VALUES (1, 1, 'Ada', '2025-03-01 07:10:00'), (2, 2, 'Ben', '2025-03-01 12:00:00'),
  (3, 2, 'Cas', '2025-03-02 21:20:00');
"""
CASES = (
    ("Which pools open before 8 am?", [("Bay",)]),
    ("Which pools close at 10:15 pm?", [("Cove",)]),
    ("Which pools are open at 9 pm?", [("Cove",)]),
    ("Which pools have a lessons start after 9 in the morning?", [("Cove",)]),
    ("Which pools have a last call before 8 pm?", [("Bay",)]),
    ("How many swims were there from 7 to 9 in the morning?", [(1,)]),
    ("swimmers of swims after noon", [("Cas",)]),
    ("swimmers of swims between 9 pm and 8 am", [("Ada",), ("Cas",)]),
)


@pytest.mark.parametrize("engine", ENGINES)
async def test_times_of_day_are_compared_alike_everywhere(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = made_in(engine, TABLES, tmp_path, request)
    catalog = read_catalog(url, workspace="pools")
    known = Known(catalog, Glossary(), read_values(url, catalog))
    warehouse = open_warehouse(url)
    try:
        for question, expected in CASES:
            planned = plan(question, known)
            assert isinstance(planned, Planned), (question, planned)
            assert not check_contract(planned.sql, catalog.dialect, planned.contract, catalog)
            rows = (await warehouse.run(planned.sql, row_cap=100)).rows
            assert sorted(tuple(row) for row in rows) == expected, (question, planned.sql)
    finally:
        await warehouse.close()

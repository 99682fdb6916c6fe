"""Full scans are recognised in the plans of every engine."""

from pipeline.warehouse import Warehouse
from pipeline.writes.about.tools import scanned_tables
from tests.pipeline.warehouse.conftest import engine, url, warehouse

__all__ = ["engine", "url", "warehouse"]


async def test_a_table_that_is_read_in_full_is_named(warehouse: Warehouse) -> None:
    plan = await warehouse.explain("SELECT id FROM orders WHERE amount > 15")
    assert scanned_tables(plan.text, warehouse.dialect) == ("orders",)

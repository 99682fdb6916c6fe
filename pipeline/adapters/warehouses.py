"""Opens the warehouse that a URL names."""

from knowledge.database_url import read_url
from pipeline.adapters.warehouse_processes import ProcessEngine
from pipeline.adapters.warehouse_threads import AT_ONCE, ThreadedWarehouse


def open_warehouse(url: str, at_once: int = AT_ONCE) -> ThreadedWarehouse:
    """A read-only warehouse; nothing is opened before the first of `at_once` queries.

    Raises `UnusableUrlError`.
    """
    return ThreadedWarehouse(ProcessEngine(read_url(url)), at_once=at_once)

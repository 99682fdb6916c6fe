"""Opens the warehouse that a URL names."""

from collections.abc import Callable

from knowledge.database_url import DatabaseUrl, read_url
from pipeline.adapters.warehouse_mysql import MysqlEngine
from pipeline.adapters.warehouse_postgres import PostgresEngine
from pipeline.adapters.warehouse_processes import FileEngine
from pipeline.adapters.warehouse_sessions import Engine
from pipeline.adapters.warehouse_threads import AT_ONCE, ThreadedWarehouse

_ENGINES: dict[str, Callable[[DatabaseUrl], Engine]] = {
    "sqlite": FileEngine,
    "duckdb": FileEngine,
    "postgres": PostgresEngine,
    "mysql": MysqlEngine,
}


def open_warehouse(url: str, at_once: int = AT_ONCE) -> ThreadedWarehouse:
    """A read-only warehouse; nothing is opened before the first of `at_once` queries.

    Raises `UnusableUrlError`.
    """
    parts = read_url(url)
    return ThreadedWarehouse(_ENGINES[parts.dialect](parts), at_once=at_once)

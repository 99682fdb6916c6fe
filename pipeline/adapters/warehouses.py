"""Opens the warehouse that a URL names."""

from collections.abc import Callable

from knowledge.database_url import DatabaseUrl, read_url
from pipeline.adapters.warehouse_duckdb import DuckdbEngine
from pipeline.adapters.warehouse_mysql import MysqlEngine
from pipeline.adapters.warehouse_postgres import PostgresEngine
from pipeline.adapters.warehouse_sqlite import SqliteEngine
from pipeline.adapters.warehouse_threads import Engine, ThreadedWarehouse

_ENGINES: dict[str, Callable[[DatabaseUrl], Engine]] = {
    "sqlite": SqliteEngine,
    "duckdb": DuckdbEngine,
    "postgres": PostgresEngine,
    "mysql": MysqlEngine,
}


def open_warehouse(url: str) -> ThreadedWarehouse:
    """A read-only warehouse; nothing is opened before the first query.

    Raises `UnusableUrlError`.
    """
    parts = read_url(url)
    return ThreadedWarehouse(_ENGINES[parts.dialect](parts))

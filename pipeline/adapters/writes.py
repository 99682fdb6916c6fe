"""Opens a workspace's database for approved writes, under its own identity."""

from collections.abc import Callable

from knowledge.database_url import DatabaseUrl, read_url
from pipeline.adapters.writes_duckdb import DuckdbWrites
from pipeline.adapters.writes_mysql import MysqlWrites
from pipeline.adapters.writes_postgres import PostgresWrites
from pipeline.adapters.writes_sqlite import SqliteWrites
from pipeline.adapters.writes_threads import ThreadedWrites, WriteEngine

_ENGINES: dict[str, Callable[[DatabaseUrl], WriteEngine]] = {
    "sqlite": SqliteWrites,
    "duckdb": DuckdbWrites,
    "postgres": PostgresWrites,
    "mysql": MysqlWrites,
}


def open_writable(url: str, *, extra_functions: frozenset[str] = frozenset()) -> ThreadedWrites:
    """The database at the URL of its writing identity; nothing is opened before the first call.

    Raises `UnusableUrlError`.
    """
    parts = read_url(url)
    engine = _ENGINES[parts.dialect](parts)
    return ThreadedWrites(engine, extra_functions=extra_functions, place=parts.place)

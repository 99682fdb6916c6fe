"""Opens a workspace's database for approved writes, under its own identity."""

from collections.abc import Callable
from importlib import import_module

from knowledge.database_url import DatabaseUrl, read_url
from pipeline.adapters.writes_threads import ThreadedWrites, WriteEngine

# Loaded when needed: an installation may be without a driver.
_ENGINES = {
    "sqlite": ("pipeline.adapters.writes_sqlite", "SqliteWrites"),
    "duckdb": ("pipeline.adapters.writes_duckdb", "DuckdbWrites"),
    "postgres": ("pipeline.adapters.writes_postgres", "PostgresWrites"),
    "mysql": ("pipeline.adapters.writes_mysql", "MysqlWrites"),
}


def roll_back_unfinished(url: str) -> None:
    """Undo what a process that died had begun to write, where only a writer can. Blocks."""
    parts = read_url(url)
    if parts.dialect == "sqlite":
        import_module("pipeline.adapters.writes_sqlite").roll_back_unfinished(parts)


def open_writable(url: str, *, extra_functions: frozenset[str] = frozenset()) -> ThreadedWrites:
    """The database at the URL of its writing identity; nothing is opened before the first call.

    Raises `UnusableUrlError`.
    """
    parts = read_url(url)
    module, name = _ENGINES[parts.dialect]
    engine: Callable[[DatabaseUrl], WriteEngine] = getattr(import_module(module), name)
    return ThreadedWrites(engine(parts), extra_functions=extra_functions, place=parts.place)

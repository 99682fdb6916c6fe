"""A live database as introspection sees it: structure, and small queries with a deadline."""

from collections.abc import Callable, Sequence
from typing import Protocol

from knowledge.catalog import Table
from knowledge.sql_text import quoted_identifier

Clock = Callable[[], float]


class OutOfTimeError(Exception):
    """A query of introspection took too long; what it would have told stays unknown."""


class UnreadableError(Exception):
    """A query of introspection failed; what it would have told stays unknown."""


class Reading(Protocol):
    """One open, read-only connection. Nothing it runs can change the database.

    `full_scan_rows` is how large a table may be to be read whole; `search_path` are the schemas in
    which a bare name is looked up, the default one first.
    """

    dialect: str
    full_scan_rows: int
    search_path: tuple[str, ...]

    def structure(self) -> Sequence[Table]:
        """Tables and views with columns, keys, comments and row estimates; no statistics."""
        ...

    def rows(self, sql: str, *, seconds: float) -> list[tuple[object, ...]]:
        """All rows of a small query. Raises `OutOfTimeError` or `UnreadableError`."""
        ...

    def sample(self, table: Table, rows: int) -> str:
        """What to write after FROM to read about that many rows of a larger table."""
        ...

    def close(self) -> None: ...


def full_name(reading: Reading, table: Table) -> str:
    """The table's quoted name, with its schema where it has one."""
    parts = [table.schema, table.name] if table.schema else [table.name]
    return ".".join(quoted_identifier(part, reading.dialect) for part in parts)

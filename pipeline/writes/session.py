"""The port between what every engine has in common and one engine's connection for writing."""

from collections.abc import Sequence
from typing import Protocol

from pipeline.result import Cell
from pipeline.writes.live import LiveColumn, LiveTable, TableName

Raw = str | int | float | bytes | None


class WriteSession(Protocol):
    """One connection with one transaction. Blocks; raises the driver's own errors."""

    dialect: str
    # Whether a schema change can be rolled back, and whether INSERT can return what it made.
    rolls_back_schema: bool
    returns_rows: bool
    # What follows a SELECT so that nobody else can change its rows; empty where BEGIN already does.
    lock_clause: str

    def begin(self, *, writes_schema: bool) -> None:
        """Starts the transaction; where a schema change commits by itself, none is started."""
        ...

    def table(self, name: TableName) -> LiveTable | None:
        """A base table as it is now; None where there is none of that name."""
        ...

    def hindrance(self, table: LiveTable, event: str) -> str:
        """Why a change of this table could not be rolled back; empty where it can."""
        ...

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        """The rows of a read, of more than can be compared one more than that.

        Raises `UnclearEffectError` where they are larger than can be kept.
        """
        ...

    def returned(self, sql: str) -> tuple[list[tuple[object, ...]], int]:
        """What a change returns, as `rows` does, and how many rows that were in all."""
        ...

    def run(self, sql: str) -> int:
        """Runs the change; how many rows the engine says it affected."""
        ...

    def quoted(self, name: str) -> str:
        """The name as an identifier."""
        ...

    def exact(self, column: LiveColumn, expression: str) -> str:
        """An expression that reads the column's value without loss, or more than may be kept."""
        ...

    def literal(self, column: LiveColumn, raw: object) -> str:
        """A literal that stores such a value again."""
        ...

    def cell(self, column: LiveColumn, raw: object) -> Cell:
        """Such a value for a card."""
        ...

    def handle(self, table: LiveTable) -> tuple[str, ...]:
        """What tells the rows apart within one statement: a key, or the engine's row number."""
        ...

    def locked(self) -> Sequence[str]:
        """Sentences on what the transaction keeps others from doing."""
        ...

    def mark(self) -> str:
        """What the engine can be asked about later; empty where it has nothing of the kind."""
        ...

    def commit(self) -> None: ...

    def rollback(self) -> None: ...

    def close(self) -> None: ...

    def cancel(self) -> None:
        """Stops what runs. Called from another thread, at any moment."""
        ...

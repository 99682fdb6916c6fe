"""Runs statements straight on the databases' own drivers.

A statement on SQLite takes microseconds, one on PostgreSQL some fifty; all that surrounds it in an
engine takes five to ten times as much.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from sqlalchemy import Executable

from review.adapters.inline_sqlite import InlineSqlite
from review.adapters.preparing import Prepared, Preparing
from review.ledger.errors import StaleError

Parameters: TypeAlias = Mapping[str, Any] | Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Changing:
    """How many rows a statement has to change, and whose they are; None for any number."""

    rows: int | None = None
    whose: str = ""

    def check(self, changed: int) -> None:
        """Raises StaleError where it changed another number."""
        if self.rows is not None and changed != self.rows:
            raise StaleError(self.whose)


ANY: Final = Changing()


@dataclass(frozen=True, slots=True)
class Rows:
    """What a statement gave back: rows by name, and how many rows it changed."""

    names: Sequence[str]
    found: Sequence[Sequence[Any]]
    changed: int

    def all(self) -> list[dict[str, Any]]:
        return [dict(zip(self.names, row, strict=True)) for row in self.found]

    def first(self) -> dict[str, Any] | None:
        return dict(zip(self.names, self.found[0], strict=True)) if self.found else None

    def column(self) -> list[Any]:
        """The first value of each row."""
        return [row[0] for row in self.found]

    def value(self) -> Any:
        """The first value of the first row; None where there is none."""
        return self.found[0][0] if self.found else None


def parted(parameters: Parameters | None) -> tuple[Any, Sequence[Mapping[str, Any]]]:
    """The parameters of the first time, and of all times where there are several."""
    if not isinstance(parameters, list):
        return parameters or {}, ()
    return parameters[0], parameters if len(parameters) > 1 else ()


class Statements(Protocol):
    """A connection with a transaction of its own."""

    @property
    def dialect(self) -> str: ...

    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> Rows:
        """Run it; for several parameters, what it gives back for all of them in any order."""
        ...

    async def later(
        self, statement: Executable, parameters: Parameters | None = None, changing: Changing = ANY
    ) -> None:
        """Run it before whatever comes next here, and before the commit: nobody waits for it alone.

        What it raises is raised then, as is StaleError where it changes another number of rows.
        """
        ...

    async def checked(self) -> None:
        """Nothing stands in the way of a commit that is sent next, with what waits for it.

        A row that somebody else changed was seen by now, or fails the commit itself. Raises as
        `later` says.
        """
        ...


class SqliteStatements:
    """The Statements port over SQLite's own connection."""

    dialect = "sqlite"
    _preparing = Preparing(InlineSqlite(), native=False)

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> Rows:
        given, several = parted(parameters)
        prepared = self._preparing.prepared(statement, given)
        if not prepared.names:
            return Rows((), (), self._changed(prepared, several or (given,)))
        found: list[Sequence[Any]] = []
        for each in several or (given,):
            found += self._connection.execute(prepared.text, prepared.values(each)).fetchall()
        return Rows(prepared.names, prepared.rows(found), len(found))

    async def later(
        self, statement: Executable, parameters: Parameters | None = None, changing: Changing = ANY
    ) -> None:
        changing.check((await self.execute(statement, parameters)).changed)

    async def checked(self) -> None:
        """Each was checked when it was run."""

    def _changed(self, prepared: Prepared, given: Sequence[Mapping[str, Any]]) -> int:
        """How many rows the statement changed, for all that is given."""
        lines = [prepared.values(each) for each in given]
        if len(lines) == 1:
            return self._connection.execute(prepared.text, lines[0]).rowcount
        return self._connection.executemany(prepared.text, lines).rowcount

"""Whether anything was written to a SQLite file, without looking at what."""

import sqlite3
from pathlib import Path

_VERSION = "PRAGMA data_version"


class SqliteChanges:
    """Sees what all other connections keep, those of other processes too.

    It is SQLite's own count, in memory that all of them share: asking takes some microseconds.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._connection: sqlite3.Connection | None = None

    def version(self) -> int | None:
        """Another number once something was kept; None for memory. Raises sqlite3.Error."""
        if self._file is None:
            return None
        if self._connection is None:
            self._connection = sqlite3.connect(str(self._file), isolation_level=None)
        (version,) = self._connection.execute(_VERSION).fetchone()
        return int(version)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

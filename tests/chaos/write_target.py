"""The database that is written to: a counter for each wish, looked at past the product."""

import sqlite3
from dataclasses import dataclass

import psycopg


@dataclass
class Target:
    """A table of counters. Each is 1 once its change was written, and never 2."""

    url: str

    def make(self, rows: int) -> None:
        values = ", ".join(f"({row}, 0)" for row in range(rows))
        self._do("CREATE TABLE counters (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)")
        self._do(f"INSERT INTO counters VALUES {values}")

    def value(self, row: int) -> int:
        return self.values()[row]

    def values(self) -> dict[int, int]:
        return dict(self._do("SELECT id, n FROM counters"))

    def _do(self, sql: str) -> list[tuple[int, int]]:
        if self.url.startswith("sqlite"):
            connection = sqlite3.connect(self.url.removeprefix("sqlite:///"), timeout=30)
            with connection:
                found = connection.execute(sql).fetchall()
            connection.close()
            return found
        with psycopg.connect(self.url, autocommit=True) as served:
            done = served.execute(sql.encode())
            return [(int(a), int(b)) for a, b in done.fetchall()] if done.description else []

"""SQLite for approved writes: one immediate transaction, foreign keys on, nothing to attach."""

import contextlib
import re
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

from knowledge.column_kinds import kind_of_type
from knowledge.database_url import DatabaseUrl
from knowledge.sql_text import quoted_identifier
from pipeline.adapters.driver_errors import busy
from pipeline.adapters.writes_rows import MOST_OF_CELL, first_rows
from pipeline.adapters.writes_threads import Problem
from pipeline.result import Cell
from pipeline.warehouse import WarehouseDown
from pipeline.writes.execution.refusals import BUSY, NARROW, SLOW, WAIT, sentence_for
from pipeline.writes.live import (
    Inbound,
    LiveColumn,
    LiveIndex,
    LiveTable,
    LiveTrigger,
    TableName,
)
from pipeline.writes.values import Landed

_STEPS_BETWEEN_CHECKS = 2_000
_LOCK_SECONDS = 5.0
_GENERATED = (2, 3)
_EVENT = re.compile(r"\b(INSERT|UPDATE|DELETE)\b", re.IGNORECASE)
_DENIED = frozenset(
    {
        sqlite3.SQLITE_ATTACH,
        sqlite3.SQLITE_DETACH,
        sqlite3.SQLITE_DROP_TABLE,
        sqlite3.SQLITE_DROP_VIEW,
        sqlite3.SQLITE_DROP_TRIGGER,
        sqlite3.SQLITE_CREATE_TRIGGER,
        sqlite3.SQLITE_CREATE_TEMP_TRIGGER,
        sqlite3.SQLITE_CREATE_VTABLE,
        sqlite3.SQLITE_DROP_VTABLE,
    }
)
_FORBIDDEN_FUNCTIONS = frozenset(
    {"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "fsdir", "lsmode"}
)


class SqliteWrites:
    """One SQLite file."""

    dialect = "sqlite"

    def __init__(self, url: DatabaseUrl) -> None:
        self._path = Path(url.path).expanduser()
        self.shown = url.shown

    def open(self, seconds: float) -> "SqliteWriteSession":
        if not self._path.is_file():
            raise WarehouseDown(self.shown, "there is no such file")
        try:
            connection = sqlite3.connect(
                f"{self._path.resolve().as_uri()}?mode=rw",
                uri=True,
                check_same_thread=False,
                isolation_level=None,
                timeout=min(_LOCK_SECONDS, seconds / 2),
            )
            return SqliteWriteSession(connection, time.monotonic() + seconds)
        except sqlite3.Error as error:
            raise busy(str(error)) or WarehouseDown(self.shown, str(error)) from error

    def problem(self, error: Exception) -> Problem | None:
        if not isinstance(error, sqlite3.Error | sqlite3.Warning):
            return None
        text = str(error)
        if "interrupted" in text:
            return Problem(reason=SLOW, next_step=NARROW)
        if "locked" in text or "busy" in text:
            return Problem(reason=BUSY, next_step=WAIT)
        if getattr(error, "sqlite_errorname", "") == "SQLITE_CONSTRAINT_TRIGGER":
            return Problem(reason=f"A trigger of the table refused it: {text}.")
        return Problem(reason=sentence_for(text))

    def landed(self, mark: str) -> Landed:  # noqa: ARG002  the port has it
        return Landed.UNDECIDED


def roll_back_unfinished(url: DatabaseUrl) -> None:
    """Undo what a process that died had begun to write: until then nobody can read the file.

    SQLite does that itself for whoever opens the file to write, and readers never do. Where another
    process is at work, or the file cannot be written, it stays as it is.
    """
    path = Path(url.path).expanduser()
    if not path.with_name(f"{path.name}-journal").is_file() or not path.is_file():
        return
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=_LOCK_SECONDS)
        ) as opened,
    ):
        opened.execute("SELECT count(*) FROM sqlite_master").fetchall()


class SqliteWriteSession:
    """One connection with one transaction, which keeps all other writers out."""

    dialect = "sqlite"
    rolls_back_schema = True
    returns_rows = True
    lock_clause = ""

    def __init__(self, connection: sqlite3.Connection, deadline: float) -> None:
        self._connection = connection
        self._deadline = deadline
        self._cancelled = False
        connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        connection.execute("PRAGMA foreign_keys = 1")
        connection.execute("PRAGMA trusted_schema = 0")
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.set_authorizer(_authorized)
        connection.set_progress_handler(self._must_stop, _STEPS_BETWEEN_CHECKS)

    def begin(self, *, writes_schema: bool) -> None:  # noqa: ARG002  the port has it
        self._connection.execute("BEGIN IMMEDIATE")

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        return self.returned(sql)[0]

    def returned(self, sql: str) -> tuple[list[tuple[object, ...]], int]:
        return first_rows(self._connection.execute(sql))

    def run(self, sql: str) -> int:
        # The cursor's own count knows nothing of statements that begin with WITH.
        self._connection.execute(sql).fetchall()
        return int(self._connection.execute("SELECT changes()").fetchone()[0])

    def quoted(self, name: str) -> str:
        return quoted_identifier(name, "sqlite")

    def exact(self, column: LiveColumn, expression: str) -> str:  # noqa: ARG002  the port has it
        # quote() ends at a zero byte.
        whole = (
            f"CASE WHEN typeof({expression}) = 'text' AND instr({expression}, char(0)) > 0 "
            f"THEN 'CAST(X''' || hex({expression}) || ''' AS TEXT)' ELSE quote({expression}) END"
        )
        return f"substr({whole}, 1, {MOST_OF_CELL + 1})"

    def literal(self, column: LiveColumn, raw: object) -> str:  # noqa: ARG002  the port has it
        text = str(raw)
        if text in ("Inf", "-Inf"):
            return text.replace("Inf", "9.0e+999")
        if not text.isascii() and any("\udc80" <= letter <= "\udcff" for letter in text):
            stored = text[1:-1].replace("''", "'").encode("utf-8", "surrogateescape")
            return f"CAST(X'{stored.hex()}' AS TEXT)"
        return text

    def cell(self, column: LiveColumn, raw: object) -> Cell:  # noqa: ARG002  the port has it
        text = str(raw)
        if text == "NULL":
            return None
        if text.startswith("'"):
            return text[1:-1].replace("''", "'").encode("utf-8", "replace").decode()
        if text.startswith("X'"):
            return f"0x{text[2:-1][:64].lower()}"
        if text.startswith("CAST("):
            return bytes.fromhex(text[7:-10]).decode("utf-8", "replace")
        return int(text) if text.lstrip("-").isdigit() else float(text)

    def handle(self, table: LiveTable) -> tuple[str, ...]:
        return table.key

    def hindrance(self, table: LiveTable, event: str) -> str:  # noqa: ARG002  the port has it
        return ""

    def locked(self) -> Sequence[str]:
        return ("While it runs, nobody else can write to this database file.",)

    def mark(self) -> str:
        return ""

    def commit(self) -> None:
        self._connection.execute("COMMIT")

    def rollback(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def close(self) -> None:
        self._connection.close()

    def cancel(self) -> None:
        self._cancelled = True

    def table(self, name: TableName) -> LiveTable | None:
        found = self.rows(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'table' "  # noqa: S608
            f"AND lower(name) = lower({_text(name.name)})"
        )
        if not found or name.schema.lower() not in ("", "main"):
            return None
        real = str(found[0][0])
        described = self.rows(f"PRAGMA table_xinfo({self.quoted(real)})")
        columns = tuple(_column(row) for row in described if row[6] != 1)
        key, hidden = self._key(real, described)
        parts = self.rows(
            "SELECT type, name, sql FROM sqlite_schema "  # noqa: S608
            f"WHERE lower(tbl_name) = lower({_text(real)}) ORDER BY type, name"
        )
        return LiveTable(
            name=TableName(name=real),
            columns=columns,
            key=key,
            hidden_key=hidden,
            triggers=tuple(_trigger(str(p[1]), str(p[2])) for p in parts if p[0] == "trigger"),
            indexes=tuple(self._index(p) for p in parts if p[0] == "index"),
            inbound=tuple(self._inbound(real)),
            definition="\n".join(f"{p[0]} {p[1]} {p[2]}" for p in parts),
        )

    def _key(
        self, real: str, described: Sequence[tuple[object, ...]]
    ) -> tuple[tuple[str, ...], bool]:
        """The row number, under the name that the table gives it, or the key that stands for it."""
        keyed = sorted((int(str(row[5])), str(row[1]), str(row[2])) for row in described if row[5])
        listed = self.rows(f"PRAGMA table_list({self.quoted(real)})")
        if listed and listed[0][4]:
            return tuple(name for _, name, _ in keyed), False
        if len(keyed) == 1 and keyed[0][2].upper() == "INTEGER":
            return (keyed[0][1],), False
        taken = {str(row[1]).lower() for row in described}
        free = [name for name in ("rowid", "_rowid_", "oid") if name not in taken]
        return tuple(free[:1]), bool(free)

    def _index(self, part: tuple[object, ...]) -> LiveIndex:
        name, sql = str(part[1]), str(part[2] or "")
        described = self.rows(f"PRAGMA index_info({self.quoted(name)})")
        columns = tuple(str(row[2]) for row in described)
        unique = "UNIQUE" in sql.upper().split("(")[0]
        return LiveIndex(name=name, columns=columns, unique=unique, sql=sql)

    def _inbound(self, real: str) -> list[Inbound]:
        tables = [str(row[0]) for row in self.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
        )]  # fmt: skip
        found = []
        for other in tables:
            keys: dict[object, list[tuple[object, ...]]] = {}
            for row in self.rows(f"PRAGMA foreign_key_list({self.quoted(other)})"):
                if str(row[2]).lower() == real.lower():
                    keys.setdefault(row[0], []).append(row)
            found += [self._key_of(other, real, rows) for rows in keys.values()]
        return found

    def _key_of(self, other: str, real: str, rows: Sequence[tuple[object, ...]]) -> Inbound:
        to = [str(row[4]) for row in rows if row[4]]
        described = self.rows(f"PRAGMA table_xinfo({self.quoted(real)})")
        own = sorted((int(str(row[5])), str(row[1])) for row in described if row[5])
        return Inbound(
            table=TableName(name=other),
            columns=tuple(str(row[3]) for row in rows),
            to_columns=tuple(to or [name for _, name in own]),
            on_update=str(rows[0][5]).upper(),
            on_delete=str(rows[0][6]).upper(),
        )

    def _must_stop(self) -> int:
        return int(self._cancelled or time.monotonic() >= self._deadline)


def _column(row: tuple[object, ...]) -> LiveColumn:
    return LiveColumn(
        name=str(row[1]),
        type=str(row[2]),
        kind=kind_of_type(str(row[2])),
        nullable=not row[3],
        generated=row[6] in _GENERATED,
    )


def _trigger(name: str, sql: str) -> LiveTrigger:
    """The event stands before the word ON, behind the trigger's name."""
    head = re.split(r"\bON\b", sql, maxsplit=1, flags=re.IGNORECASE)[0]
    events = _EVENT.findall(head)
    return LiveTrigger(name=name, events=frozenset(event.upper() for event in events[-1:]))


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _authorized(
    action: int, first: str | None, second: str | None, _database: str | None, _inner: str | None
) -> int:
    if action in _DENIED:
        return sqlite3.SQLITE_DENY
    called = (second or first or "").lower()
    if action == sqlite3.SQLITE_FUNCTION and called in _FORBIDDEN_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK

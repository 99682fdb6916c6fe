"""A table as the database itself describes it now, in the transaction that is to change it."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from typing_extensions import override

from knowledge.catalog import Kind
from knowledge.dotted_names import database_name

CASCADING = frozenset({"CASCADE", "SET NULL", "SET DEFAULT"})


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveColumn:
    """One column. `generated` ones cannot be written; `touched` ones change at every UPDATE."""

    name: str
    type: str
    kind: Kind = Kind.OTHER
    nullable: bool = True
    generated: bool = False
    always_identity: bool = False
    touched: bool = False
    binary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveTrigger:
    """A trigger; `events` are of INSERT, UPDATE and DELETE."""

    name: str
    events: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveIndex:
    """An index; `sql` creates it again, empty where it belongs to a constraint."""

    name: str
    columns: tuple[str, ...]
    unique: bool = False
    sql: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbound:
    """A foreign key of another table that refers to this one, and what it does to its rows."""

    table: "TableName"
    columns: tuple[str, ...]
    to_columns: tuple[str, ...]
    on_delete: str = "NO ACTION"
    on_update: str = "NO ACTION"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableName:
    """A table's name; `schema` is empty where it is the engine's default."""

    name: str
    schema: str = ""

    @override
    def __str__(self) -> str:
        return f"{self.schema}.{self.name}" if self.schema else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveTable:
    """One base table. `key` tells its rows apart: a key, or the engine's own row number.

    `hidden_key` says that the key is such a number and no column; `stable_key` that it still means
    the same row when the transaction is over. `definition` is all of its schema as text.
    """

    name: TableName
    columns: tuple[LiveColumn, ...]
    key: tuple[str, ...] = ()
    hidden_key: bool = False
    stable_key: bool = True
    triggers: tuple[LiveTrigger, ...] = ()
    indexes: tuple[LiveIndex, ...] = ()
    inbound: tuple[Inbound, ...] = ()
    definition: str = ""

    def column(self, name: str) -> LiveColumn | None:
        """The column of that name, whatever its case."""
        wanted = database_name(name).lower()
        return next((column for column in self.columns if column.name.lower() == wanted), None)

    @property
    def has_stable_key(self) -> bool:
        """Whether a row can be found again by its key, after this transaction too."""
        return bool(self.key) and self.stable_key

    @property
    def writable(self) -> tuple[LiveColumn, ...]:
        return tuple(column for column in self.columns if not column.generated)

    def triggers_on(self, event: str) -> tuple[LiveTrigger, ...]:
        return tuple(trigger for trigger in self.triggers if event in trigger.events)


def fingerprint_of(tables: Iterable[LiveTable]) -> str:
    """A SHA-256 over the schemas of the tables, in hexadecimal."""
    parts = sorted(f"{table.name}\x1e{table.definition}" for table in tables)
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()

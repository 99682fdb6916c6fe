"""The catalog: what is known of a workspace's database, as values."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from knowledge.dotted_names import kept_name


class Kind(StrEnum):
    """What a column holds, apart from any engine's type names."""

    INTEGER = "integer"
    NUMBER = "number"
    TEXT = "text"
    DATE = "date"
    TIMESTAMP = "timestamp"
    TIME = "time"
    BOOLEAN = "boolean"
    OTHER = "other"

    @property
    def is_number(self) -> bool:
        """Whether its values are whole or other numbers."""
        return self in (Kind.INTEGER, Kind.NUMBER)

    @property
    def is_dated(self) -> bool:
        """Whether its values lie on days: dates and moments, but no mere time of day."""
        return self in (Kind.DATE, Kind.TIMESTAMP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The moments of a column are of the zone `stored`, asked about in the time of `local`.

    Both are IANA names. `instant` says that the type itself knows its zone.
    """

    stored: str
    local: str
    instant: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Retired:
    """A column that is not to be used any more.

    `instead` are the columns (`table.column`) in its place; `said` is what people wrote of it.
    """

    instead: tuple[str, ...] = ()
    said: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column. `values` are its known distinct values, most frequent first, when they are few.

    `complete` says that `values` holds every distinct value; `low` and `high` are the range as ISO
    or decimal text. `clock` says whose time its moments are in, where that is not the asker's;
    `retired` that people are not to use it; `zero_dates` that some rows hold 0000-00-00 for none.
    `stored_time` is the form in which rows keep its times as numbers or texts, where they do
    (`knowledge.stored_times`): `kind`, `low` and `high` are then of the times.
    """

    name: str
    type: str
    kind: Kind
    nullable: bool = True
    comment: str = ""
    primary_key: bool = False
    unique: bool = False
    values: tuple[str, ...] = ()
    complete: bool = False
    distinct: int | None = None
    null_share: float | None = None
    low: str | None = None
    high: str | None = None
    pii: bool = False
    clock: Clock | None = None
    retired: Retired | None = None
    zero_dates: bool = False
    stored_time: str = ""

    @property
    def type_in_queries(self) -> str:
        """What a query takes the column for, in lower case: of stored times that they are times."""
        return str(self.kind) if self.stored_time else self.type.lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignKey:
    """`columns` of the owning table refer to `to_columns` of `to_table` (a `Table.key`).

    `declared` is False where it was inferred from names and values.
    """

    columns: tuple[str, ...]
    to_table: str
    to_columns: tuple[str, ...]
    declared: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table or view. `schema` is empty where the engine has one default schema."""

    name: str
    schema: str = ""
    columns: tuple[Column, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    rows: int | None = None
    rows_exact: bool = False
    comment: str = ""
    view_sql: str | None = None
    owner: str = ""
    grain: str = ""
    tags: tuple[str, ...] = ()
    large: bool = False
    fingerprint: str = ""

    @property
    def key(self) -> str:
        """`schema.name`, or `name` in the default schema: how the catalog knows this table."""
        return f"{self.schema}.{self.name}" if self.schema else self.name

    @property
    def primary_key(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns if column.primary_key)

    def column(self, name: str) -> Column | None:
        """The column of that name, whatever its case."""
        wanted = kept_name(name).lower()
        return next((column for column in self.columns if column.name.lower() == wanted), None)


@dataclass(frozen=True, kw_only=True)
class Catalog:
    """All tables of one workspace, in one SQL dialect (a sqlglot dialect name).

    `week_start` is the day on which the weeks of its people begin, Monday being 0. In the schemas
    of `search_path` the engine looks a bare name up; tables of the first have no `schema` here.
    """

    workspace: str
    dialect: str
    tables: tuple[Table, ...] = ()
    version: str = ""
    week_start: int = 0
    search_path: tuple[str, ...] = ()

    @cached_property
    def _by_key(self) -> dict[str, list[Table]]:
        found: dict[str, list[Table]] = {}
        for table in self.tables:
            found.setdefault(table.key.lower(), []).append(table)
        return found

    def table(self, key: str) -> Table | None:
        """The table of that key, whatever its case."""
        found = self.tables_of(key)
        return found[-1] if found else None

    def tables_of(self, key: str) -> Sequence[Table]:
        """Every table of that key, whatever its case: some engines tell `a` from `A`."""
        return self._by_key.get(key.lower(), ())

    @cached_property
    def keeps_stored_times(self) -> bool:
        """Whether any column keeps its times as numbers or texts."""
        return any(column.stored_time for table in self.tables for column in table.columns)

    @cached_property
    def _by_name(self) -> dict[str, list[Table]]:
        found: dict[str, list[Table]] = {}
        for table in self.tables:
            found.setdefault(table.name.lower(), []).append(table)
        return found

    def tables_called(self, name: str) -> Sequence[Table]:
        """The tables of that name in whatever schema, whatever its case."""
        return self._by_name.get(name.lower(), ())

    def name_in_query(self, table: Table) -> str:
        """What the table is called inside a query: its name, or an alias where two schemas have it.

        The table of the default schema keeps its name.
        """
        alike = self.tables_called(table.name)
        if not table.schema or len(alike) < 2:  # noqa: PLR2004 - itself and another
            return table.name
        alias = f"{table.schema}_{table.name}"
        while self.tables_called(alias):
            alias = f"{alias}_"
        return alias

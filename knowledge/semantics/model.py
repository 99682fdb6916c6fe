"""The semantic model of a database, as values. A score is a probability; 1 is said by a person."""

from dataclasses import dataclass
from enum import StrEnum

from pydantic import TypeAdapter


class RowKind(StrEnum):
    """What the rows of a table are."""

    EVENT = "event"
    THING = "thing"
    LINE = "line"
    LINK = "link"
    CALENDAR = "calendar"


class MeasureKind(StrEnum):
    """How the numbers of a measure are put together."""

    SUM = "sum"
    AVERAGE = "average"
    COUNT = "count"
    DISTINCT = "distinct"


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnRef:
    """A column of a table (a catalog key)."""

    table: str
    column: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A key of `table` to `to_table`; the two column tuples are parallel."""

    table: str
    columns: tuple[str, ...]
    to_table: str
    to_columns: tuple[str, ...]
    declared: bool
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DateChoice:
    """A date that may be the event date of a table. `path` are the keys from the table to it."""

    at: ColumnRef
    path: tuple[Edge, ...] = ()
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NameChoice:
    """The columns that name a row together: one, or a first and a last name."""

    columns: tuple[str, ...]
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """Rows hold from `start` to `end`; no end means that they still do."""

    start: str
    end: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A number over the rows of a table. `sql` is written over `table.column` names.

    `refs` are the columns that it reads, `words` what it may be called, `unit` is empty if unknown.
    """

    kind: MeasureKind
    sql: str
    refs: tuple[ColumnRef, ...]
    words: tuple[str, ...]
    score: float
    unit: str = ""
    date: ColumnRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Duration:
    """The time between two dates of a row."""

    start: str
    end: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A condition with a name. `left_out` is how likely people leave such rows out unasked."""

    words: tuple[str, ...]
    condition: str
    column: str
    score: float
    left_out: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMeaning:
    """What is known of one table. The first of each tuple of choices is the best one."""

    table: str
    row: str
    kind: RowKind
    kind_score: float
    dates: tuple[DateChoice, ...] = ()
    no_date: float = 0.0
    period: Period | None = None
    names: tuple[NameChoice, ...] = ()
    no_name: float = 0.0
    measures: tuple[Measure, ...] = ()
    durations: tuple[Duration, ...] = ()
    states: tuple[State, ...] = ()
    units: tuple[tuple[str, str], ...] = ()
    confirmed: tuple[str, ...] = ()

    @property
    def event_date(self) -> DateChoice | None:
        """The most likely event date, unless none is likelier."""
        best = self.dates[0] if self.dates else None
        return best if best is not None and best.score > self.no_date else None

    @property
    def name(self) -> tuple[str, ...]:
        """The columns that a row is shown by; empty where its key is its name."""
        best = self.names[0] if self.names else None
        return best.columns if best is not None and best.score > self.no_name else ()

    @property
    def left_out(self) -> tuple[State, ...]:
        """The states whose rows are more likely left out than not."""
        return tuple(state for state in self.states if state.left_out > 0.5)  # noqa: PLR2004


@dataclass(frozen=True, slots=True, kw_only=True)
class SemanticModel:
    """All tables of a catalog, and its key graph. `version` is that of the catalog."""

    version: str
    tables: tuple[TableMeaning, ...]
    edges: tuple[Edge, ...]

    def table(self, key: str) -> TableMeaning | None:
        """The meaning of the table with this catalog key, whatever its case."""
        wanted = key.lower()
        return next((each for each in self.tables if each.table.lower() == wanted), None)

    def parents(self, key: str) -> tuple[Edge, ...]:
        """The keys of that table to others."""
        return tuple(edge for edge in self.edges if edge.table.lower() == key.lower())

    def children(self, key: str) -> tuple[Edge, ...]:
        """The keys of others to that table."""
        return tuple(edge for edge in self.edges if edge.to_table.lower() == key.lower())


_STORED: TypeAdapter[SemanticModel] = TypeAdapter(SemanticModel)


def model_to_json(model: SemanticModel) -> bytes:
    """The model as it is stored."""
    return _STORED.dump_json(model)


def model_from_json(text: bytes) -> SemanticModel:
    """The stored model. Raises pydantic's `ValidationError`."""
    return _STORED.validate_json(text)

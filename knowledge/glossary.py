"""The glossary: what a workspace's people mean by their words, as values."""

from collections.abc import Collection
from dataclasses import dataclass, field

# The source of a metric that nobody has written: an answer that uses it says so.
DRAFT = "a draft of countersign init"


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """A number with a name: `expression` is SQL over `table` (a catalog key).

    `filters` are SQL conditions that always belong to it; `time_column` is its default date column.
    `all_rows_of` are tables whose standing filters do not apply to it: it counts all of their rows.
    `source` is the tool that it was imported from.
    """

    name: str
    expression: str
    table: str
    filters: tuple[str, ...] = ()
    all_rows_of: tuple[str, ...] = ()
    time_column: str = ""
    unit: str = ""
    description: str = ""
    synonyms: tuple[str, ...] = ()
    owner: str = ""
    certified: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word for a table, a column or a value.

    `means` is `table`, `table.column` or a SQL condition.
    """

    name: str
    means: str
    synonyms: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A name that is read as `words`: other words of a question, or a sum in words."""

    name: str
    words: str
    synonyms: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Its name and its synonyms."""
        return (self.name, *self.synonyms)


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """What a place word stands for: `values` of a `column`, or a regional `table`."""

    name: str
    synonyms: tuple[str, ...] = ()
    column: str = ""
    values: tuple[str, ...] = ()
    table: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Union:
    """Regional `tables` that are one: somebody says that their rows may be counted together."""

    name: str
    tables: tuple[str, ...]
    synonyms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNote:
    """What a person wrote of a table: grain, owner, always-on filters, columns not to use.

    `time_zones` are IANA names by the name of the column whose moments are of that zone;
    `stored_times` are forms (`knowledge.stored_times`) by the name of the column that keeps times
    as numbers or texts.
    """

    table: str
    description: str = ""
    grain: str = ""
    owner: str = ""
    synonyms: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    time_column: str = ""
    deprecated: dict[str, str] = field(default_factory=dict)
    time_zones: dict[str, str] = field(default_factory=dict)
    stored_times: dict[str, str] = field(default_factory=dict)
    large: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Glossary:
    """Everything a workspace's people wrote down of their words."""

    metrics: tuple[Metric, ...] = ()
    terms: tuple[Term, ...] = ()
    definitions: tuple[Definition, ...] = ()
    regions: tuple[Region, ...] = ()
    unions: tuple[Union, ...] = ()
    tables: tuple[TableNote, ...] = ()

    def all_rows_of(self, metrics: Collection[str]) -> frozenset[str]:
        """The tables, in lower case, of which each of these metrics counts all rows."""
        named = [
            frozenset(t.lower() for t in m.all_rows_of) for m in self.metrics if m.name in metrics
        ]
        return (
            frozenset.intersection(*named) if len(named) == len(set(metrics)) > 0 else frozenset()
        )

    def note(self, table: str) -> TableNote | None:
        """What was written of the table with this catalog key."""
        return next((note for note in self.tables if note.table.lower() == table.lower()), None)

"""What a business question asks for, as a typed value over the semantic model."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from knowledge.semantics import ColumnRef, Edge, MeasureKind


class Form(StrEnum):
    """The kinds of business questions. The names stand in the weights."""

    VALUE = "value"
    TOP = "top"
    BOTTOM = "bottom"
    COMPARE = "compare"
    GROWTH = "growth"
    SHARE = "share"
    SHARE_OF_TOTAL = "share_of_total"
    LIST = "list"
    HAS = "has"
    NEVER = "never"
    MORE = "more"
    EXTREME = "extreme"
    DURATION = "duration"
    PER_THING = "per_thing"


@dataclass(frozen=True, slots=True)
class Dimension:
    """What results are grouped by: the columns shown, told apart by `keys`; or a grain of time."""

    table: str
    shown: tuple[str, ...]
    keys: tuple[str, ...]
    grain: str = ""


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on a table, as SQL over `table.column` names."""

    table: str
    sql: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Period:
    """A half-open period of a date."""

    at: ColumnRef
    start: dt.date | None
    end: dt.date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BusinessIntent:
    """One reading. `base` is the table whose rows are counted, added up or listed.

    `counted` puts a list into its number. `edge` leads from the events of has, never and more-than
    questions to what is listed. `limit` is the number of a top list or the threshold of more-than.
    """

    form: Form
    base: str
    kind: MeasureKind = MeasureKind.COUNT
    measure: str = "COUNT(*)"
    dimensions: tuple[Dimension, ...] = ()
    filters: tuple[Filter, ...] = ()
    periods: tuple[Period, ...] = ()
    shown: tuple[str, ...] = ()
    edge: Edge | None = None
    state: Filter | None = None
    span: tuple[str, str] | None = None
    limit: int | None = None
    counted: bool = False
    descending: bool = True

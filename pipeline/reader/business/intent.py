"""What a business question asks for, as a typed value over the semantic model."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from knowledge.semantics import ColumnRef, Edge


class Form(StrEnum):
    """The kinds of business questions. The names stand in the weights."""

    VALUE = "value"
    TOP = "top"
    BOTTOM = "bottom"
    TOP_IN_GROUP = "top_in_group"
    RUNNING = "running"
    COMPARE = "compare"
    GROWTH = "growth"
    SHARE = "share"
    SHARE_OF_TOTAL = "share_of_total"
    SHARE_WITH = "share_with"
    LIST = "list"
    LOOKUP = "lookup"
    SORTED = "sorted"
    EXTREME = "extreme"
    ABOVE_AVERAGE = "above_average"
    HAS = "has"
    NEVER = "never"
    MORE = "more"
    PER_THING = "per_thing"


class Aggregate(StrEnum):
    """How rows become a number. The names stand in the weights."""

    COUNT = "count"
    SUM = "sum"
    AVERAGE = "average"
    DISTINCT = "distinct"
    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    FIRST = "first"
    LAST = "last"
    DURATION = "duration"
    RATIO = "ratio"


@dataclass(frozen=True, slots=True)
class Dimension:
    """What results are grouped by: the columns shown, told apart by `keys`; or a grain of time.

    `path` are the keys that lead to its table where these are not the shortest ones.
    """

    table: str
    shown: tuple[str, ...]
    keys: tuple[str, ...]
    grain: str = ""
    path: tuple[Edge, ...] = ()


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on a table, as SQL over `table.column` names."""

    table: str
    sql: str


@dataclass(frozen=True, slots=True)
class Period:
    """A half-open period of a date; `words` are those of the question."""

    at: ColumnRef
    start: dt.date | None
    end: dt.date | None
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BusinessIntent:
    """One reading. `base` is the table whose rows are counted, added up or listed.

    `counted` puts a list into its number. `path` leads from the events of has and never questions
    to what is listed. `limit` is the number of a top list, or what a measure is compared with by
    `operator`. `column` is what a list is sorted or compared by. A share is that of `state`. A
    duration is in days, or in `unit`.
    """

    form: Form
    base: str
    kind: Aggregate = Aggregate.COUNT
    measure: str = "COUNT(*)"
    unit: str = ""
    dimensions: tuple[Dimension, ...] = ()
    filters: tuple[Filter, ...] = ()
    periods: tuple[Period, ...] = ()
    shown: tuple[str, ...] = ()
    column: str = ""
    path: tuple[Edge, ...] = ()
    state: Filter | None = None
    limit: int | None = None
    operator: str = ">"
    counted: bool = False
    descending: bool = True

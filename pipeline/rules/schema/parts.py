"""Parts of a reading before their words are linked to one table or column."""

from dataclasses import dataclass, field

from knowledge.glossary import Metric
from knowledge.values import ValueHit
from pipeline.intent import Value
from pipeline.rules.schema.items import Item
from pipeline.times.values import TimeSpan


@dataclass(slots=True, kw_only=True)
class Test:
    """A condition: on a column, an adjective's column, wherever a value is stored, or on time.

    `function` compares with an aggregate of `of`, times `factor`, among the rows of the same
    `within`; `year` marks a bare year number; `same` is what
    a row shares with `those`, and `others` that they are left out; `extent` marks `any`, which may
    mean each or some; `led` names the row that is led, `up` the key that leads from it. Of a
    `journey` it is one end. `counted` says that rows have some or none of what the column may
    count. Minutes of the day may be `either`.
    """

    operator: str = "="
    column: Item | None = None
    adjective: str = ""
    values: tuple[Value, ...] = ()
    hits: tuple[tuple[ValueHit, ...], ...] = ()
    span: TimeSpan | None = None
    function: str = ""
    of: Item | None = None
    where: "Test | None" = None
    factor: float = 1
    within: Item | None = None
    year: bool = False
    any_of: list["Test"] = field(default_factory=list)
    both: bool = False
    same: Item | None = None
    those: "tuple[Test, ...]" = ()
    led: "tuple[Test, ...]" = ()
    up: str = ""
    others: bool = False
    journey: bool = False
    extent: bool = False
    counted: bool = False
    either: tuple[tuple[int, ...], ...] = ()
    sql: str = ""
    words: str = ""
    first: int = 0


@dataclass(frozen=True, slots=True)
class Also:
    """A column that is shown beside the rows that are asked for, and whose it is said to be."""

    item: Item
    owner: Item | None


@dataclass(slots=True, kw_only=True)
class Count:
    """A measure: rows of a table, distinct values of a column, or an aggregate of one.

    `over` aggregates what was found for each group, or for each row of `per`. Of `parts` a number
    is made as `function` says; `unsure` is what may as well be asked for otherwise.
    """

    function: str
    column: Item | None = None
    table: Item | None = None
    distinct: bool = False
    since: Item | None = None
    unit: str = ""
    metrics: tuple[Metric, ...] = ()
    where: list[Test] = field(default_factory=list)
    over: str = ""
    per: Item | None = None
    parts: tuple["Count", ...] = ()
    unsure: bool = False


@dataclass(slots=True, kw_only=True)
class Grouping:
    """What rows are grouped by: a table's rows, a column, or a date's grain.

    Numbers of `inner` groups are taken together again: an average of days shows no day.
    """

    item: Item | None = None
    grain: str = ""
    inner: bool = False


# What a column item holds that asks for all parts of a name.
FULL = "full name"

# The adjective of an extreme whose column names groups: the measure is of each.
OF_A_GROUP = "of a group"

# The adjective of `best-selling`, `top sellers`, `sold the most`.
SOLD = "sold"

# The adjective of `is played the most`: how often, and of which rows is not said.
DONE = "done"

# Adjectives that leave open by which number, and how many `our best customers` are.
VAGUE = frozenset(("large", "big", "small", "good", "best", "bad", "worst"))
SEVERAL = 10


@dataclass(slots=True, kw_only=True)
class Extreme:
    """A superlative: by a column, by an adjective (of the rows `of`), or by a measure.

    Of one that is `dated` the date is asked for: `the date of the latest order`.
    """

    descending: bool
    column: Item | None = None
    adjective: str = ""
    of: Item | None = None
    measure: Count | None = None
    limit: int = 1
    asked: bool = False
    dated: bool = False


@dataclass(slots=True, kw_only=True)
class Ordering:
    """An order by a column, by a measure, or by whatever is shown."""

    descending: bool = False
    column: Item | None = None
    measure: Count | None = None
    adjective: str = ""
    shown: bool = False


@dataclass(slots=True, kw_only=True)
class Enough:
    """Groups that have a count or aggregate of this size; `until` is the word behind it.

    `different` says that the question counts different values of a column.
    Of `repeated` values it is the number of rows that have each. With `overall` it is compared
    with the same number of all rows. One of the bounds in `either` is enough.
    """

    measure: Count
    operator: str
    values: tuple[Value, ...] = ()
    overall: bool = False
    either: tuple[tuple[str, Value], ...] = ()
    denied: bool = False
    different: bool = False
    until: int = -1
    repeated: bool = False


@dataclass(slots=True, kw_only=True)
class Aim:
    """What rows must have reached: `goal` is a column or table; no `measure` where none is said."""

    goal: Item
    operator: str
    measure: Count | None = None
    spans: list[Test] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Relation:
    """Rows of another table that the subject has, or has not; `also` are of rows they belong to."""

    table: Item
    also: tuple[Item, ...] = ()
    where: list[Test] = field(default_factory=list)
    negated: bool = False

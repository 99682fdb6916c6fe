"""Calls of models: what is asked of them, what comes back, and the port in between."""

import datetime as dt
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel

from knowledge.table_hit import TableHit
from pipeline.admin_talk import AdminTalk, WantedChange
from pipeline.people import Person

Output = TypeVar("Output", bound=BaseModel)
# Who reads a question first: the reader where it is certain, a model that the reader checks, or a
# model alone.
Order: TypeAlias = Literal["reader", "check", "model"]
# Whether a small layer asks its models: where the road calls for it, wherever it could, or never.
When: TypeAlias = Literal["auto", "always", "never"]
# Why no model may be asked for this person now, in a sentence; empty where one may.
Objection: TypeAlias = Callable[[Person], Awaitable[str]]
# What a model may call to look around; the text that comes back is material to read.
Tool: TypeAlias = Callable[..., Awaitable[str]]
# What is there of an answer while it is written: its fields so far, the last one cut short.
SoFar: TypeAlias = Callable[[Mapping[str, object]], None]
FindTables: TypeAlias = Callable[[str, int], Awaitable[Sequence[TableHit]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What one paid call used. `cost` is in US dollars, None where the price is not known."""

    step: str
    model: str
    prompt: str
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnSketch:
    """A column as a model sees it. `values` are some that occur in it."""

    name: str
    type: str
    note: str = ""
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSketch:
    """A table as a model sees it. `joins` are lines such as `orders.customer_id = customers.id`."""

    key: str
    columns: tuple[ColumnSketch, ...]
    note: str = ""
    joins: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmedSpan:
    """A time expression with the half-open range that code resolved and the asker confirmed."""

    words: str
    start: dt.date | None
    end: dt.date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingTask:
    """All that a model is told. `draft` and `findings` are of the try before.

    `definitions` are the glossary's, `calendar` says how days, weeks and years are counted;
    `binding` are sentences of the contract, never shortened; `understood` is what the layers
    before made of the question.
    """

    question: str
    today: dt.date
    dialect: str
    tables: tuple[TableSketch, ...]
    spans: tuple[ConfirmedSpan, ...] = ()
    binding: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()
    calendar: tuple[str, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
    before: str = ""
    understood: tuple[str, ...] = ()
    draft: str = ""
    findings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrote:
    """What a model wrote, not yet checked. `cannot` says why there is no SQL.

    `date_columns` name the column (`table.column`) of each confirmed span, in their order.
    """

    sql: str
    reading: str
    spent: Spent
    rung: int
    assumptions: tuple[str, ...] = ()
    metric_assumptions: tuple[str, ...] = ()
    date_columns: tuple[str, ...] = ()
    cannot: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unusable:
    """A paid answer that is not in the form that was asked for.

    `problem` is read by models and by people; `fix` is what an admin may change about it.
    """

    problem: str
    spent: Spent
    rung: int
    fix: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking(Generic[Output]):
    """What a small layer is asked: its prompt's values, the fullest first, and the wanted form.

    With `so_far` the answer is streamed; an answer that is begun anew begins there anew.
    """

    layer: str
    sizes: Sequence[Mapping[str, Any]]
    kind: type[Output]
    so_far: SoFar | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled(Generic[Output]):
    """The paid answer of a small layer, not yet checked; None, and why, where it was of no use."""

    output: Output | None
    spent: Spent
    problem: str = ""
    rung: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Away:
    """No model could be asked. `problem` is a sentence for people without any detail of the key.

    `too_large` says that what must be told does not fit into any of them.
    """

    problem: str
    too_large: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminTask:
    """What somebody wants of the database itself. `writes` says that changes may be asked for.

    `before` is the SQL that answered the turn before.
    """

    question: str
    today: dt.date
    dialect: str
    tables: tuple[str, ...]
    before: str = ""
    writes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Wants:
    """A model called for changes that people must approve; `messages` is its history so far."""

    changes: tuple[WantedChange, ...]
    messages: str
    spent: Spent
    rung: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied:
    """A model's last word on what somebody wanted of the database."""

    text: str
    spent: Spent
    rung: int


async def no_objection(person: Person) -> str:
    """Where models have no budget."""
    del person
    return ""


class SqlWriter(Protocol):
    """A ladder of models. Errors: none; what goes wrong is a result."""

    async def write(
        self, task: WritingTask, rung: int, tools: Sequence[Tool] = ()
    ) -> Wrote | Unusable | Away:
        """One paid call, of the model on that rung or, where it cannot be asked, of a later one.

        With `tools` it may look around first: several requests, paid as one.
        """
        ...

    def largest(self) -> str:
        """The last model that writes SQL."""
        ...

    async def sample(self, task: WritingTask, number: int) -> Wrote | Unusable | Away:
        """One paid call for a further query of the same task, of the layer `sample`.

        Its models take turns; `number` begins at 0.
        """
        ...

    async def administer(
        self, task: AdminTask, talk: AdminTalk, tools: Sequence[Tool]
    ) -> Wants | Replied | Unusable | Away:
        """One paid turn: tools that only read run at once; it ends where people must approve."""
        ...

    async def tell(self, task: "TellingTask", so_far: SoFar | None = None) -> "Told | Away":
        """One paid call that says in a sentence what a result says."""
        ...

    async def fill(
        self, layer: str, values: Mapping[str, Any], kind: type[Output]
    ) -> Filled[Output] | Away:
        """One paid call of a small layer, with the prompt of that name, for such an output."""
        ...

    async def hear(self, asking: Asking[Output], rung: int) -> Filled[Output] | Away:
        """The same, of the model on that rung or a later one, with the fullest prompt that fits."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TellingTask:
    """A result to be told in a sentence; `rows` are its head."""

    question: str
    reading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a model says of a result, not yet checked; empty where its answer was of no use."""

    text: str
    spent: Spent


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The model-backed road of one workspace.

    `order` says who reads a question first, the reader or a model; `samples` is how many queries
    are written for a question that the reader cannot check. `summaries` lets a model tell results;
    `most` is how often a question may be written anew before a person is asked to mend it.
    `explore` lets a model look around where its first answer fails, `charts` to choose a chart
    where the rules know none. `objection` is asked before each paid call. `layers` say of each
    small layer when it asks; one that is not named never does.
    """

    writer: SqlWriter
    find_tables: FindTables
    objection: Objection = no_objection
    order: Order = "reader"
    samples: int = 1
    summaries: bool = False
    explore: bool = False
    charts: bool = False
    most: int = 4
    layers: Mapping[str, When] = field(default_factory=dict)

"""The state of a run: a plain, versioned, serialisable value."""

import datetime as dt
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pipeline.admin_talk import AdminTalk
from pipeline.chart import ChartWish, Choice
from pipeline.contract import Contract
from pipeline.heard import Heard
from pipeline.intent import Intent
from pipeline.model_calls import Spent
from pipeline.people import Person
from pipeline.reading_by_rules import Alternative, Reading, Written
from pipeline.reporting import Reporting
from pipeline.result import Cell, Trust
from pipeline.times.values import TimeSpan
from pipeline.writes.request import WriteRequest

VERSION = 1
# Of a model's query and the rules' own reading, or a further query of a model; empty where they
# were not compared.
Agreement: TypeAlias = Literal["", "same query", "same rows", "other rows"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """SQL that was written and not yet run, with what the checks said of it.

    `model` is the name of the model that wrote it, where one did. `whole` is the SQL without the
    asker's own row filters and masks, once it passed.
    """

    sql: str
    by: str
    model: str = ""
    whole: str = ""
    findings: tuple[str, ...] = ()
    passed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """What the warehouse returned, as plain cells; `units` of the columns, if any are known.

    `numeric` are the places of the columns of amounts: keys, codes and years are names.
    `sums` are the places of those that add up over groups of rows.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numeric: tuple[int, ...] = ()
    units: tuple[str, ...] = ()
    sums: tuple[int, ...] = ()
    truncated: bool = False
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """The validated query that this run reuses, with its parameters bound."""

    id: str
    question: str
    sql: str
    trust: Trust
    reason: str
    approved_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunState:
    """Everything that a run knows.

    `choices` and `values` are people's answers, by question and input id.

    `pinned` is the workspace the person named or the thread already has. `previous` is the intent
    of the turn before; `leans` says that the question cannot be understood without it.
    `previous_sql` is what answered it, where the same person asked; `previous_question` and
    `previous_contract` are what it was and what bound its SQL; `previous_approved` says that an
    approved query answered it, `previous_whole` that `previous` is all that this query holds to.
    `message` is what was written, where the question is a whole one that the person meant by it.
    `offered` marks the approved query on the card that was shown.
    `ask_everything` says that the person wants to confirm all of it anew.

    `cards` counts the cards that asked what is meant; `standing` are answers kept from earlier.

    `edge` says from when, or until when, there are rows, where a period goes beyond that;
    `emptied` which condition leaves no row, `tied` which rows share a place;
    `ranked` says that this was looked up.

    `left_out` and `ignored` are what the question says and its SQL does not, as an answer tells.

    `changed` says what a follow-up made of the question before; `taken` that something stands among
    the assumptions which *Change* asks; `dated` are those lines of `confirmed` that tell dates.

    `open_question` is that of a card which was open when this was written below it, `open_in` its
    workspace, `open_wish` the chart wished with it; `unused_reply` is what it did not take in.

    `told` is a model's sentence on the result, its numbers checked; `next_questions` are follow-ups
    that were read and planned.

    `wish` is the chart that was asked for, `drawing` what came of it;
    `report` is a report on its way.

    `run` is the run's own id. `write` is the change that was asked for, where it is no question;
    `admin` the talk with a model that wants it, where one does.

    `attempts` counts the calls of models for this draft, `rung` is the model that is asked next,
    `explore` says that it may look around first, and `spent` is what all calls used.
    `other` is what the rules made of it, where a model was asked because they are not certain;
    `compared` says that the model was told of it, `agreement` how both compare.
    `samples` are a model's further queries for a question that the rules cannot check.
    `alternatives` are readings that its card offered beside those of the rules.

    `ways_back` counts the ways back between steps that were taken since a person's last answer.

    `heard` is where each small layer stands, by its name; `widened` says that what they left out of
    the schema was missed, and is told again.
    """

    question: str
    asker: Person
    today: dt.date
    version: int = VERSION
    pinned: str = ""
    previous: Intent | None = None
    previous_times: tuple[TimeSpan, ...] = ()
    previous_sql: str = ""
    previous_question: str = ""
    previous_contract: Contract = field(default_factory=Contract)
    previous_approved: bool = False
    previous_whole: bool = True
    message: str = ""
    open_question: str = ""
    open_in: str = ""
    open_wish: ChartWish | None = None
    unused_reply: str = ""
    workspace: str = ""
    offered: str = ""
    matched: Matched | None = None
    times: tuple[TimeSpan, ...] = ()
    grains: tuple[str, ...] = ()
    choices: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    intent: Intent | None = None
    leans: bool = False
    contract: Contract = field(default_factory=Contract)
    reading: str = ""
    changed: str = ""
    assumptions: tuple[str, ...] = ()
    taken: bool = False
    confirmed: tuple[str, ...] = ()
    dated: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    draft: Draft | None = None
    attempts: int = 0
    rung: int = 0
    explore: bool = False
    other: Reading | None = None
    compared: bool = False
    agreement: Agreement = ""
    samples: tuple[Written, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    widened: bool = False
    unsure_of_tables: bool = False
    spent: tuple[Spent, ...] = ()
    heard: dict[str, Heard] = field(default_factory=dict)
    ways_back: dict[str, int] = field(default_factory=dict)
    fetched: Fetched | None = None
    told: str = ""
    next_questions: tuple[str, ...] = ()
    edge: str = ""
    emptied: str = ""
    tied: str = ""
    ranked: bool = False
    wish: ChartWish | None = None
    drawing: Choice | None = None
    report: Reporting | None = None
    ask_everything: bool = False
    cards: int = 0
    standing: dict[str, str] = field(default_factory=dict)
    run: str = ""
    write: WriteRequest | None = None
    admin: AdminTalk | None = None

    @property
    def hears_no(self) -> bool:
        """Whether a rejected change is told to the model that wanted it, and is not the end."""
        return self.write is not None and bool(self.write.call)

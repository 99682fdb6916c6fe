"""Results: rows, samples of rows, and the answer that a person gets."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from pipeline.chart import Chart

# How the name of a workspace of a thread's files begins; no settings have such a name.
OF_FILES: Final = "file:"


def is_of_files(name: str) -> bool:
    """Whether the workspace of this name holds the files of a thread."""
    return name.startswith(OF_FILES)


Cell: TypeAlias = str | int | float | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The head of a result, ready to show.

    `total` is the row count, None where it was not counted.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: int | None = None
    truncated: bool = False


class Trust(StrEnum):
    """How far an answer is vouched for."""

    TRUSTED = "trusted"
    SEMI_TRUSTED = "semi-trusted"
    GENERATED = "generated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the asker gets.

    `reading` says how the question was understood; `assumptions` what nobody confirmed;
    `changed` what a follow-up made of the question before;
    `standalone` is the question in words of its own, where the asker's lean on the turn before.
    `left_out` are words of the question that were left out, `ignored` sentences on what it says and
    its SQL does not do; people read of both among `assumptions` and `confirmed`.
    `sql` is the statement that ran, `reusable_sql` the same without the asker's own row filters.
    `rows` are all rows kept (capped), `numeric` the indexes of number columns.
    `chart` was wished or chosen by a model, `chart_note` says why it is not what was wished.
    A `report` has its results in its parts, and none of its own.
    `tables` are those that were read, `approved` is the approved question it was answered from.
    `how` tells, a sentence each, how it came about and what models cost; nothing where no query
    ran. `written_by` is the model that wrote the query, where one did; `larger` the one that it
    can be asked of again, where there is one.
    `units` are those of the columns, empty where none is known. `sums` are the places of the
    columns whose numbers add up over groups of rows. `next_questions` are follow-ups that were
    read and planned.
    `meanings` is what the glossary said when it was answered, of all that the query depends on.
    """

    question: str
    workspace: str
    summary: str
    reading: str
    sql: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    truncated: bool = False
    numeric: tuple[int, ...] = ()
    trust: Trust = Trust.GENERATED
    trust_reason: str = ""
    changed: str = ""
    assumptions: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    seconds: float = 0.0
    data_as_of: dt.datetime | None = None
    standalone: str = ""
    reusable_sql: str = ""
    chart: Chart | None = None
    chart_note: str = ""
    report: "Report | None" = None
    tables: tuple[str, ...] = ()
    approved: str = ""
    how: tuple[str, ...] = ()
    written_by: str = ""
    larger: str = ""
    units: tuple[str, ...] = ()
    sums: tuple[int, ...] = ()
    meanings: Mapping[str, str] = field(default_factory=dict)
    next_questions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why there is no answer, and what the person can do next. `code` is for tests and figures."""

    code: str
    reason: str
    next_step: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Characters [start, end) of a sentence stand in this cell of a part's result.

    A `row` of -1 is the result as a whole: the number of its rows.
    """

    start: int
    end: int
    part: int
    row: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A sentence of a report; every figure of it is in one of the results."""

    text: str
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A question of a report, what came of it, and the sentence that says so."""

    title: str
    question: str
    outcome: Answer | Refusal
    finding: Finding = Finding(text="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Several answers under one title. `period` is told in words, `notes` say what is missing."""

    title: str
    period: str = ""
    findings: tuple[Finding, ...] = ()
    parts: tuple[Part, ...] = ()
    notes: tuple[str, ...] = ()

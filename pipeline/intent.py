"""The intent: the structured meaning of a question, linked to the catalog.

Columns are named `table.column`, where the table is a catalog key.
"""

from __future__ import annotations

from dataclasses import dataclass

Value = str | int | float
# What a date is compared with where the day is meant on which the query runs.
TODAY = "today"


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """`column` `operator` `values`; operators of `Filter`, between, within, weekday, not like."""

    column: str
    operator: str
    values: tuple[Value, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """`column` `operator` the `function` (avg, min, max) of `of`, over rows that meet `where`.

    The functions `common` and `rare` are the value that most rows have, or the fewest. With
    `within` only rows with the same value of that column count, with `factor` that many times
    the number counts. The function `value` compares
    with the values themselves, `own` with the same row's; `but` is the column whose value keeps
    those rows out of the answer. Of two dates, `grain` compares the periods that they fall in,
    and `days` or `months` says how long after the other the first may be at most.
    """

    column: str
    operator: str
    function: str
    of: str
    where: tuple[Condition, ...] = ()
    within: str = ""
    factor: float = 1
    but: str = ""
    grain: str = ""
    days: float = 0
    months: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A SQL condition from the glossary over columns of these tables."""

    sql: str
    tables: tuple[str, ...]
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """The subject has (or, negated, has not) rows of `table` that meet `where`.

    Each of them belongs to a row of every table in `also`. `counted` compares how many there
    are. With `of`, no row of the subject with the same value of that column has any.
    """

    table: str
    where: tuple[Condition | Compared | Stated, ...] = ()
    also: tuple[str, ...] = ()
    negated: bool = False
    of: str = ""
    counted: tuple[str, Value] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """What the rows of the subject add up to (`total`), against the column `goal`.

    Only rows that meet `where` are added up. The goal is a column of the subject, or what its
    rows that meet `among` add up to; with `than` it is that number of such rows, `factor` times,
    and with `number` that number. With `over` it is that of the same number of all rows that meet
    `among`, of which those that have none count too where they are `kept`; the goal is their key.
    """

    total: Measure
    operator: str
    goal: str = ""
    where: tuple[Clause, ...] = ()
    among: tuple[Clause, ...] = ()
    than: Measure | None = None
    factor: float = 1
    number: Value | None = None
    over: str = ""
    kept: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf:
    """At least one of these conditions holds."""

    conditions: tuple[Clause, ...]


Clause = Condition | Compared | Related | Reached | AnyOf | Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A number: `function` of `column` or rows.

    Functions: count, sum, avg, min, max, median, metric, percent, ratio, quotient, and divided,
    difference, product and together (the sum) of two `parts`, each over rows of its own table;
    rank is the place of a group by its one part, the highest first, of rows of `other` where that
    is said. A quotient of
    `parts` gives each the conditions of its own as well, and a fraction is its only part over that
    of all groups.
    `expression` is a glossary metric's SQL; percent and ratio are the rows of `table` that meet
    `where` over those that meet `base`; with `since` the number is the days, or the `unit` (hour,
    minute, second), from that date column to `column`, and with `unit` alone a length of time that
    `column` keeps; apart is what lies between the first and the last date of `column`. A quotient
    is the rows of `table` over those of `other`. With `ends` (min, max) `column` is the first or
    the last such date of the rows that belong to each row of `table`.
    With `age` it is the days, or the months or years in `unit`, from `column` until today.
    With `where` any other number is of only such rows, or, as a `part`, in percent of the whole.
    """

    function: str
    table: str
    column: str = ""
    distinct: bool = False
    name: str = ""
    expression: str = ""
    since: str = ""
    unit: str = ""
    where: tuple[Clause, ...] = ()
    base: tuple[Clause, ...] = ()
    other: str = ""
    part: bool = False
    parts: tuple[Measure, ...] = ()
    ends: str = ""
    age: bool = False


def leaves(measure: Measure) -> tuple[Measure, ...]:
    """The plain numbers that a number is made of; itself, where it has no parts."""
    if not measure.parts:
        return (measure,)
    return tuple(leaf for part in measure.parts for leaf in leaves(part))


@dataclass(frozen=True, slots=True, kw_only=True)
class Dimension:
    """What rows are grouped by; `grain` cuts a date, or names a part of the calendar."""

    column: str
    grain: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorting:
    """Order by a column, or by the measure at that place in `measures`."""

    by: str | int
    descending: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Having:
    """Only groups whose measure (its place in `measures`) compares so with the values.

    With `overall` it compares with the same number of all rows. One of the bounds in `either`,
    which are an operator and a value, is enough.
    """

    measure: int
    operator: str
    values: tuple[Value, ...] = ()
    overall: bool = False
    either: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """One of two compared periods: its label and the bounds of its date column."""

    label: str
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """What a question asks for.

    `outputs` are what is shown, in order: a column, or the place of a measure. `both` are sets of
    conditions that the same outputs must meet, each by some row. `share` divides every measure by
    its total; `matches` gives one row for every match instead of each subject once; `compared`
    shows every measure once for each period. `offset` skips the first rows; `over` (avg, sum, min,
    max, median) aggregates the measure of all groups into one number; with `ties` rows that tie
    with the last of a limit are there as well; `within` ranks, and limits, apart for every value
    of these columns; `running` adds a measure up from group to group, `beside` the measure itself;
    `change` (difference, percent, fraction, previous) shows how it moved since the group before, or
    that one; with `moves` only the measure at that place. Rows that have none in the tables
    `kept` stay. Numbers that are no counts are rounded to so many `digits` where that is asked.
    """

    subject: str = ""
    outputs: tuple[str | int, ...] = ()
    measures: tuple[Measure, ...] = ()
    dimensions: tuple[Dimension, ...] = ()
    filters: tuple[Clause, ...] = ()
    both: tuple[tuple[Clause, ...], ...] = ()
    having: tuple[Having, ...] = ()
    order: tuple[Sorting, ...] = ()
    limit: int | None = None
    distinct: bool = False
    share: bool = False
    matches: bool = False
    offset: int = 0
    ties: bool = False
    over: str = ""
    within: tuple[str, ...] = ()
    running: bool = False
    beside: bool = False
    change: str = ""
    moves: int | None = None
    compared: tuple[Period, ...] = ()
    kept: tuple[str, ...] = ()
    digits: int | None = None
    assumptions: tuple[str, ...] = ()

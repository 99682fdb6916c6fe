"""The contract: what a person confirmed (or the text said outright) and the SQL must obey."""

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DateBound:
    """Rows of `column` (`table.column`) in the half-open [start, end); None is an open end.

    `words` are the asker's own ("last quarter").
    """

    column: str
    start: dt.date | None
    end: dt.date | None
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A confirmed condition: `column` (`table.column`) `operator` `values`.

    Operators: = != < <= > >= in, not in, like, is null, is not null. Values are text, numbers or
    ISO dates.
    """

    column: str
    operator: str
    values: tuple[str | int | float, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A confirmed number: SQL `expression` over catalog columns, under its everyday name."""

    name: str
    expression: str
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """Only what has a number that compares so: SQL `expression`, operator of `Filter`, value."""

    expression: str
    operator: str
    value: str | int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """`column` `operator` the `function` (sum, avg, min, max) of `of`, both `table.column`."""

    column: str
    operator: str
    function: str
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Denial:
    """No row of all `tables` (catalog keys) with all these `filters`, within all these `dates`."""

    tables: tuple[str, ...]
    filters: tuple[Filter, ...] = ()
    dates: tuple[DateBound, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """All that binds the SQL of one run. Empty fields bind nothing.

    `tables` are catalog keys; `columns`, `grouping` and filter columns are `table.column`; `grain`
    truncates the time column of the grouping (day, week, month, quarter, year). `order` is
    `descending`, `ascending` or empty. `inner` filters hold for rows that others are compared with
    or related to: they must stand somewhere, and so must `inner_dates`. What is shown must be
    proven to have none of the rows in `denied`. `order_by` is the SQL expression that `order` is
    about. Of each set in `related` at least one table must be asked whether there are rows in it.
    `all_rows_of` are tables whose `conditions` need not hold where they only serve `measures`.
    """

    tables: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    measures: tuple[Measure, ...] = ()
    dates: tuple[DateBound, ...] = ()
    filters: tuple[Filter, ...] = ()
    inner: tuple[Filter, ...] = ()
    inner_dates: tuple[DateBound, ...] = ()
    denied: tuple[Denial, ...] = ()
    conditions: tuple[str, ...] = ()
    all_rows_of: tuple[str, ...] = ()
    grouping: tuple[str, ...] = ()
    grain: str = ""
    thresholds: tuple[Threshold, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    related: tuple[tuple[str, ...], ...] = ()
    order: str = ""
    order_by: str = ""
    limit: int | None = None

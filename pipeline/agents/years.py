"""Periods over columns that hold years as plain numbers, where no range of dates can be proven."""

import datetime as dt
import re
from collections.abc import Iterator, Sequence

from knowledge.catalog import Column, Table
from knowledge.personal_data import snake
from pipeline.times.values import TimeSpan

_NUMBER = re.compile(r"(?<![\w.-])\d{1,4}(?![\w.-])")
_EARLIEST, _LATEST = 1000, 2999
_MONTHS = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
)  # fmt: skip


def year_column(tables: Sequence[Table], named: Sequence[str]) -> str:
    """The column of years among what is read: the one that was named, or the only one."""
    found = [f"{t.key}.{c.name}" for t in tables for c in t.columns if _holds_years(c)]
    wanted = [name.lower() for name in named]
    fits = [one for one in found if any(_is(one, name) for name in wanted)]
    return next((each[0] for each in (fits, found) if len(each) == 1), fits[0] if fits else "")


def says_the_years(sql: str, span: TimeSpan) -> bool:
    """Whether the years of the period, and its month where it is one, stand in the SQL."""
    numbers = {int(number) for number in _NUMBER.findall(sql)}
    ends = [ways & numbers for ways in _ends(span)]
    return all(ends) and _says_the_month(sql.lower(), numbers, span)


def _ends(span: TimeSpan) -> Iterator[set[int]]:
    """For each end of the period the years by which it can be written."""
    last = span.end - dt.timedelta(days=1) if span.end else None
    if span.start and last and span.start.year == last.year:
        yield {span.start.year}
        return
    if span.start:
        yield {span.start.year, span.start.year - 1}
    if last:
        yield {last.year, last.year + 1}


def _says_the_month(sql: str, numbers: set[int], span: TimeSpan) -> bool:
    if span.grain != "month" or span.start is None:
        return True
    return span.start.month in numbers or _MONTHS[span.start.month - 1] in sql


def _holds_years(column: Column) -> bool:
    words = snake(column.name).split("_")
    if not {"year", "yr"} & set(words) or column.kind.is_dated:
        return False
    # Of old things the first year may lie before our era; the last one tells what the numbers are.
    return _is_year(column.high, _EARLIEST) and _is_year(column.low, -_LATEST)


def _is_year(text: str | None, earliest: int) -> bool:
    if not text:
        return True
    head = text.partition(".")[0]
    return head.removeprefix("-").isdigit() and earliest <= int(head) <= _LATEST


def _is(column: str, name: str) -> bool:
    return column.lower() == name or column.lower().endswith(f".{name}")

"""Since when rows are there, which their age is counted from: `tools older than 10 years`."""

import re

from knowledge.catalog import Column
from pipeline.intent import Condition
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import expanded
from pipeline.rules.schema.periods import dated, years_between
from pipeline.rules.text.words import name_words
from pipeline.rules.vocabulary.numbers import YEARS
from pipeline.times.values import TimeSpan

_AGED = re.compile(r"(?:older|younger)\s+than\b", re.IGNORECASE)
# When something came to be, not when somebody got it or wrote it down.
_ORIGINS = frozenset(
    ("birth", "birthday", "birthdate", "born", "dob", "build", "built", "made", "manufacture",
     "manufactured", "manufacturing", "construction", "constructed", "founded", "established")
)  # fmt: skip


def aged(table: str | None, span: TimeSpan, known: Known) -> Condition | None:
    """Rows of that age, where one date or year of theirs says when they came to be."""
    if table is None or not _AGED.match(span.words):
        return None
    found = [c for c in known.table(table).columns if _is_origin(c)]
    if len(found) != 1:
        return None
    ref = f"{table}.{found[0].name}"
    between = dated if found[0].kind.is_dated else years_between
    start, end = (None, span.end) if span.start is None else (span.start, None)
    return between(ref, start, end, span.words)


def origin_of(table: str, known: Known) -> str | None:
    """The one date on which rows came to be: that of a birth."""
    found = [c for c in known.table(table).columns if _is_origin(c) and c.kind.is_dated]
    return f"{table}.{found[0].name}" if len(found) == 1 else None


def _is_origin(column: Column) -> bool:
    words = set(expanded(name_words(column.name)))
    if not words & _ORIGINS:
        return False
    return column.kind.is_dated or (column.kind.is_number and _holds_years(column))


def _holds_years(column: Column) -> bool:
    ends = (column.low, column.high)
    return all(end is not None and int(float(end)) in YEARS for end in ends)

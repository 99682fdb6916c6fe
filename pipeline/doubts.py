"""What makes a simple reading of the rules doubtful: a model, where there is one, reads it too."""

import calendar
import re

from knowledge.catalog import Column, Kind
from knowledge.matching.stem import stem
from pipeline.intent import Intent
from pipeline.rules.outcomes import Planned
from pipeline.rules.schema.known import Known

_SENTENCE = re.compile(r"[.?!]\s+(?=\w)")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
# Months that are sorted by their place in the year.
_BY_CALENDAR = "ORDER BY CASE"
_AGGREGATES = frozenset(("average", "avg", "sum", "total", "minimum", "maximum", "median"))
# Stored as words, these sort by their letters and not as time goes by.
_CALENDAR = frozenset(
    name.lower()
    for names in (calendar.month_name, calendar.month_abbr, calendar.day_name, calendar.day_abbr)
    for name in names
    if name
)


def doubted(question: str, reading: Planned, known: Known) -> bool:
    """Whether the question says more than this reading shows, or the reading makes little sense."""
    intent = reading.intent
    return (
        bool(_SENTENCE.search(question.strip()))
        or _leaves_a_table_out(question, reading, known)
        or _sorts_time_by_letters(reading, known)
        or _counts_single_rows(intent, known)
        or _takes_an_aggregate_for_a_column(intent)
    )


def _leaves_a_table_out(question: str, reading: Planned, known: Known) -> bool:
    """As in "countries with both lakes and rivers", read without the rivers."""
    said, used = _stems(question), _stems(reading.sql)
    others = (t for t in known.catalog.tables if t.key not in reading.contract.tables)
    named = (words for table in others if (words := _stems(table.name)) and words <= said)
    return any(not words <= used for words in named)


def _sorts_time_by_letters(reading: Planned, known: Known) -> bool:
    if _BY_CALENDAR in reading.sql:
        return False
    sorted_by = (each.by for each in reading.intent.order if isinstance(each.by, str))
    found = (_column(name, known) for name in sorted_by)
    return any(column is not None and _holds_calendar_words(column) for column in found)


def _holds_calendar_words(column: Column) -> bool:
    values = {value.strip().lower() for value in column.values}
    return column.kind is Kind.TEXT and 2 * len(values & _CALENDAR) > len(values)


def _counts_single_rows(intent: Intent, known: Known) -> bool:
    """Groups by what no two rows share, and yet looks at how many rows a group has."""
    grouped = [_column(each.column, known) for each in intent.dimensions if not each.grain]
    single = any(column is not None and (column.primary_key or column.unique) for column in grouped)
    counts = any(m.function == "count" and not m.column and not m.where for m in intent.measures)
    one_table = {m.table for m in intent.measures} <= {intent.subject}
    return single and counts and bool(intent.having) and one_table


def _takes_an_aggregate_for_a_column(intent: Intent) -> bool:
    """As in "the maximum capacity and the average": the maximum of a column named average."""
    return any(
        measure.function in ("max", "min", "avg", "sum")
        and measure.column.rpartition(".")[2].lower() in _AGGREGATES
        for measure in intent.measures
    )


def _column(name: str, known: Known) -> Column | None:
    key, _, column = name.rpartition(".")
    table = next((table for table in known.catalog.tables if table.key == key), None)
    return table.column(column) if table is not None else None


def _stems(text: str) -> set[str]:
    return {stem(word.lower()) for word in _WORD.findall(text)}

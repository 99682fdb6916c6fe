"""What no list and no column can give: `top 5.5`, `first 0`, the hour of a plain day."""

import re
from collections.abc import Iterator

from knowledge.catalog import Column, Kind
from pipeline.intent import Condition, Intent, leaves
from pipeline.rules.linking.clause_reading import columns_of
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import plain

_NUMBER = r"(?:[-−–]\s*\d[\d.,]*|\d*\.\d+|0+(?![\d.,]*\d)|\d[\d.,]*\s*(?:%|percent\b))"  # noqa: RUF001 - typed signs
_TIMES = r"(?!\s*(?:second|minute|hour|day|week|month|quarter|year|decade)s?\b)"
_LIST = re.compile(r"array\b|list\b|.*\[\d*\]$")
_OBJECT = re.compile(r"(?:json|struct|map|union|variant|object|xml|hstore)")
_LIMITED = re.compile(
    rf"\b(?:top|bottom|first|last|best|worst|highest|lowest|limit(?:ed)?(?:\s+to)?)\s+"
    rf"(?P<number>{_NUMBER}){_TIMES}(?![\w-])",
    re.IGNORECASE,
)


def part_of_a_row(question: str) -> str:
    """The number after `top` and its like that is not a whole positive one, else nothing."""
    found = _LIMITED.search(question)
    return found["number"] if found else ""


def not_one_value(intent: Intent, known: Known) -> str:
    """Why rows cannot be counted, grouped or found by a list or an object. Else nothing."""
    for ref in _compared(intent, known):
        why = holds_several(ref, known)
        if why:
            return why
    return ""


def holds_several(ref: str, known: Known) -> str:
    """Why nothing is counted or found by a column of lists or objects; else nothing."""
    column = _column(ref, known)
    if column is None or not (_is_list(column) or _OBJECT.match(column.type.lower())):
        return ""
    holds = "a list" if _is_list(column) else f"values of the type {column.type.lower()}"
    return (
        f"{plain(ref)} of {plain(ref.rpartition('.')[0])} holds {holds} in each row, so I "
        "can list it, and not count, group or filter by it."
    )


def _compared(intent: Intent, known: Known) -> Iterator[str]:
    """The columns whose values the intent compares with each other or with a value."""
    yield from (dimension.column for dimension in intent.dimensions)
    yield from (part.column for m in intent.measures for part in leaves(m) if part.column)
    yield from (sorting.by for sorting in intent.order if isinstance(sorting.by, str))
    for clause in intent.filters:
        missing = isinstance(clause, Condition) and clause.operator in ("is null", "is not null")
        for ref in columns_of(clause):
            # An empty list is nothing as well, which a missing value does not say.
            if not missing or _is_list(_column(ref, known)):
                yield ref


def _column(ref: str, known: Known) -> Column | None:
    """The column, unless it is of rows that only stand in the question under another name."""
    owner, _, name = ref.rpartition(".")
    table = known.catalog.table(owner)
    return table.column(name) if table is not None else None


def _is_list(column: Column | None) -> bool:
    return column is not None and _LIST.match(column.type.lower()) is not None


def hours_of_days(intent: Intent, known: Known) -> str:
    """Why rows cannot be put by the hour: their date has no time of day. Else nothing."""
    for dimension in intent.dimensions:
        if dimension.grain != "hour_of_day" or known.column(dimension.column).kind is not Kind.DATE:
            continue
        owner, _, name = dimension.column.rpartition(".")
        timed = [c.name for c in known.table(owner).columns if c.kind is Kind.TIMESTAMP]
        instead = f" Ask by the hour of {' or '.join(timed)} instead." if timed else ""
        return f"{name} of {owner} holds days without a time of day.{instead}".replace("_", " ")
    return ""

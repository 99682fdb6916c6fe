"""What no list and no column can give: `top 5.5`, `first 0`, the hour of a plain day."""

import re

from knowledge.catalog import Kind
from pipeline.intent import Intent
from pipeline.rules.schema.known import Known

_NUMBER = r"(?:[-−–]\s*\d[\d.,]*|\d*\.\d+|0+(?![\d.,]*\d)|\d[\d.,]*\s*(?:%|percent\b))"  # noqa: RUF001 - typed signs
_TIMES = r"(?!\s*(?:second|minute|hour|day|week|month|quarter|year|decade)s?\b)"
_LIMITED = re.compile(
    rf"\b(?:top|bottom|first|last|best|worst|highest|lowest|limit(?:ed)?(?:\s+to)?)\s+"
    rf"(?P<number>{_NUMBER}){_TIMES}(?![\w-])",
    re.IGNORECASE,
)


def part_of_a_row(question: str) -> str:
    """The number after `top` and its like that is not a whole positive one, else nothing."""
    found = _LIMITED.search(question)
    return found["number"] if found else ""


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

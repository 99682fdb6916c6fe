"""`Offerings with more enrollments than seats`: how many rows there are against a number."""

import re

from pipeline.intent import Measure, Reached
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.linked import Read, column_of, readings_of, with_clause
from pipeline.rules.relatives.said import called, said_tables
from pipeline.rules.relatives.taking_out import tidy
from pipeline.rules.schema.holding import looks_numeric
from pipeline.rules.schema.known import Known

_SIGNS = {
    "more": ">", "fewer": "<", "less": "<", "at least as many": ">=", "as many": ">=",
    "no more": "<=",
}  # fmt: skip

_THAN = re.compile(r"\b(?:more|fewer|less|many)\b.*\b(?:than|as)\b", re.IGNORECASE)


def outnumbered(question: str, about: Known, read: Read) -> tuple[list[Planned], bool]:
    """The readings of a question for rows that have more of others than a number of theirs."""
    more = "|".join(sorted(_SIGNS, key=len, reverse=True))
    for many in said_tables(question, about) if _THAN.search(question) else ():
        found = re.search(
            rf"\b(?:(?:that|which|who)\s+)?(?:have|has|had|with|having)\s+(?P<more>{more})\s+"
            rf"(?:{called(many, about)})\s+(?:than|as)\s+(?:(?:its|their|the|there are|available|"
            r"it has|they have)\s+)*(?P<goal>[a-z]\w*(?: (?!and\b)\w+)?)(?=\s*(?:[,.;?!]|$|and\b))",
            question, re.IGNORECASE,
        )  # fmt: skip
        if found is None:
            continue
        rest = tidy(f"{question[: found.start()]} {question[found.end() :]}")
        if re.fullmatch(r"(?:which|how many)\s+[\w ]+\??", rest, re.IGNORECASE):
            rest = f"{rest.rstrip('?. ')} are there?"
        bases, sure = readings_of(rest, read)
        made = [
            one for base in bases
            if (one := _against(base, many, found["goal"], _SIGNS[found["more"].lower()], about))
        ]  # fmt: skip
        if made:
            return made, sure
    return [], False


def _against(base: Planned, many: str, goal: str, operator: str, about: Known) -> Planned | None:
    owner = base.intent.subject
    column = column_of(goal, owner, about) if owner else None
    if (
        column is None
        or len(column) != 1
        or not looks_numeric(about.column(f"{owner}.{column[0]}"))
    ):
        return None
    path = about.joins.path(owner, many) or ()
    if len(path) != 1 or not path[0].multiplies or base.intent.both or base.intent.dimensions:
        return None
    reached = Reached(
        total=Measure(function="count", table=many), operator=operator, goal=f"{owner}.{column[0]}"
    )
    return with_clause(base, reached)

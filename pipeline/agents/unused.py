"""What a question says outright and the SQL does not use: stored values and numbers."""

import re
from collections.abc import Iterator, Sequence

from pipeline.agents.plain_words import plainly_said
from pipeline.times.values import TimeSpan
from pipeline.workspace import Workspace

_SHORTEST = 4
_NUMBER = re.compile(r"(?<![\w.,-])(\d[\d,]*(?:\.\d+)?)\s?(k|m|%)?(?!\w|[-/:]\d)", re.IGNORECASE)
_IN_SQL = re.compile(r"\d+(?:\.\d+)?")


def unused(
    question: str, sql: str, workspace: Workspace, times: Sequence[TimeSpan]
) -> tuple[str, ...]:
    """A sentence for each stored value and number of the question that the SQL leaves out."""
    inside = [(span.at, span.until) for span in times]
    found = [
        *_values(question, sql, workspace, inside),
        *_numbers(question, sql, inside),
        *plainly_said(question, sql, workspace.known.catalog.dialect),
    ]
    return tuple(dict.fromkeys(found))


def _values(
    question: str, sql: str, workspace: Workspace, inside: Sequence[tuple[int, int]]
) -> Iterator[str]:
    text = sql.lower()
    taken: list[tuple[int, int]] = [*inside]
    for at, until, hit in workspace.known.values.spans(question):
        words = question[at:until]
        covered = any(a < until and at < u for a, u in taken)
        if covered or hit.score < 1 or until - at < _SHORTEST or workspace.names.weight(words):
            continue
        taken.append((at, until))
        if hit.value.lower() not in text and words.lower() not in text:
            yield (
                f"The question says “{words}”, which is a value of {hit.table}.{hit.column}, "
                "but the query does not use it."
            )


def _numbers(question: str, sql: str, inside: Sequence[tuple[int, int]]) -> Iterator[str]:
    held = {float(number) for number in _IN_SQL.findall(sql)}
    for match in _NUMBER.finditer(question):
        if any(a < match.end() and match.start() < u for a, u in inside):
            continue
        value = float(match[1].replace(",", ""))
        scaled = value * {"k": 1e3, "m": 1e6, "%": 0.01}.get((match[2] or "").lower(), 1)
        if not {value, scaled, value + 1, value - 1} & held:
            yield f"The question says {match[0].strip()}, but the query has no such number."

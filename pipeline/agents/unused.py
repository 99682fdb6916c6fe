"""What a question says outright and the SQL does not use: stored values and numbers."""

import re
from collections.abc import Iterator, Sequence

from knowledge.values import ValueIndex
from pipeline.agents.plain_words import plainly_said
from pipeline.people import Person
from pipeline.times.values import TimeSpan
from pipeline.workspace import Workspace

_SHORTEST = 4
_NUMBER = re.compile(r"(?<![\w.,-])(\d[\d,]*(?:\.\d+)?)\s?(k|m|%)?(?!\w|[-/:]\d)", re.IGNORECASE)
# Written like a name, and not because a sentence begins.
_NAME = re.compile(r"(?<=[\w,;:] )[A-Z]\w{3,}")
_IN_SQL = re.compile(r"\d+(?:\.\d+)?")


def unused(
    question: str, sql: str, workspace: Workspace, times: Sequence[TimeSpan], asker: Person
) -> tuple[str, ...]:
    """A sentence for each stored value and number of the question that the SQL leaves out.

    Whoever may not see all is told of no value that is hidden: of every name, then, not of those
    that are stored.
    """
    inside = [(span.at, span.until) for span in times]
    seen = workspace.known_to(asker)
    taken, of_values = _values(question, sql, workspace, seen.values, inside)
    found = [
        *of_values,
        *(_names(question, sql, workspace, taken) if seen is not workspace.known else ()),
        *_numbers(question, sql, inside),
        *plainly_said(question, sql, workspace.known.catalog.dialect),
    ]
    return tuple(dict.fromkeys(found))


def _values(
    question: str,
    sql: str,
    workspace: Workspace,
    values: ValueIndex,
    inside: Sequence[tuple[int, int]],
) -> tuple[list[tuple[int, int]], list[str]]:
    """What is looked at already, and the sentences."""
    text, told = sql.lower(), list[str]()
    taken: list[tuple[int, int]] = [*inside]
    for at, until, hit in values.spans(question):
        words = question[at:until]
        covered = any(a < until and at < u for a, u in taken)
        if covered or hit.score < 1 or until - at < _SHORTEST or workspace.names.weight(words):
            continue
        taken.append((at, until))
        if hit.value.lower() not in text and words.lower() not in text:
            told.append(
                f"The question says “{words}”, which is a value of {hit.table}.{hit.column}, "
                "but the query does not use it."
            )
    return taken, told


def _names(
    question: str, sql: str, workspace: Workspace, taken: Sequence[tuple[int, int]]
) -> Iterator[str]:
    """A sentence for each name that the SQL leaves out, stored or not."""
    text = sql.lower()
    for found in _NAME.finditer(question):
        covered = any(a < found.end() and found.start() < u for a, u in taken)
        if not covered and found[0].lower() not in text and not workspace.names.weight(found[0]):
            yield f"The question says “{found[0]}”, but the query does not use it."


def _numbers(question: str, sql: str, inside: Sequence[tuple[int, int]]) -> Iterator[str]:
    held = {float(number) for number in _IN_SQL.findall(sql)}
    for match in _NUMBER.finditer(question):
        if any(a < match.end() and match.start() < u for a, u in inside):
            continue
        value = float(match[1].replace(",", ""))
        scaled = value * {"k": 1e3, "m": 1e6, "%": 0.01}.get((match[2] or "").lower(), 1)
        if not {value, scaled, value + 1, value - 1} & held:
            yield f"The question says {match[0].strip()}, but the query has no such number."

"""`Customers whose first order was in 2023`: rows by when the first or last of others was."""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.intent import Condition, Intent, Related
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.first_events import dates_of_events
from pipeline.rules.relatives.linked import is_of_plain_rows, readings_of
from pipeline.rules.relatives.own_period import ReadTimed
from pipeline.rules.relatives.taking_out import as_question, tidy
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.periods import dated
from pipeline.rules.text.words import words_of
from pipeline.times.values import TimeSpan

_HAD = (
    r"(?:had|have|has|made|make|placed|took|got|received|bought|paid|ordered|booked|did|attended|"
    r"saw|rented|borrowed|visited|completed|started|opened|filed|wrote|posted)"
)
_NTH = r"(?P<nth>first|earliest|last|latest|final|most\s+recent)(?:\s+ever)?"
_NTH_OF = _NTH.replace("<nth>", "<of>")
_EVENT = (
    r"(?P<event>[a-z]+(?:\s+(?!(?:in|on|at|was|were|is|took|happened|came|before|after|since|"
    r"during|between|from|until|by|of|for)\b)[a-z]+)?)"
)
# `Who made the first sale in 2023` asks for one of them: only their own first is a condition.
_FORM = re.compile(
    rf"\s*,?\s*\b(?:(?:(?:who|that|which)\s+)?(?:{_HAD}|with)\s+(?:their|his|her|its)\s+"
    rf"(?:very\s+)?{_NTH}|(?:whose|(?:for|of)\s+(?:whom|which)\s+the)\s+(?:very\s+)?{_NTH_OF}|"
    rf"(?:(?:who|that|which)\s+)?(?P<did>first|last)\s+{_HAD}(?:\s+(?:an?|any))?)\s+{_EVENT}"
    r"(?:\s+(?:was|were|is|took\s+place|happened|came|dates|dated|made|placed))*\s*"
    r"(?:\b(?:in|on|during|within|from|back\s+in|sometime\s+in)\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
_LAST = frozenset(("last", "latest", "final", "most recent"))
# `the first week of their stay` is no event.
_NO_EVENTS = frozenset(
    ("day", "days", "week", "weeks", "month", "months", "quarter", "year", "years", "name", "names")
)


@dataclass(frozen=True, slots=True)
class _Said:
    """The question without the words, the event that they name, and when it was."""

    rest: str
    event: str
    last: bool
    time: TimeSpan


def first_in_period(
    question: str, times: Sequence[TimeSpan], about: Known, timed: ReadTimed
) -> tuple[list[Planned], bool]:
    """The readings of a question for rows whose first or last event was in a period."""
    said = next(_said(question, times), None)
    if said is None:
        return [], True
    kept = [time for time in times if time.words.lower() in said.rest.lower()]
    bases, sure = readings_of(said.rest, timed(kept))
    made: list[Planned] = []
    for base in bases:
        ways = list(_ways(said, base.intent, about))
        made += [replace(base, intent=intent, assumptions=()) for intent in ways]
        sure = sure and len(ways) == 1
    return made, sure


def _said(question: str, times: Sequence[TimeSpan]) -> Iterator[_Said]:
    for time in times:
        found = _FORM.search(question[: time.at])
        if found is None or _NO_EVENTS & set(found["event"].lower().split()):
            continue
        tail = question[time.until :]
        head = question[: found.start()]
        rest = tidy(f"{head}{tail}") if tail.strip(" ?.!") else as_question(head)
        nth = " ".join((found["nth"] or found["of"] or found["did"]).lower().split())
        yield _Said(rest, found["event"], nth in _LAST, time)


def _ways(said: _Said, intent: Intent, about: Known) -> Iterator[Intent]:
    """The intent with the condition, by every date that the event may have."""
    if not is_of_plain_rows(intent):
        return
    for event in _events(said.event, intent.subject, about):
        for column in dates_of_events(event, about):
            clauses = _clauses(event, column, said)
            yield replace(intent, filters=(*intent.filters, *clauses))


def _events(said: str, owner: str, about: Known) -> list[str]:
    """The rows that each belong to one of the owners, or that tie them to what is named."""
    named = [c.table for c in about.lexicon.find(words_of(said))[:1]]
    own = [edge.right for edge in about.joins.edges(owner) if edge.multiplies]
    direct = [table for table in named if table in own]
    tying = [
        table for table in own
        if {edge.right for edge in about.joins.edges(table) if not edge.multiplies} & set(named)
    ]  # fmt: skip
    return direct or tying


def _clauses(event: str, column: str, said: _Said) -> Iterator[Related]:
    """Some event in the period, and none on the other side of it."""
    start, end, words = said.time.start, said.time.end, said.time.words
    yield Related(table=event, where=(dated(column, start, end, words),))
    beyond: tuple[str, dt.date | None] = (">=", end) if said.last else ("<", start)
    operator, day = beyond
    if day is not None:
        outside = Condition(column=column, operator=operator, values=(day.isoformat(),))
        yield Related(table=event, where=(outside,), negated=True)

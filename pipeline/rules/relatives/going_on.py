"""`Plans active on 1 March`, `treatments still running`: rows that had begun and were not over."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.intent import TODAY, AnyOf, Clause, Condition, Intent
from pipeline.rules.linking.ends_of_rows import both_ends_of
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.linked import is_of_plain_rows, readings_of
from pipeline.rules.relatives.own_period import ReadTimed
from pipeline.rules.relatives.said import called, said_tables
from pipeline.rules.relatives.taking_out import tidy
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.states import states_of
from pipeline.rules.text.words import words_of
from pipeline.times.values import TimeSpan

_STATE = (
    r"(?P<state>active|ongoing|on-going|running|in\s+progress|in\s+force|in\s+effect|effective|"
    r"under\s*way|current|live|valid|open)"
)
_SPOKEN_OF = re.compile(rf"\b{_STATE}\b", re.IGNORECASE)
_NOW = r"(?:(?:still|currently|now|presently|actively|already)\s+)?"
_AT_LAST = r"(?:\s+(?:now|today|currently|at\s+the\s+moment|at\s+present|right\s+now))?"
_BE = rf"(?:(?:that|which|who)\s+)?(?:are|is|were|was|be|being)\s+{_NOW}"
_ON = r"(?:\s+(?:on|at|as\s+of|as\s+at|in|during|throughout|by))?\s*$"
_MOST = 3


@dataclass(frozen=True, slots=True)
class _Said:
    """The question without the state, and when rows are in it; now, where nothing is said."""

    rest: str
    time: TimeSpan | None = None


def going_on(
    question: str, times: Sequence[TimeSpan], about: Known, timed: ReadTimed
) -> tuple[list[Planned], bool]:
    """The readings of a question for rows that went on at a time, or go on today."""
    # Few questions speak of it at all: what their tables are called is looked up for no other.
    tables = said_tables(question, about)[:_MOST] if _SPOKEN_OF.search(question) else []
    for table in tables:
        for time in times:
            said = _then(question, time, table, about)
            if said is not None:
                return _read(said, [one for one in times if one != time], table, about, timed)
    for table in tables:
        for form in _forms(table, about, _AT_LAST):
            found = form.search(question)
            if found is not None and _is_told_by_dates(found["state"], table, about):
                return _read(_Said(_without(found)), times, table, about, timed)
    return [], True


def _then(question: str, time: TimeSpan, table: str, about: Known) -> _Said | None:
    if time.start is None or time.end is None or time.comparison is not None:
        return None
    for form in _forms(table, about, _ON):
        found = form.search(question[: time.at])
        if found is not None and _is_told_by_dates(found["state"], table, about):
            return _Said(tidy(f"{_without(found)} {question[time.until :]}"), time)
    return None


def _forms(table: str, about: Known, behind: str) -> Iterator[re.Pattern[str]]:
    """`plans that are still active`, `active plans`: what stands before the time, if any does."""
    rows = rf"(?:{called(table, about)})"
    be = f"(?:{_BE})?" if behind == _ON else _BE
    yield re.compile(rf"\b(?P<rows>{rows})\s+{be}{_STATE}\b{behind}", re.IGNORECASE)
    yield re.compile(rf"\b{_NOW}{_STATE}\s+(?P<rows>{rows})\b(?:\s+were\s+there|\s+are\s+there|"
                     rf"\s+(?:do|did)\s+we\s+have)?{behind}", re.IGNORECASE)  # fmt: skip
    # `how many plans started in Q1 are still running`
    yield re.compile(rf"\b(?P<rows>{rows})\b(?P<more>.+?)\s+(?:are|is|were|was)\s+"
                     rf"(?:still|currently|now)\s+{_STATE}\b{behind}", re.IGNORECASE)  # fmt: skip


def _without(found: re.Match[str]) -> str:
    more = found.groupdict().get("more") or ""
    text = found.string
    return tidy(f"{text[: found.start()]}{found['rows']}{more} {text[found.end() :]}")


def _is_told_by_dates(state: str, table: str, about: Known) -> bool:
    """Whether no column or stored state of the rows is called so, and they keep both their ends."""
    words = words_of(state)
    named = any(c.column and c.table == table for c in about.lexicon.find(words))
    stored = any(states_of(word, {table}, about) for word in words)
    return not named and not stored and both_ends_of(table, about) is not None


def _read(
    said: _Said, times: Sequence[TimeSpan], table: str, about: Known, timed: ReadTimed
) -> tuple[list[Planned], bool]:
    kept = [time for time in times if time.words.lower() in said.rest.lower()]
    bases, sure = readings_of(said.rest, timed(kept))
    clauses = _clauses(said, table, about)
    made = [
        replace(base, intent=replace(base.intent, filters=(*base.intent.filters, *clauses)))
        for base in bases
        if _is_of(base.intent, table)
    ]
    return made, sure


def _is_of(intent: Intent, table: str) -> bool:
    asked = {intent.subject, *(measure.table for measure in intent.measures)}
    return is_of_plain_rows(intent) and table in asked


def _clauses(said: _Said, table: str, about: Known) -> tuple[Clause, ...]:
    """Begun before the time was over, and not over before it began; what has no end goes on."""
    ends = both_ends_of(table, about)
    if ends is None:
        return ()
    since, until = ends
    first, last = TODAY, Condition(column=since, operator="<=", values=(TODAY,))
    if said.time is not None and said.time.start and said.time.end:
        first = said.time.start.isoformat()
        last = Condition(column=since, operator="<", values=(said.time.end.isoformat(),))
    later = Condition(column=until, operator=">=", values=(first,))
    if not about.column(until).null_share:
        return last, later
    return last, AnyOf(conditions=(Condition(column=until, operator="is null"), later))

"""A run that goes on with an approved query: what is said of it, and what binds its statement."""

import re
from dataclasses import dataclass, replace

from knowledge.sentences import ended
from pipeline.approved.taken_for_granted import taken_for_granted
from pipeline.checkpoint import Fact
from pipeline.contract import Contract, DateBound
from pipeline.dates import describe
from pipeline.state import Draft, Matched, RunState
from pipeline.times.values import TimeSpan
from pipeline.workspace import NUMBER, Found, Workspace

# Two ISO dates, old and new: a period is told in the asker's words instead.
_DATES = re.compile(r"\S*\d{4}-\d{2}-\d{2}\S* → \S*\d{4}-\d{2}-\d{2}\S*")


@dataclass(frozen=True, slots=True)
class Offer:
    """An approved query for a question, and the days that its statement provably keeps."""

    found: Found
    days: tuple[DateBound, ...]


def reusing(state: RunState, offer: Offer, workspace: Workspace, *, pressed: bool) -> RunState:
    """The state with the approved query as its draft; `pressed` says that a person took it.

    What is stated binds the statement in `check`, as it binds any draft.
    """
    found, facts = offer.found, told_days(offer.days, state.times)
    said: tuple[str, ...] = ()
    if pressed:
        days = (f"{fact.label} is {fact.text}" for fact in facts)
        said = (f"the approved answer to “{found.question}”", *days)
    return replace(
        state,
        matched=Matched(
            id=found.id,
            question=found.question,
            sql=found.sql,
            trust=found.trust,
            reason=found.reason,
            approved_by=found.approved_by,
        ),
        reading=_reading(found, facts),
        assumptions=granted(found, workspace),
        contract=Contract(dates=offer.days),
        confirmed=said,
        left_out=(),
        ignored=(),
        draft=Draft(sql=found.sql, by="validated"),
    )


def told_days(days: tuple[DateBound, ...], times: tuple[TimeSpan, ...]) -> tuple[Fact, ...]:
    """The days that the statement reads, in the words of the question."""
    proven = {(bound.words, bound.start, bound.end) for bound in days}
    return tuple(
        Fact(label=f"“{span.words}”", text=describe(span))
        for span in times
        if (span.words, span.start, span.end) in proven
    )


def other_values(found: Found, times: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The values that were put in, without dates that stated periods tell."""
    return tuple(fact for fact in found.bound if not (times and _DATES.fullmatch(fact.text)))


def granted(found: Found, workspace: Workspace) -> tuple[str, ...]:
    """What the approved query takes for granted."""
    known = workspace.known
    return taken_for_granted(found.sql, known.catalog.dialect, known.glossary)


def _reading(found: Found, times: tuple[Fact, ...]) -> str:
    """The approved question; where other values were put in, with those."""
    if not found.bound:
        return found.question
    question, told = _with_numbers(found.question, other_values(found, times))
    values = "; ".join(f"{fact.label}: {fact.text}" for fact in (*times, *told))
    return f"{ended(question)} Here with {values}." if values else question


def _with_numbers(question: str, facts: tuple[Fact, ...]) -> tuple[str, list[Fact]]:
    """The question with the numbers that are asked for, and the facts that it does not tell so."""
    told = []
    for fact in facts:
        old, _, new = fact.text.partition(" → ")
        stands = re.findall(rf"(?<![\w.,-]){re.escape(old)}(?![\w%-]|[.,]\d)", question)
        if fact.label != NUMBER or len(stands) != 1 or not (old.isdigit() and new.isdigit()):
            told.append(fact)
            continue
        question = re.sub(rf"(?<![\w.,-]){old}(?![\w%-]|[.,]\d)", new, question)
    return question, told

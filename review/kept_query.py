"""From an approved answer to the row that keeps it, as pure functions."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from knowledge.catalog import Catalog
from knowledge.matching import values_of_catalog
from knowledge.matching.sqlshape import shape_of
from knowledge.validated.drift import fingerprints_of, uses_of
from knowledge.validated.parameters import detect_parameters
from knowledge.validated.query import Parameter, Status, ValidatedQuery
from knowledge.validated.store import same_wording
from pipeline.approved.answers import as_span
from pipeline.approved.stored_times import stored_spans
from pipeline.contract import Contract
from pipeline.dates import Calendar, read_times
from pipeline.result import NOT_AS_ASKED, Answer
from pipeline.times.reading import spans
from review.promotion import Verdicted, Wish

# How a line of what an answer tells begins that names a word of the question which was not used.
LEFT_OUT = "left out:"
_SAYS_MORE = "its question says more than its SQL"
_LONG_AFTER = dt.timedelta(days=800)
_CONTRACT = TypeAdapter(Contract)


class NotKeptError(Exception):
    """A query is not answered with, and why."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """A workspace as promotion sees it."""

    catalog: Catalog
    calendar: Calendar


def validated_query(verdicted: Verdicted, domain: Domain, status: Status) -> ValidatedQuery:
    """The row that keeps an approved (or rejected) answer, under its own words."""
    answer, catalog = verdicted.answer, domain.catalog
    sql = answer.reusable_sql or answer.sql
    tables, columns = uses_of(sql, catalog.dialect, catalog)
    contract = Contract() if verdicted.edited else verdicted.contract
    approved = verdicted.at.date()
    reason = ""
    question = answer.standalone or answer.question
    times = stored_spans(question, sql, contract.dates, approved, domain.calendar)
    if times is None and status is Status.ACTIVE:
        status, reason = Status.DEMOTED, "its words for time have no dates in the SQL"
    left_out = words_left_out(answer, edited=verdicted.edited)
    if left_out and status is Status.ACTIVE:
        status, reason = Status.DEMOTED, f"{_SAYS_MORE}: {left_out}"
    return ValidatedQuery(
        id=verdicted.id,
        workspace=answer.workspace,
        question=question,
        sql=sql,
        dialect=catalog.dialect,
        contract=_CONTRACT.dump_python(contract, mode="json"),
        parameters=detect_parameters(
            question,
            sql,
            catalog.dialect,
            spans=[as_span(span) for span in times or ()],
            values=values_of_catalog(catalog),
        ),
        fingerprints=fingerprints_of(sql, catalog.dialect, catalog),
        tables=tables,
        columns=columns,
        asked_by=verdicted.asker.id,
        approved_by=approver_of(verdicted),
        approved_at=verdicted.at,
        status=status,
        status_reason=reason or verdicted.note,
    )


def approver_of(verdicted: Verdicted) -> str:
    """What the reviewer is called in what is kept."""
    return verdicted.reviewer.name or verdicted.reviewer.id


def words_left_out(answer: Answer, *, edited: bool) -> str:
    """What the answer says it left out of its question; empty for nothing.

    What a model's SQL did not do is judged by the reviewer who wrote other SQL.
    """
    begins = LEFT_OUT if edited else (LEFT_OUT, NOT_AS_ASKED)
    told = dict.fromkeys((*answer.confirmed, *answer.assumptions))
    return "; ".join(line for line in told if line.startswith(begins))


def as_wished(query: ValidatedQuery, verdicted: Verdicted) -> ValidatedQuery:
    """The row under the reviewer's title and paraphrases, with the values that may change."""
    wish = verdicted.wish
    title = wish.question or query.question
    others = [text for text in wish.paraphrases if not same_wording(text, title)]
    parameters = tuple(
        replace(item, fixed=wish.changing is not None and item.name not in wish.changing)
        for item in query.parameters
    )
    return replace(query, question=title, paraphrases=tuple(others), parameters=parameters)


def said_values(query: ValidatedQuery, verdicted: Verdicted, domain: Domain) -> tuple[str, ...]:
    """What the question says for the values and the times of its query."""
    times = spans(read_times(query.question, verdicted.at.date(), domain.calendar).ranges)
    values = (item.words for item in query.parameters if item.words)
    return tuple(dict.fromkeys((*values, *(span.words for span in times))))


def fixed_moment(query: ValidatedQuery, verdicted: Verdicted, domain: Domain) -> str:
    """Words for a time that is another one on another day, where the row keeps it fixed."""
    fixed = {item.words.lower() for item in query.parameters if item.fixed}
    approved = verdicted.at.date()
    moved = approved + _LONG_AFTER
    times, later = (
        spans(read_times(query.question, day, domain.calendar).ranges) for day in (approved, moved)
    )
    for now, then in zip(times, later, strict=False):
        if now.words.lower() in fixed and (now.start, now.end) != (then.start, then.end):
            return now.words
    return ""


def missing_words(said: tuple[str, ...], wordings: Iterable[str]) -> tuple[str, str]:
    """The first wording that leaves out some of the words said, and those words.

    Such a wording would be answered with a value, or with dates, that it does not name.
    """
    for wording in wordings:
        for words in said:
            if words.lower() not in wording.lower():
                return wording, words
    return "", ""


def restored(old: ValidatedQuery, new: ValidatedQuery, wish: Wish) -> ValidatedQuery:
    """The waiting row with the SQL that was approved; what people said of it stays.

    A reviewer who was shown its wordings says them anew.
    """
    dated = any(item.period for item in old.parameters)
    same = dated and _literals(old) == _literals(new)
    return replace(
        old,
        question=wish.question or old.question,
        paraphrases=new.paraphrases if wish.question else old.paraphrases,
        sql=new.sql,
        dialect=new.dialect,
        parameters=_fixed_as(new, old.parameters, wish) if same else new.parameters,
        fingerprints=new.fingerprints,
        tables=new.tables,
        columns=new.columns,
        approved_by=new.approved_by,
        approved_at=new.approved_at,
        # With the same dates in the same places, its words for time are proven as they were.
        status=Status.ACTIVE if same and _SAYS_MORE not in new.status_reason else new.status,
        status_reason=new.status_reason,
        # The result as it is now was approved: it is measured anew.
        profile=None,
    )


def _fixed_as(
    new: ValidatedQuery, parameters: tuple[Parameter, ...], wish: Wish
) -> tuple[Parameter, ...]:
    """The parameters as they were, but for what the reviewer said of which may change."""
    if wish.changing is None:
        return parameters
    fixed = {item.literals: item.fixed for item in new.parameters}
    return tuple(replace(item, fixed=fixed.get(item.literals, item.fixed)) for item in parameters)


def _literals(query: ValidatedQuery) -> list[str] | None:
    shape = shape_of(query.sql, query.dialect)
    return None if shape is None else [literal.value for literal in shape.literals]

"""From an approved answer to the row that keeps it, as pure functions."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from knowledge.catalog import Catalog
from knowledge.matching import values_of_catalog
from knowledge.matching.sqlshape import shape_of
from knowledge.validated.drift import fingerprints_of, uses_of
from knowledge.validated.meanings import Meanings
from knowledge.validated.parameters import detect_parameters
from knowledge.validated.query import Cause, Parameter, Status, ValidatedQuery
from knowledge.validated.store import same_wording
from pipeline.approved.answers import as_span
from pipeline.approved.stored_times import stored_spans
from pipeline.approved.titles import title_of
from pipeline.contract import Contract
from pipeline.dates import Calendar, read_times
from pipeline.result import Answer
from pipeline.times.reading import spans
from pipeline.times.values import TimeSpan
from review.cases.changeables import opened
from review.ports.promotion import Verdicted, Wish

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
    meanings: Meanings | None = None


def validated_query(verdicted: Verdicted, domain: Domain, status: Status) -> ValidatedQuery:
    """The row that keeps an approved (or rejected) answer, under its own words."""
    answer, catalog = verdicted.answer, domain.catalog
    sql = answer.reusable_sql or answer.sql
    tables, columns = uses_of(sql, catalog.dialect, catalog)
    contract = Contract() if verdicted.edited else verdicted.contract
    approved = domain.calendar.today_at(verdicted.at)
    reason, cause = verdicted.note, Cause.NONE
    question = answer.standalone or answer.question
    times = stored_spans(question, sql, contract.dates, approved, domain.calendar)
    if times is None and status is Status.ACTIVE:
        status, reason = Status.DEMOTED, "its words for time have no dates in the SQL"
    unmet = unmet_by(answer, edited=verdicted.edited)
    if unmet and status is Status.ACTIVE:
        status, cause = Status.DEMOTED, Cause.SAYS_MORE
        reason = f"its question says more than its SQL: {'; '.join(unmet)}"
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
        status_reason=reason,
        cause=cause,
        note=verdicted.note,
    )


def approver_of(verdicted: Verdicted) -> str:
    """What the reviewer is called in what is kept."""
    return verdicted.reviewer.name or verdicted.reviewer.id


def unmet_by(answer: Answer, *, edited: bool) -> tuple[str, ...]:
    """What its question says and its SQL does not; empty for nothing.

    What a model's SQL did not do is judged by the reviewer who wrote other SQL.
    """
    left_out = tuple(f"“{word}” was left out" for word in answer.left_out)
    return left_out if edited else (*left_out, *answer.ignored)


def as_wished(query: ValidatedQuery, verdicted: Verdicted) -> ValidatedQuery:
    """The row under the reviewer's title and paraphrases, with the values that may change."""
    wish = verdicted.wish
    title = wish.question or title_of(query.question)
    # Whoever sent no form turned no wording down: the one that was asked stays known.
    said = wish.paraphrases if wish.question else (query.question, *wish.paraphrases)
    others = [text for text in said if not same_wording(text, title)]
    open_ = None if wish.changing is None else opened(query.parameters, wish.changing)
    parameters = tuple(
        replace(item, fixed=open_ is not None and item.name not in open_)
        for item in query.parameters
    )
    return replace(query, question=title, paraphrases=tuple(others), parameters=parameters)


def as_understood(
    query: ValidatedQuery, before: ValidatedQuery | None, domain: Domain
) -> ValidatedQuery:
    """The row with what the glossary says of it now, and of the waiting row that it restores."""
    if domain.meanings is None:
        return query
    waited = domain.meanings.of(before) if before is not None else {}
    return replace(query, meanings={**waited, **domain.meanings.of(query)})


def changed_since(query: ValidatedQuery, verdicted: Verdicted, domain: Domain) -> tuple[str, ...]:
    """What the glossary says otherwise than when the question was answered, a sentence each.

    SQL that the reviewer wrote was written beside the glossary of today.
    """
    then = verdicted.answer.meanings
    if domain.meanings is None or not then or verdicted.edited:
        return ()
    return domain.meanings.changed(replace(query, meanings=then))


def said_values(query: ValidatedQuery, verdicted: Verdicted, domain: Domain) -> tuple[str, ...]:
    """What the question says for the values and the times of its query."""
    times = _times_said(query, verdicted, domain)
    values = (item.words for item in query.parameters if item.words)
    return tuple(dict.fromkeys((*values, *(span.words for span in times))))


def _times_said(
    query: ValidatedQuery, verdicted: Verdicted, domain: Domain
) -> tuple[TimeSpan, ...]:
    """What the question says of time, on the workspace's day of the verdict."""
    day = domain.calendar.today_at(verdicted.at)
    return tuple(spans(read_times(query.question, day, domain.calendar).ranges))


def fixed_moment(query: ValidatedQuery, verdicted: Verdicted, domain: Domain) -> str:
    """Words for a time that is another one on another day, where the row keeps it fixed."""
    fixed = {item.words.lower() for item in query.parameters if item.fixed}
    approved = domain.calendar.today_at(verdicted.at)
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


def with_times_of(
    old: ValidatedQuery, new: ValidatedQuery, verdicted: Verdicted, domain: Domain
) -> ValidatedQuery:
    """The row, active where the waiting one proves what its words for time stand for.

    With the same dates in the same places, they stand for what they stood for on the day that the
    SQL was approved, which may not be this one.
    """
    if new.status is Status.ACTIVE or new.cause is Cause.SAYS_MORE or not _same_values(old, new):
        return new
    known = [item.words.lower() for item in old.parameters if item.period and item.words]
    times = _times_said(new, verdicted, domain)
    if not all(any(span.words.lower() in words for words in known) for span in times):
        return new
    return new.standing(Status.ACTIVE, verdicted.note)


def restored(old: ValidatedQuery, new: ValidatedQuery, wish: Wish) -> ValidatedQuery:
    """The waiting row with the SQL that was approved; what people said of it stays.

    A reviewer who was shown its wordings says them anew.
    """
    return replace(
        old.standing(new.status, new.status_reason, new.cause),
        question=wish.question or old.question,
        untitled=old.untitled and not wish.question,
        paraphrases=new.paraphrases if wish.question else old.paraphrases,
        sql=new.sql,
        dialect=new.dialect,
        # What bound other SQL may not fit this one any more.
        contract=old.contract if new.sql == old.sql else new.contract,
        parameters=_parameters(old, new, wish),
        fingerprints=new.fingerprints,
        tables=new.tables,
        columns=new.columns,
        meanings=new.meanings,
        approved_by=new.approved_by,
        approved_at=new.approved_at,
        note=new.note or old.note,
        # The result as it is now was approved: it is measured anew.
        profile=None,
    )


def _parameters(old: ValidatedQuery, new: ValidatedQuery, wish: Wish) -> tuple[Parameter, ...]:
    """The parameters as they were, if they fit; which may change, as the reviewer says of it."""
    if not _same_values(old, new):
        return new.parameters
    found = {item.literals: item for item in new.parameters}
    # What its words for time stand for is known of the day of the first approval only.
    dated = any(item.period for item in old.parameters)
    kept = old.parameters if dated or not wish.question else fixed_as(new, old)
    chosen = {} if wish.changing is None else {at: item.fixed for at, item in found.items()}
    return tuple(
        replace(
            item,
            column=found[item.literals].column if item.literals in found else item.column,
            fixed=chosen.get(item.literals, item.fixed),
        )
        for item in kept
    )


def fixed_as(new: ValidatedQuery, old: ValidatedQuery) -> tuple[Parameter, ...]:
    """The parameters of a query, as fixed as reviewers had them where the values are the same."""
    before = {item.literals: item.fixed for item in old.parameters}
    if not _same_values(old, new):
        return new.parameters
    return tuple(
        replace(item, fixed=before.get(item.literals, item.fixed)) for item in new.parameters
    )


def _same_values(old: ValidatedQuery, new: ValidatedQuery) -> bool:
    """Whether the parameters of the one are those of the other: both SQLs have the same values."""
    return bool(old.parameters) and _literals(old) == _literals(new)


def _literals(query: ValidatedQuery) -> list[str] | None:
    shape = shape_of(query.sql, query.dialect)
    return None if shape is None else [literal.value for literal in shape.literals]

"""Other wordings of an approved query: from its use, and from what was asked before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from knowledge.matching import values_of_catalog
from knowledge.validated.parameters import detect_parameters, in_approved_words
from knowledge.validated.query import ValidatedQuery
from knowledge.validated.store import same_wording
from pipeline.approved.answers import as_span, with_refused
from pipeline.approved.stored_times import stored_spans
from pipeline.matching.canonical import changes_for, meaning_of
from review.cases.changeables import opened
from review.ports.promotion import Earlier, Verdicted
from review.promotion.kept_query import Domain, approver_of, missing_words, said_values

MOST_PROPOSED = 5
# What fits a box of a form on every surface.
LONGEST_PROPOSED = 140
# Statements are parsed to be compared, while a form waits: no more of them than this.
_MOST_COMPARED = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """An approved query, and a question that it was accepted for, with the query's own values."""

    query: ValidatedQuery
    wording: str


def near_wording(query: ValidatedQuery, verdicted: Verdicted, domain: Domain) -> Near | None:
    """What the answered question says for the query; None where its SQL is another one."""
    answer = verdicted.answer
    asked = Earlier(
        question=answer.standalone or answer.question,
        sql=answer.reusable_sql or answer.sql,
        today=domain.calendar.today_at(verdicted.at),
    )
    wording = _reworded(query, asked, domain)
    return Near(query=query, wording=wording) if wording else None


def with_wording(near: Near, verdicted: Verdicted, domain: Domain) -> ValidatedQuery:
    """The query with the wording as one of its own, as the reviewer wishes."""
    old, wish = near.query, verdicted.wish
    title = wish.question or old.question
    said = wish.paraphrases if wish.question else (*old.paraphrases, near.wording)
    paraphrases = tuple(dict.fromkeys(text for text in said if not same_wording(text, title)))
    open_ = None if wish.changing is None else opened(old.parameters, wish.changing)
    if (title, paraphrases) == (old.question, old.paraphrases) and open_ is None:
        return old
    changed = replace(
        old,
        question=title,
        paraphrases=paraphrases,
        proposed=tuple(
            text
            for text in old.proposed
            if not any(same_wording(text, other) for other in (title, *paraphrases, near.wording))
        ),
        parameters=tuple(
            replace(item, fixed=item.fixed if open_ is None else item.name not in open_)
            for item in old.parameters
        ),
        status_reason=f"“{near.wording}” accepted by {approver_of(verdicted)}",
    )
    if domain.meanings is None or old.meanings is None:
        return changed
    # What the glossary says of the new words; the others stay bound to what it said.
    return replace(changed, meanings={**domain.meanings.of(changed), **old.meanings})


def without_wording(near: Near, verdicted: Verdicted) -> ValidatedQuery:
    """The query with the question as one that it does not answer."""
    kept = tuple(text for text in near.query.proposed if not same_wording(text, near.wording))
    return with_refused(replace(near.query, proposed=kept), verdicted.answer.question)


def proposed_wordings(
    query: ValidatedQuery, verdicted: Verdicted, earlier: Sequence[Earlier], domain: Domain
) -> tuple[str, ...]:
    """The earlier questions that the query answers, with its own values, the most asked first."""
    said = said_values(query, verdicted, domain)
    count: dict[str, int] = {}
    for wording in _answered_by(query, earlier, domain):
        if not missing_words(said, (wording,))[0]:
            count[wording] = count.get(wording, 0) + 1
    return tuple(sorted(count, key=lambda wording: -count[wording]))


def _answered_by(
    query: ValidatedQuery, earlier: Sequence[Earlier], domain: Domain
) -> Iterator[str]:
    compared = set[str]()
    for asked in earlier:
        if not asked.sql:
            # Of the same thread, and answered by nothing: its words alone are proposed.
            yield asked.question
            continue
        if asked.sql not in compared and len(compared) >= _MOST_COMPARED:
            continue
        compared.add(asked.sql)
        wording = _reworded(query, asked, domain)
        if wording:
            yield wording


def _reworded(query: ValidatedQuery, asked: Earlier, domain: Domain) -> str:
    """The question with the query's own values; empty where its SQL is another one."""
    catalog = domain.catalog
    approved, read = meaning_of(query.sql, catalog), meaning_of(asked.sql, catalog)
    if approved is None or read is None or changes_for(approved, read) is None:
        return ""
    times = stored_spans(asked.question, asked.sql, (), asked.today, domain.calendar)
    if times is None:
        return ""
    found = detect_parameters(
        asked.question,
        asked.sql,
        catalog.dialect,
        spans=[as_span(span) for span in times],
        values=values_of_catalog(catalog),
    )
    return in_approved_words(asked.question, found, query.parameters)

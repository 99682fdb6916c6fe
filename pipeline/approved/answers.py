"""The validated queries of one workspace, matched against questions as the store has them now."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import structlog

from knowledge.embeddings import EmbeddingsError
from knowledge.matching import Match, Span, Thresholds, Tier
from knowledge.validated.pairs import says_what_was_approved
from knowledge.validated.query import Status, Usage, ValidatedQuery
from knowledge.validated.store import StaleQueryError, ValidatedStore, same_wording
from knowledge.validated.workspace import ValidatedMatch, ValidatedWorkspace
from pipeline.checkpoint import Fact
from pipeline.result import Trust
from pipeline.times.values import TimeSpan
from pipeline.workspace import NUMBER, Found

log = structlog.get_logger()

# What no reading of the question can make up for.
_DOUBTS = frozenset({"embeddings", "disagreement", "family"})
# The kind of words that only the approved question has.
_APPROVED_ONLY = "approved"
_OTHER_ORDER = "the same words stand in another order or form"
_MOST_REASONS = 6
_MOST_PROPOSED = 20
# Whoever proposes it says that it is near: no likeness is asked for, and nothing is trusted.
_NO_FLOOR = Thresholds(trusted=2.0, review=-1.0)


def _nobody_keeps() -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """Where validated queries stand: the store, and what is prepared of it for matching.

    `own_model` says that the sentence model is of this process: a service hears of no question
    before it is sure to be looked for. `zone` is the workspace's, whose days people are told.
    `clock` says when a query was used; None where nobody keeps that.
    """

    store: ValidatedStore
    queries: ValidatedWorkspace
    thresholds: Thresholds
    own_model: bool = False
    zone: dt.tzinfo = dt.UTC
    clock: Callable[[], dt.datetime | None] = _nobody_keeps


class StoredAnswers:
    """The ValidatedAnswers port: catches up with the store before every look."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def expect(self, question: str) -> None:
        if self._shelf.own_model:
            self._shelf.queries.expect(question, self._shelf.thresholds)

    async def find(self, question: str, times: Sequence[TimeSpan]) -> Sequence[Found]:
        shelf = self._shelf
        try:
            near = await shelf.queries.near(
                shelf.store,
                question,
                spans=tuple(as_span(span) for span in times),
                thresholds=shelf.thresholds,
            )
        except EmbeddingsError as error:
            log.warning("matching_unavailable", reason=str(error))
            return ()
        found = (found_of(each, shelf.zone, shelf.thresholds) for each in near)
        return tuple(each for each in found if each is not None)

    async def vouched(
        self, question: str, times: Sequence[TimeSpan], approved: str
    ) -> Found | None:
        shelf = self._shelf
        spans = tuple(as_span(span) for span in times)
        try:
            found = await shelf.queries.find(
                shelf.store, question, spans=spans, thresholds=_NO_FLOOR, only=approved
            )
        except EmbeddingsError as error:
            log.warning("matching_unavailable", reason=str(error))
            return None
        return found_of(found, shelf.zone, shelf.thresholds)

    async def examples(self, question: str, limit: int) -> Sequence[tuple[str, str]]:
        try:
            near = await self._shelf.queries.examples(self._shelf.store, question, count=limit)
        except EmbeddingsError as error:
            log.warning("examples_unavailable", reason=str(error))
            return ()
        return [(query.question, query.sql) for query in near]

    async def kept(self) -> Sequence[tuple[str, str]]:
        rows = await self._shelf.store.all(self._shelf.queries.workspace)
        return [(row.question, row.sql) for row in rows if row.status is Status.ACTIVE]

    def meanings(self, question: str, sql: str, measures: Sequence[str]) -> Mapping[str, str]:
        return self._shelf.queries.meanings_of(question, sql, measures)

    async def not_the_same(self, query: str, question: str) -> None:
        await self._change(query, lambda old: with_refused(old, question))
        await self._shelf.store.count_use(query, Usage(refused=1))

    async def used(
        self, query: str, question: str, *, near: str = "", times: Sequence[TimeSpan] = ()
    ) -> None:
        if near:
            # The asker's word is not a reviewer's: the wording waits, and counts for nothing yet.
            spans = tuple(as_span(span) for span in times)

            def proposed(old: ValidatedQuery) -> ValidatedQuery:
                said = self._shelf.queries.in_approved_words(old, question, near, spans)
                return with_proposed(old, said) if said else old

            await self._change(query, proposed)
        await self._shelf.store.count_use(query, Usage(used=1, last_used_at=self._shelf.clock()))

    def unembedded(self) -> int:
        return self._shelf.queries.unembedded

    async def _change(self, query: str, change: Callable[[ValidatedQuery], ValidatedQuery]) -> None:
        """Save a change of the row as it is now; whoever loses a race looks again."""
        for _ in range(3):
            old = await self._shelf.store.get(query)
            if old is None:
                return
            changed = change(old)
            if changed == old:
                return
            try:
                await self._shelf.store.save(changed)
            except StaleQueryError:
                continue
            return


def with_proposed(query: ValidatedQuery, wording: str) -> ValidatedQuery:
    """The query with one more wording for reviewers to judge, the latest few of them."""
    known = (*query.wordings, *query.proposed, *query.hard_negatives)
    if any(same_wording(wording, other) for other in known):
        return query
    return replace(query, proposed=(*query.proposed, wording)[-_MOST_PROPOSED:])


def with_refused(query: ValidatedQuery, wording: str) -> ValidatedQuery:
    """The query with one more wording that is another question; never one that was approved."""
    if any(same_wording(wording, other) for other in query.hard_negatives):
        return query
    if says_what_was_approved(query, wording):
        return query
    return replace(query, hard_negatives=(*query.hard_negatives, wording))


def as_span(span: TimeSpan) -> Span:
    """A time span as matching sees it."""
    return Span(
        span.at,
        span.until,
        span.start.isoformat() if span.start else None,
        span.end.isoformat() if span.end else None,
    )


def found_of(found: ValidatedMatch, zone: dt.tzinfo, limits: Thresholds) -> Found | None:
    match, query = found.match, found.query
    if query is None or match.tier is Tier.NONE or match.sql is None or match.candidate is None:
        return None
    trusted = match.tier is Tier.TRUSTED
    approved_at = query.approved_at.astimezone(zone) if query.approved_at else None
    vouched = _approved(query.approved_by, approved_at)
    bound = [item for item in match.parameters if item.old != item.new]
    away = any(each.kind in _DOUBTS for each in match.left_over)
    return Found(
        id=query.id,
        question=query.question,
        sql=match.sql,
        trust=Trust.TRUSTED if trusted else Trust.SEMI_TRUSTED,
        reason=_reason(match, vouched, rebound=bool(bound)),
        approved=match.candidate.sql,
        open_literals=match.candidate.open_literals,
        similarity=match.similarity,
        may_be_trusted=not away
        and match.similarity >= (limits.trusted if limits.strict else limits.review),
        vouched=vouched,
        differs=bool(match.left_over),
        says_more=any(each.kind != _APPROVED_ONLY for each in match.left_over),
        unlike="" if trusted else _differences(match),
        bound=tuple(
            Fact(label=item.column or NUMBER, text=f"{item.old} → {item.new}") for item in bound
        ),
        approved_by=query.approved_by,
        approved_at=approved_at,
        query=query,
    )


def _differences(match: Match) -> str:
    """What differs, six things at most: somebody decides by it."""
    reasons = [each.reason for each in match.left_over] or [_OTHER_ORDER]
    more = len(reasons) - _MOST_REASONS
    return "; ".join((*reasons[:_MOST_REASONS], *(("and more",) if more > 0 else ())))


def _approved(by: str, at: dt.datetime | None) -> str:
    when = f" on {at.day} {at:%b %Y}" if at else ""
    return f"Approved by {by}{when}" if by else "Approved"


def _reason(match: Match, approved: str, *, rebound: bool) -> str:
    if match.tier is not Tier.TRUSTED:
        return f"{approved}; but {_differences(match)}."
    return f"{approved}; the same words{', with other values put in' if rebound else ''}."

"""The validated queries of one workspace, matched against questions as the store has them now."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import structlog

from knowledge.catalog import Catalog
from knowledge.embeddings import Embedder, EmbeddingsError
from knowledge.glossary import Glossary
from knowledge.matching import (
    Match,
    Pair,
    QuestionStore,
    Span,
    Thresholds,
    Tier,
    match,
    schema_of_catalog,
    values_of_catalog,
)
from knowledge.validated.query import Status, Usage, ValidatedQuery
from knowledge.validated.store import StaleQueryError, ValidatedStore, same_wording
from pipeline.checkpoint import Fact
from pipeline.result import Trust
from pipeline.times import TimeSpan
from pipeline.workspace import Found

log = structlog.get_logger()

# The one guard that says "other words", not "another question".
_UNSURE = "wording"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """Where validated queries stand: the store, the sentence model, and the catalog they use."""

    store: ValidatedStore
    embedder: Embedder
    catalog: Catalog
    glossary: Glossary
    thresholds: Thresholds


@dataclass(frozen=True, slots=True, kw_only=True)
class _Prepared:
    version: int
    queries: Mapping[str, ValidatedQuery]
    questions: QuestionStore


class StoredAnswers:
    """The ValidatedAnswers port: catches up with the store before every look."""

    def __init__(
        self, shelf: Shelf, spans: Callable[[ValidatedQuery, str], Sequence[TimeSpan]]
    ) -> None:
        self._shelf = shelf
        self._spans = spans
        self._prepared: _Prepared | None = None
        self._preparing = asyncio.Lock()

    async def find(self, question: str, times: Sequence[TimeSpan]) -> Found | None:
        try:
            prepared = await self._caught_up()
            found = await asyncio.to_thread(self._match, prepared, question, times)
        except EmbeddingsError as error:
            log.warning("matching_unavailable", reason=str(error))
            return None
        query = prepared.queries.get(found.candidate.id) if found.candidate else None
        if query is None or found.tier is Tier.NONE or found.sql is None:
            return None
        if any(same_wording(question, other) for other in query.hard_negatives):
            return None
        return _found(query, found)

    async def examples(self, question: str, limit: int) -> Sequence[tuple[str, str]]:
        prepared = await self._caught_up()
        del question
        return [(query.question, query.sql) for query in prepared.queries.values()][:limit]

    async def not_the_same(self, query: str, question: str) -> None:
        await self._changed(
            query, lambda old: replace(old, hard_negatives=(*old.hard_negatives, question))
        )
        await self._shelf.store.count_use(query, Usage(refused=1))

    async def used(self, query: str, question: str) -> None:
        del question
        await self._shelf.store.count_use(query, Usage(used=1))

    async def _changed(
        self, query: str, change: Callable[[ValidatedQuery], ValidatedQuery]
    ) -> None:
        """Save a change of the row as it is now; whoever loses a race looks again."""
        for _ in range(3):
            old = await self._shelf.store.get(query)
            if old is None:
                return
            try:
                await self._shelf.store.save(change(old))
            except StaleQueryError:
                continue
            return

    async def _caught_up(self) -> _Prepared:
        async with self._preparing:
            version = await self._shelf.store.version(self._shelf.catalog.workspace)
            if self._prepared is None or self._prepared.version != version:
                rows = await self._shelf.store.all(self._shelf.catalog.workspace)
                self._prepared = await asyncio.to_thread(self._prepare, version, rows)
            return self._prepared

    def _prepare(self, version: int, rows: Sequence[ValidatedQuery]) -> _Prepared:
        queries = {row.id: row for row in rows if row.status is Status.ACTIVE and self._fresh(row)}
        pairs = [
            Pair(
                question=wording,
                sql=query.sql,
                id=query.id,
                dialect=query.dialect,
                spans=tuple(_span(span) for span in self._spans(query, wording)),
            )
            for query in queries.values()
            for wording in query.wordings
        ]
        catalog = self._shelf.catalog
        questions = QuestionStore(
            pairs,
            self._shelf.embedder,
            schema=schema_of_catalog(catalog, self._shelf.glossary),
            values=values_of_catalog(catalog),
        )
        return _Prepared(version=version, queries=queries, questions=questions)

    def _fresh(self, query: ValidatedQuery) -> bool:
        """Whether every table is as it was when the query was approved."""
        tables = {table.key: table.fingerprint for table in self._shelf.catalog.tables}
        return all(tables.get(key) == value for key, value in query.fingerprints.items())

    def _match(self, prepared: _Prepared, question: str, times: Sequence[TimeSpan]) -> Match:
        return match(
            prepared.questions,
            question,
            spans=tuple(_span(span) for span in times),
            thresholds=self._shelf.thresholds,
        )


def _span(span: TimeSpan) -> Span:
    return Span(
        span.at,
        span.until,
        span.start.isoformat() if span.start else None,
        span.end.isoformat() if span.end else None,
    )


def _found(query: ValidatedQuery, found: Match) -> Found:
    trusted = found.tier is Tier.TRUSTED
    when = f" on {query.approved_at:%-d %b %Y}" if query.approved_at else ""
    by = f"Approved by {query.approved_by}{when}" if query.approved_by else "Approved"
    bound = [item for item in found.parameters if item.old != item.new]
    reason = f"{by}; same meaning" if trusted else f"{by}; but {found.reason}"
    if trusted and bound:
        reason = f"{reason}, with other values put in"
    return Found(
        id=query.id,
        question=query.question,
        sql=found.sql or query.sql,
        trust=Trust.TRUSTED if trusted else Trust.SEMI_TRUSTED,
        reason=f"{reason}.",
        differs=any(failure.guard != _UNSURE for failure in found.failed),
        bound=tuple(Fact(label=item.column, text=f"{item.old} → {item.new}") for item in bound),
        approved_by=query.approved_by,
        approved_at=query.approved_at,
    )

"""The validated queries of one workspace, ready to be matched and kept up with the store."""

import asyncio
import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import structlog

from knowledge.catalog import Catalog
from knowledge.embeddings import Embedder
from knowledge.glossary import Glossary
from knowledge.matching import (
    ExactIndex,
    Failure,
    Match,
    Pair,
    QuestionStore,
    SchemaWords,
    Span,
    Thresholds,
    Tier,
    ValueIndex,
    VectorIndex,
    match,
    schema_of_catalog,
    values_of_catalog,
)
from knowledge.matching.reading import read, same_words
from knowledge.validated import snapshot as snapshots
from knowledge.validated.drift import drifted
from knowledge.validated.examples import examples_for
from knowledge.validated.query import Parameter, ParameterKind, Role, Status, ValidatedQuery
from knowledge.validated.store import Changes, ValidatedStore, same_wording

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidatedMatch:
    """A match with the validated query behind it."""

    match: Match
    query: ValidatedQuery | None = None

    @property
    def tier(self) -> Tier:
        return self.match.tier


class ValidatedWorkspace:
    """Matches questions with a workspace's active queries; `catch_up` follows the store."""

    def __init__(
        self,
        workspace: str,
        embedder: Embedder,
        *,
        catalog: Catalog | None = None,
        glossary: Glossary | None = None,
        index: Callable[[int], VectorIndex] = ExactIndex,
        snapshot: Path | None = None,
    ) -> None:
        self.workspace = workspace
        self._catalog = catalog
        self._snapshot = snapshot
        self._queries: dict[str, ValidatedQuery] = {}
        self._numbers: dict[str, list[int]] = {}
        self._version = 0
        self._questions = QuestionStore(
            (),
            embedder,
            schema=schema_of_catalog(catalog, glossary) if catalog else SchemaWords(),
            values=values_of_catalog(catalog) if catalog else ValueIndex(),
            index=index,
        )

    async def catch_up(self, store: ValidatedStore) -> int:
        """Take over what changed in the store since the last time; the number of changed rows."""
        if await store.version(self.workspace) == self._version:
            return 0
        changes = await store.changed_since(self.workspace, self._version)
        await asyncio.to_thread(self._take, changes)
        return len(changes.queries)

    def _take(self, changes: Changes) -> None:
        self._forget(changes.queries)
        kept = [query for query in changes.queries if query.status is Status.ACTIVE]
        if self._keep(kept):
            self._save()
        self._version = changes.version

    def match(
        self,
        question: str,
        *,
        spans: tuple[Span, ...] = (),
        thresholds: Thresholds | None = None,
    ) -> ValidatedMatch:
        """The best validated answer; a drifted or refused query is never trusted."""
        found = match(self._questions, question, spans=spans, thresholds=thresholds)
        query = self._queries.get(found.candidate.id) if found.candidate else None
        if query is None or found.tier is Tier.NONE:
            return ValidatedMatch(match=found, query=query)
        doubts = tuple(self._doubts(query, question))
        if doubts:
            failed = (*doubts, *found.failed)
            found = replace(found, tier=Tier.REVIEW, reason=doubts[0].reason, failed=failed)
        return ValidatedMatch(match=found, query=query)

    def examples(self, question: str, *, count: int = 4) -> tuple[ValidatedQuery, ...]:
        """Validated queries to show a generator, near and diverse."""
        queries = tuple(self._queries.values())
        return examples_for(question, queries, self._questions, count=count)

    def _doubts(self, query: ValidatedQuery, question: str) -> Iterable[Failure]:
        if query.hard_negatives and self._is_refused(query, question):
            yield Failure("refused", "a person said that this is not the same question")
        if self._catalog is not None:
            yield from (Failure("drift", reason) for reason in drifted(query, self._catalog))

    def _is_refused(self, query: ValidatedQuery, question: str) -> bool:
        """Whether the question is a refused one, or nearer to one than to any accepted wording."""
        if says_what_was_approved(query, question):
            return False
        if any(same_wording(question, refused) for refused in query.hard_negatives):
            return True
        texts = [question, *query.hard_negatives, *query.wordings]
        rows = self._questions.embedder.embed(texts)
        near = rows[1:] @ rows[0]
        refused = len(query.hard_negatives)
        return bool(near[:refused].max() >= near[refused:].max())

    def _forget(self, queries: Iterable[ValidatedQuery]) -> None:
        for query in queries:
            self._questions.remove(self._numbers.pop(query.id, []))
            self._queries.pop(query.id, None)

    def _keep(self, queries: Sequence[ValidatedQuery]) -> bool:
        """Index queries; whether any of their wordings had to be embedded."""
        pairs = [pair for query in queries for pair in pairs_of(query)]
        known = self._known_vectors()
        held = set(known.wordings) if known else set()
        old = [pair for pair in pairs if pair.question in held]
        new = [pair for pair in pairs if pair.question not in held]
        if old and known:
            self._number(old, self._questions.add(old, known.of([pair.question for pair in old])))
        if new:
            self._number(new, self._questions.add(new))
        self._queries.update({query.id: query for query in queries})
        return bool(new)

    def _number(self, pairs: Sequence[Pair], numbers: Sequence[int]) -> None:
        for pair, number in zip(pairs, numbers, strict=True):
            self._numbers.setdefault(pair.id, []).append(number)

    def _known_vectors(self) -> snapshots.Snapshot | None:
        if self._snapshot is None:
            return None
        try:
            return snapshots.load(self._snapshot, model=self._questions.embedder.name)
        except snapshots.DamagedSnapshotError as error:
            log.warning("index_rebuilt", workspace=self.workspace, reason=str(error))
            return None

    def _save(self) -> None:
        if self._snapshot is None:
            return
        numbers = [number for listed in self._numbers.values() for number in listed]
        wordings = tuple(self._questions.pair(number).question for number in numbers)
        vectors = self._questions.vectors_of(numbers)
        kept = snapshots.Snapshot(
            self._questions.embedder.name, wordings, vectors.dense, vectors.masked
        )
        snapshots.save(kept, self._snapshot)


def says_what_was_approved(query: ValidatedQuery, question: str) -> bool:
    """Whether a question is one of the accepted wordings, word for word but for politeness.

    No single asker's refusal may take those words from everybody.
    """
    asked = read(question)
    return any(same_words(asked, read(wording)) for wording in query.wordings)


def pairs_of(query: ValidatedQuery) -> list[Pair]:
    """One pair for each wording, open to re-binding only where the reviewer left a parameter."""
    open_literals = frozenset(
        number
        for parameter in query.parameters
        if not parameter.fixed
        for number in parameter.literals
    )
    return [
        Pair(
            id=query.id,
            question=wording,
            sql=query.sql,
            dialect=query.dialect,
            spans=spans_of(query, wording),
            open_literals=open_literals,
        )
        for wording in query.wordings
    ]


def spans_of(query: ValidatedQuery, wording: str) -> tuple[Span, ...]:
    """Where a wording says the query's periods, with the ranges they were approved for."""
    periods: dict[str, list[Parameter]] = {}
    for parameter in query.parameters:
        if parameter.period:
            periods.setdefault(parameter.period, []).append(parameter)
    found = (_span(parameters, wording) for parameters in periods.values())
    return tuple(sorted((span for span in found if span), key=lambda span: span.start))


def _span(parameters: list[Parameter], wording: str) -> Span | None:
    words = parameters[0].words
    start = wording.lower().find(words.lower())
    if not words or start < 0:
        return None
    first, last = _range(parameters)
    return Span(start, start + len(words), first, last)


def _range(parameters: list[Parameter]) -> tuple[str | None, str | None]:
    named = next((item for item in parameters if item.kind is ParameterKind.TEXT), None)
    if named is not None:
        return _named_range(named.default)
    first = next((item.default[:10] for item in parameters if item.role is Role.START), None)
    end = next((item for item in parameters if item.role is Role.END), None)
    if end is None:
        return first, None
    last = dt.date.fromisoformat(end.default[:10]) + dt.timedelta(days=int(end.inclusive))
    return first, last.isoformat()


def _named_range(name: str) -> tuple[str, str]:
    """The range of `2024` or `2024-03`."""
    year, _, month = name.partition("-")
    first = dt.date(int(year), int(month or 1), 1)
    following = first.replace(year=first.year + 1) if not month else _next_month(first)
    return first.isoformat(), following.isoformat()


def _next_month(first: dt.date) -> dt.date:
    return (first + dt.timedelta(days=31)).replace(day=1)

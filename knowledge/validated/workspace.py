"""The validated queries of one workspace, ready to be matched and kept up with the store."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from knowledge.catalog import Catalog
from knowledge.embeddings import Embedder, EmbeddingsError
from knowledge.glossary import Glossary
from knowledge.matching import (
    NOTHING,
    Difference,
    ExactIndex,
    KeptMatches,
    Match,
    Nearest,
    QuestionStore,
    SchemaWords,
    Span,
    Thresholds,
    Tier,
    ValueIndex,
    VectorIndex,
    judged,
    nearest,
    schema_of_catalog,
    values_of_catalog,
)
from knowledge.validated.drift import drifted
from knowledge.validated.embedding_beside import EmbeddingBeside
from knowledge.validated.examples import of_different_templates
from knowledge.validated.meanings import Meanings
from knowledge.validated.pairs import says_what_was_approved
from knowledge.validated.parameters import detect_parameters, in_approved_words
from knowledge.validated.prepared import PreparedQueries
from knowledge.validated.query import ValidatedQuery
from knowledge.validated.store import ValidatedStore, same_wording

_EXAMPLES_LOOKED_AT = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidatedMatch:
    """A match with the validated query behind it."""

    match: Match
    query: ValidatedQuery | None = None

    @property
    def tier(self) -> Tier:
        return self.match.tier


def _doubted(match: Match, doubts: tuple[Difference, ...]) -> Match:
    """A match that has become doubtful is nobody's to use."""
    return replace(match, tier=Tier.NONE, failed=(*doubts, *match.failed)) if doubts else match


@dataclass(frozen=True, slots=True)
class Asked:
    """All that a match depends on besides what is stored. With `only`, one approved question."""

    question: str
    spans: tuple[Span, ...]
    thresholds: Thresholds | None
    only: str


class ValidatedWorkspace:
    """Matches questions with a workspace's active queries, as the store has them now.

    One look at a time: the prepared queries are looked at and brought up to date in threads.
    """

    def __init__(
        self,
        workspace: str,
        embedder: Embedder,
        *,
        catalog: Catalog | None = None,
        glossary: Glossary | None = None,
        index: Callable[[int], VectorIndex] = ExactIndex,
        file: Path | None = None,
    ) -> None:
        self.workspace = workspace
        self._catalog = catalog
        self._schema = schema_of_catalog(catalog, glossary) if catalog else SchemaWords()
        self._meanings = Meanings(glossary or Glossary(), catalog) if catalog else None
        self._embedder, self._index, self._file = embedder, index, file
        self._questions, self._prepared = self._empty()
        self._kept = KeptMatches(self._questions)
        self._version = 0
        self._turn = asyncio.Lock()
        self._beside = EmbeddingBeside(workspace, self._turn)
        self._checking: asyncio.Task[None] | None = None
        self._expecting: asyncio.Future[None] | None = None

    def _empty(self) -> tuple[QuestionStore, PreparedQueries]:
        questions = QuestionStore(
            (),
            self._embedder,
            schema=self._schema,
            values=values_of_catalog(self._catalog) if self._catalog else ValueIndex(),
            index=self._index,
        )
        return questions, PreparedQueries(self.workspace, questions, self._file)

    def follow(self, earlier: "ValidatedWorkspace") -> None:
        """Go on with what an earlier one was embedding, over the catalog before this one."""
        self._beside.follow(earlier._beside)  # noqa: SLF001 - another of its own kind

    async def catch_up(self, store: ValidatedStore) -> int:
        """Take over what changed in the store since the last time; the number of rows read."""
        async with self._turn:
            return await self._catch_up(store)

    def expect(self, question: str, thresholds: Thresholds | None = None) -> None:
        """Embed a question beside the work that comes before its `find`; one at a time."""
        known = self._kept.get(Asked(question, (), thresholds, "")) is not None
        if not known and (self._expecting is None or self._expecting.done()):
            loop = asyncio.get_running_loop()
            self._expecting = loop.run_in_executor(None, self._questions.expect, question)

    async def find(
        self,
        store: ValidatedStore,
        question: str,
        *,
        spans: tuple[Span, ...] = (),
        thresholds: Thresholds | None = None,
        only: str = "",
    ) -> ValidatedMatch:
        """The best of the near ones."""
        found = await self.near(store, question, spans=spans, thresholds=thresholds, only=only)
        return found[0] if found else ValidatedMatch(match=NOTHING)

    async def near(
        self,
        store: ValidatedStore,
        question: str,
        *,
        spans: tuple[Span, ...] = (),
        thresholds: Thresholds | None = None,
        only: str = "",
    ) -> tuple[ValidatedMatch, ...]:
        """The near approved queries, best first; rows are read from the store as they are needed.

        A drifted or refused query is never trusted. With `only`, no other approved question counts.
        """
        async with self._turn:
            await self._catch_up(store)
            asked = Asked(question, spans, thresholds, only)
            found = self._kept.get(asked)
            if found is None:
                revision = self._questions.revision
                near, seen = await asyncio.to_thread(self._looked, asked)
                if seen is None:
                    await self._read(store, near.numbers)
                    seen = await asyncio.to_thread(self._judged, near, asked)
                found = seen
                if near.similar:
                    self._kept.keep(asked, found, revision)
            return await self._without_doubts(found, question)

    def _looked(self, asked: Asked) -> tuple[Nearest, tuple[Match, ...] | None]:
        """What is near, and what it is worth where no row has to be read for that."""
        near = nearest(self._questions, asked.question, spans=asked.spans)
        known = not self._prepared.unread(near.numbers)
        return near, self._judged(near, asked) if known else None

    def _judged(self, near: Nearest, asked: Asked) -> tuple[Match, ...]:
        near = self._limited(near, asked.only) if asked.only else near
        return judged(self._questions, near, thresholds=asked.thresholds)

    async def examples(
        self, store: ValidatedStore, question: str, *, count: int = 4
    ) -> tuple[ValidatedQuery, ...]:
        """Validated queries to show a generator, near and diverse. Raises EmbeddingsError."""
        async with self._turn:
            await self._catch_up(store)
            numbers = await asyncio.to_thread(
                self._questions.near, question, count + _EXAMPLES_LOOKED_AT
            )
            await self._read(store, numbers)
            return of_different_templates(self._prepared.rows_of(numbers))[:count]

    def meanings_of(self, question: str, sql: str, measures: Sequence[str]) -> Mapping[str, str]:
        """What the glossary says now of all that a question and its SQL depend on."""
        return self._meanings.of_answer(question, sql, measures) if self._meanings else {}

    def in_approved_words(
        self, query: ValidatedQuery, question: str, sql: str, spans: tuple[Span, ...]
    ) -> str:
        """A question that this SQL answered, with the query's own values; empty where one misses.

        The SQL is the query's, with the question's values.
        """
        values = self._questions.values
        asked = detect_parameters(question, sql, query.dialect, spans=spans, values=values)
        return in_approved_words(question, asked, query.parameters)

    @property
    def unembedded(self) -> int:
        """How many wordings wait for their vectors, as after a change of the sentence model."""
        return len(self._questions.owed())

    async def stop(self) -> None:
        """Embed nothing any more."""
        await self._beside.stop()

    async def settled(self) -> None:
        """Wait until nothing is checked or embedded beside the work."""
        for task in (self._checking, self._expecting):
            if task is not None:
                await task
        await self._beside.settled()

    async def _catch_up(self, store: ValidatedStore) -> int:
        # The version first: a change between the reads is then seen again, never missed.
        version = await store.version(self.workspace)
        if version == self._version:
            self._beside.begin(self._prepared)
            return 0
        if self._version == 0 and await asyncio.to_thread(self._prepared.load):
            self._checking = asyncio.create_task(self._check())
        changed = await self._changed(store)
        await asyncio.to_thread(self._prepared.take, changed, version)
        self._version = version
        self._beside.begin(self._prepared)
        return len(changed)

    async def _changed(self, store: ValidatedStore) -> Sequence[ValidatedQuery]:
        """The rows to follow: by version, if the file was made of these very rows."""
        known = self._prepared.revisions
        if self._version or not known:
            return (await store.changed_since(self.workspace, self._version)).queries
        if await self._is_of(store):
            return (await store.changed_since(self.workspace, self._prepared.version)).queries
        now = await store.revisions(self.workspace)
        self._prepared.forget([query_id for query_id in known if query_id not in now])
        return await store.some([row for row in now if known.get(row) != now[row]])

    async def _is_of(self, store: ValidatedStore) -> bool:
        """Whether the newest row at the file's version is as the file knows it.

        A ledger restored from a copy may count to the same version again, with other rows.
        """
        newest = await store.newest(self.workspace, self._prepared.version)
        known = self._prepared.revisions
        return newest is not None and known.get(newest.id) == newest.revision

    async def _check(self) -> None:
        """Read what a start left unread of the file; of a damaged one nothing is kept."""
        if await asyncio.to_thread(self._prepared.is_sound):
            return
        async with self._turn:
            self._questions, self._prepared = self._empty()
            self._kept = KeptMatches(self._questions)
            self._version = 0
            self._beside.drop()

    async def _read(self, store: ValidatedStore, numbers: Sequence[int]) -> None:
        wanted = self._prepared.unread(numbers)
        if wanted:
            self._prepared.put(wanted, await store.some(wanted))

    def _limited(self, near: Nearest, only: str) -> Nearest:
        """Of the near ones those of that approved question."""
        places = [
            place
            for place, number in enumerate(near.numbers)
            if any(row.question == only for row in self._prepared.rows_of([number]))
        ]
        numbers = tuple(near.numbers[place] for place in places)
        return replace(
            near, numbers=numbers, similar=tuple(near.similar[p] for p in places if near.similar)
        )

    async def _without_doubts(
        self, found: Sequence[Match], question: str
    ) -> tuple[ValidatedMatch, ...]:
        """The matches with their queries, best first now; each query once."""
        kept: dict[str, ValidatedMatch] = {}
        for match in found:
            query = self._prepared.row(match.candidate.id) if match.candidate else None
            if query is None or query.id in kept:
                continue
            doubts: tuple[Difference, ...] = ()
            if match.tier is not Tier.NONE:
                # The sentence model may have to be asked.
                doubts = await asyncio.to_thread(self._all_doubts, query, question)
            kept[query.id] = ValidatedMatch(match=_doubted(match, doubts), query=query)
        order = {Tier.TRUSTED: 0, Tier.REVIEW: 1, Tier.NONE: 2}
        return tuple(sorted(kept.values(), key=lambda each: order[each.tier]))

    def _all_doubts(self, query: ValidatedQuery, question: str) -> tuple[Difference, ...]:
        return tuple(self._doubts(query, question))

    def _doubts(self, query: ValidatedQuery, question: str) -> Iterable[Difference]:
        if query.hard_negatives and self._is_refused(query, question):
            yield Difference("refused", "a person said that this is not the same question")
        if self._catalog is not None:
            yield from (Difference("drift", reason) for reason in drifted(query, self._catalog))
        if self._meanings is not None:
            yield from (Difference("drift", reason) for reason in self._meanings.changed(query))
            for words in self._meanings.explained_besides(question, query):
                yield Difference("definition", f"“{words}” is explained by the glossary")

    def _is_refused(self, query: ValidatedQuery, question: str) -> bool:
        """Whether the question is a refused one, or nearer to one than to any accepted wording."""
        if says_what_was_approved(query, question):
            return False
        if any(same_wording(question, refused) for refused in query.hard_negatives):
            return True
        texts = [question, *query.hard_negatives, *query.wordings]
        try:
            rows = self._questions.embedder.embed(texts)
        except EmbeddingsError:
            # Nothing is trusted then anyway; who cannot tell, refuses.
            return True
        near = rows[1:] @ rows[0]
        refused = len(query.hard_negatives)
        return bool(near[:refused].max() >= near[refused:].max())

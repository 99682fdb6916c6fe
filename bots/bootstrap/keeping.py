"""The kept queries of an installation, opened for a command beside a running process."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

from bots.bootstrap.application import around
from bots.bootstrap.ledger import ledger_of
from bots.bootstrap.validated import ValidatedShelf
from bots.bootstrap.workspaces import LiveWorkspaces
from bots.settings import Settings
from bots.wording import knowledge as say
from knowledge.validated.drift import drifted
from knowledge.validated.query import Status, ValidatedQuery
from knowledge.validated.query_log import is_untitled, of_log
from knowledge.validated.queue import to_review
from knowledge.validated.store import UnknownQueryError, ValidatedStore
from pipeline.contract import Contract
from pipeline.people import Person
from pipeline.rerun import Rerunner
from pipeline.result import Answer, Refusal
from pipeline.warehouse import QueryFailed
from pipeline.workspace import Workspace
from review.adapters.sql_validated import SqlValidatedStore
from review.kept_query import NotKeptError, missing_words
from review.promoting import StorePromoter
from review.promotion import Verdicted
from review.reconsidering_sentences import turned_down
from review.sentences import words_missing
from review.settings import Around


class Keeping:
    """What an administrator may do with kept queries. Nothing becomes active without a name."""

    def __init__(
        self,
        store: ValidatedStore,
        workspaces: LiveWorkspaces,
        promoter: StorePromoter,
        world: Around,
    ) -> None:
        self._store = store
        self._workspaces = workspaces
        self._promoter = promoter
        self._clock = world.clock
        self._rerun = Rerunner(workspaces, world.today)

    async def all(self, workspace: str) -> tuple[ValidatedQuery, ...]:
        return await self._store.all(workspace)

    async def get(self, query: str) -> ValidatedQuery:
        """Raises UnknownQueryError."""
        found = await self._store.get(query)
        if found is None:
            raise UnknownQueryError(query)
        return found

    async def history(self, query: str) -> tuple[ValidatedQuery, ...]:
        """The query at each of its revisions. Raises UnknownQueryError."""
        await self.get(query)
        return await self._store.history(query)

    async def retire(self, query: str, by: str) -> ValidatedQuery:
        found = await self.get(query)
        retired = replace(found, status=Status.RETIRED, status_reason=f"retired by {by}")
        return await self._store.save(retired)

    async def waiting(self, workspace: str) -> tuple[ValidatedQuery, ...]:
        """What waits for a reviewer: most used first, then what is unlike anything approved."""
        return to_review(await self._store.all(workspace))

    async def reject(self, query: str, by: str, why: str) -> ValidatedQuery:
        found = await self.get(query)
        reason = turned_down(by, why, self._clock())
        return await self._store.save(replace(found, status=Status.RETIRED, status_reason=reason))

    async def tried(self, query: ValidatedQuery, by: str) -> Answer | Refusal:
        """What its SQL gives now, or why it was not run."""
        await self._opened(query.workspace)
        verdicted = self._verdicted(query, by)
        return await self._rerun.rerun(verdicted.answer, query.sql, verdicted.asker)

    async def approve(self, query: str, by: str, title: str = "", sql: str = "") -> ValidatedQuery:
        """The query, active again under the reviewer's name. Raises NotKeptError with the reason.

        It is proven like any other promotion: it runs now, and its words for time have dates.
        """
        found = await self.get(query)
        if found.status is Status.ACTIVE:
            return found
        if title or sql:
            title, sql = title or found.question, sql or found.sql
            found = await self._store.save(replace(found, question=title, sql=sql))
        if is_untitled(found.question):
            raise NotKeptError(say.NEEDS_TITLE)
        await self._opened(found.workspace)
        refused = await self._promoter.approve(self._verdicted(found, by))
        if refused is not None:
            raise NotKeptError(refused.reason)
        kept = await self.get(query)
        if kept.status is not Status.ACTIVE:
            raise NotKeptError(kept.status_reason)
        return kept

    async def accept(self, query: str, wording: str, by: str) -> ValidatedQuery:
        """The query with an asker's wording accepted. Raises NotKeptError where it says less."""
        found = await self.get(query)
        values = tuple(item.words for item in found.parameters if item.words)
        missing, words = missing_words(values, (wording,))
        if missing:
            raise NotKeptError(words_missing(missing, words).reason)
        accepted = replace(
            found,
            paraphrases=tuple(dict.fromkeys((*found.paraphrases, wording))),
            proposed=tuple(text for text in found.proposed if text != wording),
            status_reason=f"“{wording}” accepted by {by}",
        )
        return await self._store.save(accepted)

    async def take_in(self, workspace: str, queries: Sequence[ValidatedQuery]) -> int:
        """Keep what is not there yet, waiting for a reviewer; how many were new."""
        dialect = (await self._opened(workspace)).known.catalog.dialect
        new = 0
        for query in queries:
            if await self._store.get(query.id) is None:
                waiting = replace(query, status=Status.DEMOTED, dialect=query.dialect or dialect)
                await self._store.add(waiting)
                new += 1
        return new

    async def mine(self, workspace: str, log: str) -> tuple[int, int]:
        """Take in what a query log asks for; how many were new, and how many it asks for.

        Raises EmptyLogError.
        """
        dialect = (await self._opened(workspace)).known.catalog.dialect
        found = await asyncio.to_thread(of_log, log, workspace=workspace, dialect=dialect)
        return await self.take_in(workspace, found), len(found)

    async def failing(self, workspace: str) -> list[tuple[ValidatedQuery, str]]:
        """Every active query that does not fit the database as it is now, with the reason."""
        opened = await self._opened(workspace)
        found = []
        for query in await self._store.all(workspace):
            if query.status is Status.ACTIVE:
                reason = await _trouble(query, opened)
                found += [(query, reason)] if reason else []
        return found

    async def _opened(self, name: str) -> Workspace:
        await self._workspaces.open()
        workspace = self._workspaces.get(name)
        if workspace is None:
            raise NotKeptError(say.NO_WORKSPACE.format(name=name))
        return workspace

    def _verdicted(self, query: ValidatedQuery, by: str) -> Verdicted:
        reviewer = Person(id=f"cli:{by}", name=by)
        answer = Answer(
            question=query.question,
            workspace=query.workspace,
            summary="",
            reading=query.question,
            sql=query.sql,
            columns=(),
            rows=(),
        )
        return Verdicted(
            id=f"{query.id}#{query.revision}",
            answer=answer,
            contract=Contract(),
            asker=reviewer,
            reviewer=reviewer,
            at=self._clock(),
            edited=True,
            restores=query.id,
        )


async def _trouble(query: ValidatedQuery, workspace: Workspace) -> str:
    reasons = drifted(query, workspace.known.catalog)
    if reasons:
        return reasons[0]
    try:
        await workspace.warehouse.explain(query.sql)
    except QueryFailed as error:
        return str(error)
    return ""


@asynccontextmanager
async def keeping(settings: Settings, folder: Path) -> AsyncIterator[Keeping]:
    """The kept queries of these settings. Raises LedgerUnusableError."""
    async with AsyncExitStack() as stack:
        ledger = await ledger_of(settings, folder, serving=False)
        stack.push_async_callback(ledger.close)
        world = around(settings)
        store = SqlValidatedStore(ledger)
        shelf = await asyncio.to_thread(ValidatedShelf, settings, folder, store, world)
        workspaces = LiveWorkspaces(settings, folder, shelf.of)
        stack.push_async_callback(workspaces.close)
        yield Keeping(store, workspaces, shelf.promoter(workspaces), world)

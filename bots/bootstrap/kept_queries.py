"""The kept queries of an installation, opened for a command beside a running process."""

import asyncio
import getpass
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bots.bootstrap.environment import around
from bots.bootstrap.ledger import ledger_of
from bots.bootstrap.validated import ValidatedShelf
from bots.bootstrap.workspaces import LiveWorkspaces
from bots.settings import Settings
from bots.wording import knowledge as say
from knowledge.matching import Thresholds
from knowledge.validated.drift import drifted
from knowledge.validated.meanings import Meanings
from knowledge.validated.preview import PreviewStore
from knowledge.validated.query import Status, ValidatedQuery
from knowledge.validated.query_log import of_log
from knowledge.validated.queue import to_review
from knowledge.validated.store import UnknownQueryError, ValidatedStore, wording_key
from pipeline.contract import Contract
from pipeline.people import Person
from pipeline.rerun import Rerunner
from pipeline.result import Answer, Refusal
from pipeline.warehouse import QueryFailed
from pipeline.workspace import Workspace
from review.adapters.audited_queries import Act, AuditedQueries
from review.adapters.sql_ledger import SqlLedger
from review.adapters.sql_validated import SqlValidatedStore
from review.cases.dossier import answer_of, contract_of
from review.ports.promotion import Verdicted, Wish
from review.promotion.backtest import (
    Offered,
    PastQuestions,
    Replayed,
    past_questions,
    replayed,
)
from review.promotion.kept_query import NotKeptError, missing_words
from review.promotion.reconsidering_sentences import turned_down
from review.sentences import words_missing
from review.settings import Around

# So many come in together, with one line of the audit.
_TOGETHER = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenIn:
    """How many questions came in and wait, came in out of use as before, and were there."""

    waiting: int
    aside: int
    known: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedChange:
    """What a backtest compares with: other thresholds, and what is approved besides.

    `promote` are ids of waiting queries, of active ones whose proposed wordings are to be accepted,
    and of runs whose answer is to be approved.
    """

    trusted: float | None = None
    semi_trusted: float | None = None
    strict: bool | None = None
    promote: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Backtest:
    """Past questions with what is offered for each; `compared` says that a change was tried."""

    replayed: tuple[Replayed, ...]
    left_out: int
    compared: bool


class Keeping:
    """What an administrator may do with kept queries. Nothing becomes active without a name.

    Whatever changes one is kept with its line of the audit: who said it, and who was logged in.
    """

    def __init__(
        self, ledger: SqlLedger, workspaces: LiveWorkspaces, shelf: ValidatedShelf, world: Around
    ) -> None:
        self._ledger = ledger
        self._store = SqlValidatedStore(ledger)
        self._workspaces = workspaces
        self._shelf = shelf
        self._clock = world.clock
        self._zone = world.zone
        self._rerun = Rerunner(workspaces, world.today)
        self._login = getpass.getuser()

    async def all(self, workspace: str) -> tuple[ValidatedQuery, ...]:
        return await self._store.all(workspace)

    async def get(self, query: str) -> ValidatedQuery:
        """Raises UnknownQueryError."""
        found = await self._store.get(query)
        if found is None:
            raise UnknownQueryError(query)
        return found

    async def history(self, query: str) -> tuple[ValidatedQuery, ...]:
        """The query at each of its revisions, on its workspace's days. Raises UnknownQueryError."""
        zone = self._zone((await self.get(query)).workspace, _reviewer(self._login))
        return tuple(
            replace(row, approved_at=row.approved_at and row.approved_at.astimezone(zone))
            for row in await self._store.history(query)
        )

    async def retire(self, query: str, by: str) -> ValidatedQuery:
        retired = (await self.get(query)).standing(Status.RETIRED, f"retired by {by}")
        return await self._acting("knowledge retire", by).save(retired)

    async def waiting(self, workspace: str) -> tuple[ValidatedQuery, ...]:
        """What waits for a reviewer: most used first, then what is unlike anything approved."""
        return to_review(await self._store.all(workspace))

    async def reject(self, query: str, by: str, why: str) -> ValidatedQuery:
        reason = turned_down(by, why, self._clock())
        rejected = (await self.get(query)).standing(Status.RETIRED, reason)
        return await self._acting("knowledge reject", by).save(rejected)

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
        if found.untitled and not title:
            raise NotKeptError(say.NEEDS_TITLE)
        wish = Wish(question=title, paraphrases=found.paraphrases)
        verdicted = replace(self._verdicted(found, by, sql), wish=wish)
        return await self._used_again(found, verdicted, self._acting("knowledge approve", by))

    async def restore(self, query: str, by: str) -> ValidatedQuery:
        """As `approve`, of what was approved before."""
        found = await self.get(query)
        store = self._acting("knowledge restore", by)
        return await self._used_again(found, self._verdicted(found, by), store)

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
        accepted = await self._understood(accepted)
        return await self._acting("knowledge accept", by, wording=wording).save(accepted)

    async def _understood(self, query: ValidatedQuery) -> ValidatedQuery:
        """The query with what the glossary says of a wording that is new; the others stay bound."""
        await self._opened(query.workspace)
        meanings = self._shelf.meanings_of(query.workspace)
        if meanings is None or query.meanings is None:
            return query
        return replace(query, meanings={**meanings.of(query), **query.meanings})

    async def take_in(self, workspace: str, queries: Sequence[ValidatedQuery]) -> TakenIn:
        """Keep what is not there yet; nothing of it answers before a reviewer said so."""
        dialect = (await self._opened(workspace)).known.catalog.dialect
        kept = await self._store.all(workspace)
        known = {row.id for row in kept} | {_said(row) for row in kept}
        fresh = [
            replace(query, dialect=query.dialect or dialect)
            for query in queries
            if not known & {query.id, _said(query)}
        ]
        store = self._acting("knowledge import", workspace=workspace)
        for start in range(0, len(fresh), _TOGETHER):
            await store.add_all(tuple(fresh[start : start + _TOGETHER]))
        waiting = sum(query.status is Status.DEMOTED for query in fresh)
        return TakenIn(waiting=waiting, aside=len(fresh) - waiting, known=len(queries) - len(fresh))

    async def mine(self, workspace: str, log: str) -> TakenIn:
        """Take in what a query log asks for. Raises EmptyLogError."""
        dialect = (await self._opened(workspace)).known.catalog.dialect
        found = await asyncio.to_thread(of_log, log, workspace=workspace, dialect=dialect)
        return await self.take_in(workspace, found)

    async def failing(self, workspace: str) -> list[tuple[ValidatedQuery, str]]:
        """Every active query that does not fit the database as it is now, with the reason."""
        opened = await self._opened(workspace)
        found = []
        for query in await self._store.all(workspace):
            if query.status is Status.ACTIVE:
                reason = await _trouble(query, opened, self._shelf.meanings_of(workspace))
                found += [(query, reason)] if reason else []
        return found

    async def backtest(self, workspace: str, limit: int, tried: TriedChange) -> Backtest:
        """What was asked before, and what would be offered for it now and after a change.

        Raises NotKeptError where the change cannot be made.
        """
        opened = await self._opened(workspace)
        rows = await self._rows_after(workspace, tried)
        past = await past_questions(self._ledger, workspace, limit)
        limits = self._shelf.thresholds(workspace)
        then = Thresholds(
            trusted=limits.trusted if tried.trusted is None else tried.trusted,
            review=limits.review if tried.semi_trusted is None else tried.semi_trusted,
            strict=limits.strict if tried.strict is None else tried.strict,
        )
        now = await self._offered(past, opened, self._store, limits)
        after = now
        if rows or then != limits:
            after = await self._offered(past, opened, PreviewStore(self._store, rows), then)
        found = tuple(
            Replayed(question=state.question, times=times, now=before, then=later)
            for state, times, before, later in zip(past.states, past.times, now, after, strict=True)
        )
        return Backtest(replayed=found, left_out=past.left_out, compared=after is not now)

    async def _offered(
        self, past: PastQuestions, workspace: Workspace, store: ValidatedStore, limits: Thresholds
    ) -> Sequence[Offered]:
        with tempfile.TemporaryDirectory() as folder:
            answers = await asyncio.to_thread(
                self._shelf.trial, workspace, store, limits, Path(folder)
            )
            return await replayed(past, replace(workspace, validated=answers))

    async def _rows_after(self, workspace: str, tried: TriedChange) -> tuple[ValidatedQuery, ...]:
        """The rows that the tried promotions would change."""
        rows: list[ValidatedQuery] = []
        for name in tried.promote:
            query = await self._store.get(name)
            if query is not None and query.workspace == workspace:
                rows += await self._previewed(query)
                continue
            async with self._ledger.read() as pages:
                run = await pages.runs.get(name)
            answer = answer_of(run) if run is not None else None
            if run is None or answer is None or run.workspace != workspace:
                raise NotKeptError(say.NOTHING_TO_PROMOTE.format(id=name, workspace=workspace))
            reviewer = _reviewer(self._login)
            rows += await self._drawn_up(
                Verdicted(
                    id=f"backtest-{run.id}",
                    answer=answer,
                    contract=contract_of(run),
                    asker=run.asker,
                    reviewer=reviewer,
                    at=self._clock(),
                )
            )
        return tuple(rows)

    async def _previewed(self, query: ValidatedQuery) -> Sequence[ValidatedQuery]:
        """A waiting query as approved; of an active one, its proposed wordings as accepted."""
        if query.status is Status.ACTIVE:
            said = tuple(dict.fromkeys((*query.paraphrases, *query.proposed)))
            return (await self._understood(replace(query, paraphrases=said, proposed=())),)
        return await self._drawn_up(self._verdicted(query, self._login))

    async def _drawn_up(self, verdicted: Verdicted) -> Sequence[ValidatedQuery]:
        drawn_up = await self._shelf.promoter(self._workspaces).preview(verdicted)
        if isinstance(drawn_up, Refusal):
            raise NotKeptError(drawn_up.reason)
        return drawn_up

    async def _used_again(
        self, found: ValidatedQuery, verdicted: Verdicted, store: AuditedQueries
    ) -> ValidatedQuery:
        if found.status is Status.ACTIVE:
            return found
        await self._opened(found.workspace)
        refused = await self._shelf.promoter(self._workspaces, store).approve(verdicted)
        if refused is not None:
            raise NotKeptError(refused.reason)
        kept = await self.get(found.id)
        if kept.status is not Status.ACTIVE:
            raise NotKeptError(kept.status_reason)
        return kept

    async def _opened(self, name: str) -> Workspace:
        await self._workspaces.open()
        workspace = self._workspaces.get(name)
        if workspace is None:
            raise NotKeptError(say.NO_WORKSPACE.format(name=name))
        return workspace

    def _acting(self, action: str, by: str = "", **details: str) -> AuditedQueries:
        """The store for one act of somebody: of the reviewer named, or of whoever is logged in."""
        operator = f"operator:{self._login}"
        act = Act(
            actor=_reviewer(by).id if by else operator,
            action=action,
            place="command line",
            details={"login": self._login, **details},
        )
        return AuditedQueries(self._ledger, act, self._clock)

    def _verdicted(self, query: ValidatedQuery, by: str, sql: str = "") -> Verdicted:
        reviewer = _reviewer(by)
        answer = Answer(
            question=query.question,
            workspace=query.workspace,
            summary="",
            reading=query.question,
            sql=sql or query.sql,
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


def _reviewer(name: str) -> Person:
    return Person(id=f"cli:{name}", name=name)


def _said(query: ValidatedQuery) -> tuple[str, str]:
    """What two rows share that say the same."""
    return wording_key(query.question), " ".join(query.sql.split())


async def _trouble(query: ValidatedQuery, workspace: Workspace, meanings: Meanings | None) -> str:
    reasons = (
        *drifted(query, workspace.known.catalog),
        *(meanings.changed(query) if meanings else ()),
    )
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
        yield Keeping(ledger, workspaces, shelf, world)

"""The validated queries of every workspace: matched, filled from files, and promoted into."""

import asyncio
import datetime as dt
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import structlog

from bots.bootstrap.embedding import load_embedder
from bots.bootstrap.workspaces import LiveWorkspaces, NoAnswers
from bots.settings import Settings
from knowledge.adapters.faiss_index import FaissIndex
from knowledge.catalog import Catalog
from knowledge.errors import KnowledgeError
from knowledge.glossary import Glossary
from knowledge.matching import Thresholds
from knowledge.validated.meanings import Meanings
from knowledge.validated.query import Status
from knowledge.validated.store import DuplicateQueryError, ValidatedStore
from knowledge.validated.workspace import ValidatedWorkspace
from knowledge.validated_file import ApprovedQuestion, read_validated
from pipeline.approved.answers import Shelf, StoredAnswers
from pipeline.contract import Contract
from pipeline.dates import read_times
from pipeline.people import Person
from pipeline.rerun import Rerunner
from pipeline.result import Answer
from pipeline.times.reading import spans
from pipeline.workspace import ValidatedAnswers, Workspace
from review.ledger.port import Ledger
from review.policy.deciders import Policies
from review.ports.promotion import Verdicted
from review.promotion.importing import Importing
from review.promotion.kept_query import Domain, as_understood, validated_query
from review.promotion.promoting import StorePromoter
from review.promotion.reverifying import Kept, Reverifying
from review.promotion.sentinels import Sentinels
from review.settings import Around, ReviewSettings

log = structlog.get_logger()

_NOBODY_NAMED = "whoever keeps this workspace's file of approved questions"


def index_path(settings: Settings, folder: Path, workspace: str) -> Path:
    """Where the index of a workspace's approved questions is kept."""
    return folder / settings.state_folder / "index" / f"{workspace}.index"


class ValidatedShelf:
    """Opens each workspace's validated queries over one store."""

    def __init__(
        self, settings: Settings, folder: Path, store: ValidatedStore, around: Around
    ) -> None:
        self._settings = settings
        self._folder = folder
        self._store = store
        self._around = around
        self._live: dict[str, ValidatedWorkspace] = {}
        self._meanings: dict[str, Meanings] = {}

    def of(self, name: str, catalog: Catalog, glossary: Glossary) -> ValidatedAnswers:
        """The validated queries of one workspace. Loads the sentence model: call it in a thread."""
        self._meanings[name] = Meanings(glossary, catalog)
        file = index_path(self._settings, self._folder, name)
        queries = self._queries(name, catalog, glossary, file)
        if queries is None:
            return NoAnswers()
        if name in self._live:
            queries.follow(self._live[name])
        self._live[name] = queries
        return StoredAnswers(self._shelf(name, queries, self._store, self.thresholds(name)))

    def trial(
        self, workspace: Workspace, store: ValidatedStore, thresholds: Thresholds, folder: Path
    ) -> ValidatedAnswers:
        """The validated queries of that store, at those thresholds, for one look.

        The index is a copy in `folder`: nothing of the trial reaches the one that answers. Loads
        the sentence model: call it in a thread.
        """
        file = index_path(self._settings, self._folder, workspace.name)
        copy = folder / file.name
        if file.exists():
            shutil.copyfile(file, copy)
        known = workspace.known
        queries = self._queries(workspace.name, known.catalog, known.glossary, copy)
        if queries is None:
            return NoAnswers()
        return StoredAnswers(self._shelf(workspace.name, queries, store, thresholds))

    def thresholds(self, name: str) -> Thresholds:
        """The similarity bounds that the settings give a workspace."""
        match = self._settings.workspaces[name].match
        return Thresholds(trusted=match.trusted, review=match.semi_trusted, strict=match.strict)

    def _queries(
        self, name: str, catalog: Catalog, glossary: Glossary, file: Path
    ) -> ValidatedWorkspace | None:
        embedder = load_embedder(self._settings.embeddings).embedder
        if embedder is None:
            return None
        return ValidatedWorkspace(
            name, embedder, catalog=catalog, glossary=glossary, index=FaissIndex, file=file
        )

    def _shelf(
        self,
        name: str,
        queries: ValidatedWorkspace,
        store: ValidatedStore,
        thresholds: Thresholds,
    ) -> Shelf:
        return Shelf(
            store=store,
            queries=queries,
            thresholds=thresholds,
            own_model=self._settings.embeddings is None,
            zone=ZoneInfo(self._settings.workspaces[name].calendar.time_zone),
            clock=self._around.clock,
        )

    def promoter(
        self, workspaces: LiveWorkspaces, store: ValidatedStore | None = None
    ) -> StorePromoter:
        """Keeps what reviewers approve, once it ran again; in that store, or in the shelf's own."""

        def domain(name: str) -> Domain | None:
            found = workspaces.get(name)
            return self._domain(found) if found else None

        rerun = Rerunner(workspaces, self._around.today)
        return StorePromoter(store or self._store, domain, rerun)

    def reverifying(
        self, workspaces: LiveWorkspaces, ledger: Ledger, rules: Policies
    ) -> Callable[[], Awaitable[None]]:
        """Looks at every open workspace for queries that reviewers are to look at.

        Their database or their result changed under them, or they were imported.
        """
        kept = Kept(store=self._store, ledger=ledger, policies=rules)
        rerun = Rerunner(workspaces, self._around.today)
        clerk = Reverifying(kept, rerun, self._around, ReviewSettings())
        sentinels = Sentinels(kept, rerun, self._around, ReviewSettings())
        outside = (self.promoter(workspaces), rerun)
        imports = Importing(ledger, outside, rules, self._around, ReviewSettings())

        async def look() -> None:
            for workspace in workspaces.all():
                meanings = self.meanings_of(workspace.name)
                try:
                    if meanings is not None:
                        await clerk.bind(workspace.name, meanings)
                    await self._caught_up(workspace.name)
                    await imports.announce(workspace.name)
                    await sentinels.watch(workspace.name)
                    before = workspaces.catalog_before(workspace.name)
                    await clerk.look(workspace.known.catalog, before, meanings)
                except Exception:
                    # One workspace never stops the others, or the reading of catalogs.
                    log.exception("not_reverified", workspace=workspace.name)

        return look

    def _domain(self, workspace: Workspace) -> Domain:
        return Domain(
            catalog=workspace.known.catalog,
            calendar=workspace.calendar,
            meanings=self.meanings_of(workspace.name),
        )

    def meanings_of(self, workspace: str) -> Meanings | None:
        """What the workspace's glossary says, as it was read the last time."""
        return self._meanings.get(workspace)

    async def _caught_up(self, name: str) -> None:
        """Prepare what changed, so that nobody's question waits until it is embedded."""
        if name in self._live:
            await self._live[name].catch_up(self._store)

    async def close(self) -> None:
        """End what is done beside the work; a later start goes on with it."""
        for queries in self._live.values():
            await queries.stop()

    async def fill(self, workspaces: LiveWorkspaces) -> None:
        """Take in the workspaces' files of approved questions, each question once."""
        for name, settings in self._settings.workspaces.items():
            workspace = workspaces.get(name)
            if not settings.validated or workspace is None:
                continue
            path = self._folder / settings.validated
            try:
                approved = await asyncio.to_thread(read_validated, path)
            except KnowledgeError as error:
                log.warning("validated_file_unusable", reason=str(error))
                continue
            domain = self._domain(workspace)
            for item in approved:
                await self._add(name, item, domain)

    async def _add(self, workspace: str, item: ApprovedQuestion, domain: Domain) -> None:
        now = self._around.clock()
        found = spans(
            read_times(item.question, domain.calendar.today_at(now), domain.calendar).ranges
        )
        ranges = [(span.start, span.end) for span in found if span.start and span.end]
        if len(ranges) < len(item.times):
            log.warning("validated_question_without_dates", workspace=workspace)
            return
        verdicted = _verdicted(workspace, item, item.dated(ranges), now)
        query = replace(
            validated_query(verdicted, domain, Status.ACTIVE), paraphrases=item.paraphrases
        )
        query = as_understood(query, None, domain)
        try:
            await self._store.add(query)
        except DuplicateQueryError:
            return


def _verdicted(workspace: str, item: ApprovedQuestion, sql: str, now: dt.datetime) -> Verdicted:
    keeper = Person(id="file", name=item.approved_by or _NOBODY_NAMED)
    answer = Answer(
        question=item.question,
        workspace=workspace,
        summary="",
        reading=item.question,
        sql=sql,
        columns=(),
        rows=(),
    )
    return Verdicted(
        id=f"file:{workspace}:{item.question}"[:200],
        answer=answer,
        contract=Contract(),
        asker=keeper,
        reviewer=keeper,
        at=now,
    )

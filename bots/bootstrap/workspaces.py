"""The workspaces of the settings, their catalogs read from the live databases."""

import asyncio
import datetime as dt
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import structlog
from pydantic import SecretStr

from bots.bootstrap.database_files import located
from bots.bootstrap.grants import EVERYBODY, grants_by_role
from bots.bootstrap.watched_warehouse import WatchedWarehouse
from bots.bootstrap.writes import WriteSide
from bots.settings import CalendarSettings, Settings, WorkspaceSettings
from knowledge.adapters.catalog_files import CatalogFiles
from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.profiling import is_profiled
from knowledge.adapters.value_index import read_values
from knowledge.catalog import Catalog, Table
from knowledge.clocks import with_clocks
from knowledge.database_url import read_url
from knowledge.errors import DatabaseUnreachableError, KnowledgeError
from knowledge.glossary import Glossary
from knowledge.glossary_file import read_glossary
from knowledge.glossary_names import with_catalog_names
from knowledge.naming import Names
from knowledge.retired import with_retired
from knowledge.stored_times import with_written_forms
from pipeline.adapters.warehouses import open_warehouse
from pipeline.adapters.writes import roll_back_unfinished
from pipeline.computing import IN_THREADS, Computing
from pipeline.dates import Calendar
from pipeline.model_calls import Models
from pipeline.remembered.standing import KeptInMemory, Standing
from pipeline.result import OF_FILES, is_of_files
from pipeline.rules.schema.known import Known
from pipeline.sql import Policy
from pipeline.times.values import TimeSpan
from pipeline.workspace import (
    Found,
    Habits,
    ValidatedAnswers,
    Workspace,
)
from review.policy.purse import Purse

if TYPE_CHECKING:
    from bots.bootstrap.ladders import Ladders

log = structlog.get_logger()

# The role of who sits at the machine itself: the settings are theirs.
EDITOR = "glossary"
_KEPT_OF_A_SERVER = dt.timedelta(hours=1)
_PROBED_AGAIN = dt.timedelta(seconds=10)

MakeValidated: TypeAlias = Callable[[str, Catalog, Glossary], ValidatedAnswers]


class NoAnswers:
    """The answers of a workspace that has no validated queries, or no sentence model for them."""

    def expect(self, question: str) -> None:
        del question

    async def find(self, question: str, times: Sequence[TimeSpan]) -> Sequence[Found]:
        del question, times
        return ()

    async def vouched(
        self, question: str, times: Sequence[TimeSpan], approved: str
    ) -> Found | None:
        del question, times, approved
        return None

    async def examples(self, question: str, limit: int) -> Sequence[tuple[str, str]]:
        del question, limit
        return ()

    async def kept(self) -> Sequence[tuple[str, str]]:
        return ()

    async def not_the_same(self, query: str, question: str) -> None:
        del query, question

    async def used(
        self, query: str, question: str, *, near: str = "", times: Sequence[TimeSpan] = ()
    ) -> None:
        del query, question, near, times

    def meanings(self, question: str, sql: str, measures: Sequence[str]) -> Mapping[str, str]:
        del question, sql, measures
        return {}

    def unembedded(self) -> int:
        return 0


class LiveWorkspaces:
    """Opens each workspace; one whose database is away is said to be, and tried again."""

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        validated: MakeValidated,
        purse: Purse | None = None,
        writes: WriteSide | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._folder = folder
        self._validated = validated
        self._ladders = _ladders(settings, folder, purse)
        self._writes = writes
        self._files = CatalogFiles(folder / settings.state_folder / "catalogs")
        self._open: dict[str, Workspace] = {}
        self._away: dict[str, str] = {}
        self._problems: dict[str, Exception] = {}
        self._before: dict[str, Catalog] = {}
        # The catalogs as they were read; one that took longer than it may is read once more.
        self._read: dict[str, Catalog] = {}
        self._read_twice: set[str] = set()
        self.standing: Standing = KeptInMemory()
        self._warehouses: dict[str, WatchedWarehouse] = {}
        self._clock = clock
        self._probing = asyncio.Lock()
        self._probed = -_PROBED_AGAIN.total_seconds()
        self.computing: Computing = IN_THREADS
        # Finds the open workspace of a thread's files.
        self.files: Callable[[str], Workspace | None] = _no_files

    async def open(self) -> Sequence[str]:
        """Open what is not open yet; the names of what is open now."""
        missing = [name for name in self._settings.workspaces if name not in self._open]
        await asyncio.gather(*(self._try(name) for name in missing))
        return [name for name in missing if name in self._open]

    async def finish(self) -> None:
        """Read catalogs again that a busy machine or database left unfinished, each once."""
        for name, catalog in tuple(self._read.items()):
            if _left(catalog) and name not in self._read_twice:
                self._read_twice.add(name)
                await self._try(name, fresh=True)

    async def refresh(self) -> None:
        """Read every open workspace's catalog again."""
        for name in tuple(self._open):
            await self._try(name, fresh=True)

    async def _refreshed(self, name: str) -> None:
        await self._try(name, fresh=True)

    def all(self) -> Sequence[Workspace]:
        return tuple(self._open[name] for name in self._settings.workspaces if name in self._open)

    def get(self, name: str) -> Workspace | None:
        if is_of_files(name):
            return self.files(name)
        return self._open.get(name)

    async def of_files(self, name: str, url: str, title: str) -> Workspace:
        """A workspace over a DuckDB file of a thread. Raises KnowledgeError.

        It goes by the calendar of the first workspace of the settings, has no approved queries, and
        asks a model only where all workspaces may. Whoever opens it closes its warehouse.
        """
        known = tuple(self._settings.workspaces.values())
        models = known[0].models
        settings = WorkspaceSettings(
            url=SecretStr(url),
            title=title,
            calendar=known[0].calendar,
            models=models.model_copy(update={"use": all(each.models.use for each in known)}),
        )
        catalog = await asyncio.to_thread(read_catalog, url, workspace=name)
        warehouse = WatchedWarehouse(open_warehouse(url, settings.queries), OF_FILES)
        read = (url, catalog, Glossary())
        return await self._assembled(name, settings, read, warehouse, lambda *_: NoAnswers())

    def unavailable(self) -> Mapping[str, str]:
        return self._away

    def catalog_before(self, name: str) -> Catalog | None:
        """The catalog as this process knew it before it was read the last time."""
        return self._before.get(name)

    @property
    def problems(self) -> Mapping[str, str]:
        """Why each workspace is away, in words for those who set it up."""
        away = {name: str(error) for name, error in self._problems.items()}
        lost = {name: one.problem for name, one in self._warehouses.items()}
        return away | {name: error.technical for name, error in lost.items() if error is not None}

    def problem(self, name: str) -> Exception:
        """Why a workspace could not be opened."""
        return self._problems[name]

    async def probe(self) -> None:
        """Find out whether the databases of what is open still answer; not more often than asked.

        Whoever asks while others do, or shortly after, gets what they found.
        """
        async with self._probing:
            if self._clock() < self._probed + _PROBED_AGAIN.total_seconds():
                return
            await asyncio.gather(*(one.probe() for one in self._warehouses.values()))
            self._probed = self._clock()

    async def close(self) -> None:
        """Close every connection."""
        await asyncio.gather(*(one.close() for one in self._warehouses.values()))
        if self._ladders is not None:
            await self._ladders.close()
        await self.computing.close()
        if self._writes is not None:
            await self._writes.close()

    async def _try(self, name: str, *, fresh: bool = False) -> None:
        settings = self._settings.workspaces[name]
        try:
            workspace = await self._opened(name, settings, fresh=fresh)
        except KnowledgeError as error:
            self._missed(name, error)
            log.warning("workspace_unavailable", workspace=name, reason=str(error))
            return
        except Exception as error:
            # One workspace never takes the others, or the process, with it.
            self._missed(name, error)
            log.exception("workspace_unavailable", workspace=name)
            return
        self._away.pop(name, None)
        self._problems.pop(name, None)
        if name in self._open:
            self._before[name] = self._open[name].known.catalog
        self._open[name] = workspace

    def _missed(self, name: str, error: Exception) -> None:
        """What was open stays open as it was."""
        if name in self._open:
            return
        title = self._settings.workspaces[name].title or name
        reached = isinstance(error, DatabaseUnreachableError)
        why = "cannot be reached at the moment" if reached else "is not set up right"
        self._away[name] = f"The data of {title} {why}."
        self._problems[name] = error

    async def _opened(self, name: str, settings: WorkspaceSettings, *, fresh: bool) -> Workspace:
        url = located(settings.url.get_secret_value(), self._folder)
        if settings.writes is not None:
            written = located(settings.writes.url.get_secret_value(), self._folder)
            await asyncio.to_thread(roll_back_unfinished, written)
        catalog = await asyncio.to_thread(self._catalog, name, url, fresh=fresh)
        path = self._folder / settings.glossary if settings.glossary else None
        glossary = await asyncio.to_thread(read_glossary, path) if path else Glossary()
        if name not in self._warehouses:
            opened = open_warehouse(url, settings.queries)
            self._warehouses[name] = WatchedWarehouse(opened, name)
        read = (url, catalog, glossary)
        warehouse = self._warehouses[name]
        workspace = await self._assembled(name, settings, read, warehouse, self._validated)
        writing = self._writes.of(name, self._refreshed) if self._writes is not None else None
        return replace(workspace, writing=writing)

    async def _assembled(
        self,
        name: str,
        settings: WorkspaceSettings,
        read: tuple[str, Catalog, Glossary],
        warehouse: WatchedWarehouse,
        validated: MakeValidated,
    ) -> Workspace:
        """What is read of a database, as a workspace that is only asked."""
        url, catalog, glossary = read
        glossary = with_catalog_names(glossary, catalog)
        catalog = with_retired(with_written_forms(catalog, glossary), glossary)
        calendar = _calendar(settings.calendar)
        timed = with_clocks(
            catalog, glossary, calendar.time_zone, settings.calendar.stored_time_zone
        )
        timed = replace(timed, week_start=calendar.first_weekday)
        known = await asyncio.to_thread(_known, url, timed, glossary)
        answers = await asyncio.to_thread(validated, name, catalog, glossary)
        return Workspace(
            name=name,
            title=settings.title or name,
            description=settings.description,
            known=known,
            names=Names(catalog, glossary),
            calendar=calendar,
            warehouse=warehouse,
            validated=answers,
            grants=grants_by_role(settings.grants, catalog),
            habits=_habits(settings),
            models=await self._models(name, settings, known),
            standing=self.standing,
            computing=self.computing,
        )

    async def _models(self, name: str, settings: WorkspaceSettings, known: Known) -> Models | None:
        if self._ladders is None:
            return None
        return await asyncio.to_thread(self._ladders.of, name, settings.models, known)

    def _catalog(self, name: str, url: str, *, fresh: bool) -> Catalog:
        """The catalog, as it was kept where that will do for a start."""
        kept = None if fresh else self._files.load(name, url, changed=_changed(url))
        if kept is not None:
            return kept
        catalog = _with_what_was_known(read_catalog(url, workspace=name), self._read.get(name))
        self._read[name] = catalog
        left = _left(catalog)
        if left and name not in self._read_twice:
            # Without values questions are read badly: it is not what the next start goes by.
            log.warning("catalog_unfinished", workspace=name, tables=left)
            return catalog
        self._files.save(catalog, url)
        return catalog


def _no_files(_name: str) -> None:
    return None


def _ladders(settings: Settings, folder: Path, purse: Purse | None) -> "Ladders | None":
    if settings.models is None:
        return None
    # Prompts and clients of models take long to import, and many installations have no model.
    from bots.bootstrap.ladders import Ladders

    return Ladders(settings, folder, purse)


def _left(catalog: Catalog) -> int:
    """How many of its tables there was no time for."""
    return sum(not is_profiled(table) for table in catalog.tables)


def _with_what_was_known(catalog: Catalog, before: Catalog | None) -> Catalog:
    """The catalog; what there was no time for this time is as it was the last time."""
    if before is None:
        return catalog
    known = {table.key: table for table in before.tables if is_profiled(table)}

    def as_known(table: Table) -> Table:
        old = known.get(table.key, table)
        return old if not is_profiled(table) and old.fingerprint == table.fingerprint else table

    return replace(catalog, tables=tuple(as_known(table) for table in catalog.tables))


def _changed(url: str) -> float:
    """When a file database was last written; a server does not tell, and may have been since."""
    path = read_url(url).path
    if not path:
        return time.time() - _KEPT_OF_A_SERVER.total_seconds()
    files = [Path(f"{path}{suffix}") for suffix in ("", "-wal", ".wal")]
    return max((file.stat().st_mtime for file in files if file.exists()), default=0.0)


def _known(url: str, catalog: Catalog, glossary: Glossary) -> Known:
    known = Known(catalog, glossary, read_values(url, catalog))
    _ = known.lexicon, known.joins  # made here, in a thread, and not in the first question
    return known


def _calendar(settings: CalendarSettings) -> Calendar:
    return Calendar(
        time_zone=settings.time_zone,
        week_starts_on=settings.week_starts_on,
        fiscal_year_start_month=settings.fiscal_year_start_month,
        fiscal_year_named_by=settings.fiscal_year_named_by,
        quarter_means=settings.quarter_means,
        retail_pattern=settings.retail_pattern,
        day_first=settings.day_first,
        holiday_country=settings.country or None,
    )


def _habits(settings: WorkspaceSettings) -> Habits:
    return Habits(
        match_auto=settings.match.auto,
        confirm_dates_always=settings.confirm.dates == "always",
        confirm_tables_always=settings.confirm.tables == "always",
        most_cards=settings.confirm.most_cards,
        glossary_roles=frozenset(settings.glossary_roles or settings.review.roles) | {EDITOR},
        row_cap=settings.row_cap,
        timeout=dt.timedelta(seconds=settings.timeout_seconds),
        default_role=settings.default_role if settings.grants else EVERYBODY,
        policy=Policy(
            max_tables=settings.policy.max_tables,
            off=frozenset(settings.policy.off),
            extra_functions=frozenset(name.lower() for name in settings.policy.extra_functions),
        ),
        cost_limit=settings.policy.cost_limit,
        rows_limit=settings.policy.rows_limit,
        run_alternatives=_runs_alternatives(settings),
        must_agree=settings.reading.must_agree,
        precision=settings.reading.precision,
    )


def _runs_alternatives(settings: WorkspaceSettings) -> bool:
    """Whether readings that nobody chose may run: by default only on a file of this machine."""
    wanted = settings.reading.run_alternatives
    is_file = bool(read_url(settings.url.get_secret_value()).path)
    return wanted == "always" or (wanted == "local files" and is_file)

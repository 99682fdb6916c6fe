"""Files of threads: checked, kept in the ledger, and opened as private DuckDB workspaces."""

import asyncio
import datetime as dt
import hashlib
import shutil
import tempfile
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final, TypeAlias

import structlog

from bots.bootstrap.limits import limits_of
from bots.files import DroppedFile, FileAway, FileTable, FileTooLarge, TableColumn, TakenFiles
from bots.settings import Settings
from bots.settings.features import is_installed
from bots.wording import files as say
from knowledge.catalog import Catalog, Kind
from knowledge.errors import KnowledgeError
from pipeline.approval import Signed
from pipeline.checkpoint import Ask, Decision
from pipeline.flow import Flow, Outcome
from pipeline.people import Person
from pipeline.result import is_of_files
from pipeline.state import RunState
from pipeline.workspace import Workspace
from review.adapters.sql_ledger import SqlLedger
from review.ledger.records import Noted
from review.ledger.thread_files import ThreadFile, workspace_of
from review.ledger.threads import Thread
from review.settings import Around, Kept

if TYPE_CHECKING:
    from knowledge.adapters.file_tables import LoadedFolder

log = structlog.get_logger()

FOLDER: Final = "files"
ENDINGS: Final = (".csv", ".tsv", ".xlsx")
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic", ".bmp", ".svg")
_MEGABYTE: Final = 1_000_000
_MOST_OPEN: Final = 20
_LONGEST_NAME: Final = 100
_TIMES: Final = frozenset({Kind.DATE, Kind.TIMESTAMP})

# Opens a DuckDB file as the workspace of that name and title.
Open: TypeAlias = Callable[[str, str, str], Awaitable[Workspace]]


@dataclass(frozen=True, slots=True)
class _Opened:
    """A thread's workspace, and which files it holds."""

    stamp: str
    workspace: Workspace


class ThreadWorkspaces:
    """Takes files in, and opens the workspace of a thread for as long as its rows are kept."""

    def __init__(
        self, settings: Settings, folder: Path, ledger: SqlLedger, world: Around, open_: Open
    ) -> None:
        self._settings = settings
        self._folder = folder / settings.state_folder / FOLDER
        self._ledger = ledger
        self._world = world
        self._open = open_
        self._opened: OrderedDict[str, _Opened] = OrderedDict()
        self._opening: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def get(self, name: str) -> Workspace | None:
        """The thread's workspace, if it is open here."""
        found = self._opened.get(name)
        return found.workspace if found else None

    async def ready(self, name: str) -> Workspace | None:
        """The thread's workspace, opened; None where its files are not kept any more."""
        async with self._ledger.read() as pages:
            files = await pages.files.of(name)
        async with self._opening[name]:
            stamp = _stamp(files)
            known = self._opened.get(name)
            if known is not None and known.stamp == stamp:
                self._opened.move_to_end(name)
                return known.workspace
            await self._close(name)
            if not files:
                return None
            database = self._database(name, stamp)
            if not database.exists():
                await self._load(files, database)
            title = ", ".join(dict.fromkeys(file.name for file in files))
            workspace = await self._open(name, f"duckdb:///{database.absolute()}", title)
            self._opened[name] = _Opened(stamp, workspace)
            while len(self._opened) > _MOST_OPEN:
                await self._close(next(iter(self._opened)))
            return workspace

    async def take(self, files: Sequence[DroppedFile], thread: Thread, by: Person) -> TakenFiles:
        """Keep what can be read, and say what cannot; a file is kept whole or not at all."""
        pictures, wanted = _parted(files)
        beside = tuple(say.picture(file.name) for file in pictures)
        if not wanted:
            return TakenFiles(beside=beside)
        name = workspace_of(thread)
        async with self._ledger.read() as pages:
            kept = await pages.files.of(name)
        known = {file.id for file in kept}
        new = [file for file in wanted if _id_of(thread, file) not in known]
        if not new:
            return TakenFiles(again=True)
        good: list[tuple[ThreadFile, bytes]] = []
        notes: list[str] = []
        refused: list[str] = []
        for file in new:
            try:
                others = {each.name for each in kept} | {each.name for each, _ in good}
                content, loaded = await self._checked(file, len(others - {_shown(file)}))
            except _RefusedError as error:
                refused.append(str(error))
                continue
            good.append((_thread_file(file, thread, by, self._world.clock()), content))
            notes += loaded.notes
        if good:
            await self._keep(good, thread, by)
        workspace = await self.ready(name) if good else None
        return TakenFiles(
            names=tuple(file.name for file, _ in good),
            tables=_tables(workspace.known.catalog) if workspace else (),
            notes=tuple(notes),
            refused=tuple(refused),
            beside=beside,
            kept_for=limits_of(self._settings).keep[Kept.FILES],
        )

    async def tidy(self) -> None:
        """Delete the databases of threads whose files are not kept any more."""
        async with self._ledger.read() as pages:
            kept = await pages.files.workspaces()
        for name in [name for name in self._opened if name not in kept]:
            await self._close(name)
            self._opening.pop(name, None)
        await asyncio.to_thread(_delete_others, self._folder, {_place(name) for name in kept})

    async def close(self) -> None:
        """Close every database."""
        for name in tuple(self._opened):
            await self._close(name)

    async def _checked(self, file: DroppedFile, others: int) -> "tuple[bytes, LoadedFolder]":
        """The bytes of a file that gives tables, and what they are. Raises _RefusedError."""
        limits, shown = self._settings.files, _shown(file)
        most = limits.most_megabytes * _MEGABYTE
        if not limits.allowed:
            raise _RefusedError(say.NOT_ALLOWED)
        if not is_installed("duckdb"):
            raise _RefusedError(say.NOT_INSTALLED)
        if PurePosixPath(shown).suffix.lower() not in ENDINGS:
            raise _RefusedError(say.unsupported(shown))
        if others >= limits.most_files:
            raise _RefusedError(say.too_many(shown, limits.most_files))
        if file.size is not None and file.size > most:
            raise _RefusedError(say.too_large(shown, file.size, most))
        try:
            content = await file.fetch(most)
        except FileTooLarge as error:
            raise _RefusedError(say.too_large(shown, None, most)) from error
        except FileAway as error:
            raise _RefusedError(say.away(shown, str(error))) from error
        loaded = await asyncio.to_thread(self._probed, shown, content)
        if not loaded.tables:
            raise _RefusedError(say.unreadable(loaded.refused[0]))
        return content, loaded

    def _probed(self, name: str, content: bytes) -> "LoadedFolder":
        """What loading it comes to; nothing of it stays."""
        # An installation may be without DuckDB.
        from knowledge.adapters.file_tables import TableLimits, load_files

        limits = self._settings.files
        most = TableLimits(rows=limits.most_rows, columns=limits.most_columns)
        self._folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._folder) as aside:
            path = Path(aside) / name
            path.write_bytes(content)
            return load_files([path], Path(aside) / "made" / "probe.duckdb", most)

    async def _keep(
        self, files: Sequence[tuple[ThreadFile, bytes]], thread: Thread, by: Person
    ) -> None:
        now = self._world.clock()
        async with self._ledger.begin() as pages:
            # What is said in this thread from now on is said to us.
            await pages.talks.begin((thread.key,), now)
            for file, content in files:
                await pages.files.add(file, content)
                details = {"file": file.name, "bytes": str(len(content))}
                pages.audit.note(
                    Noted(
                        at=now, actor=by.id, action="file_added", place=thread.key, details=details
                    )
                )

    async def _load(self, files: Sequence[ThreadFile], database: Path) -> None:
        """Write the thread's database from the bytes that the ledger keeps."""
        from knowledge.adapters.file_tables import load_files

        self._folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._folder) as aside:
            paths = []
            for number, file in enumerate(files):
                async with self._ledger.read() as pages:
                    content = await pages.files.content(file.id)
                path = Path(aside) / str(number) / file.name
                path.parent.mkdir()
                path.write_bytes(content or b"")
                paths.append(path)
            await asyncio.to_thread(load_files, paths, database)

    async def _close(self, name: str) -> None:
        opened = self._opened.pop(name, None)
        if opened is not None:
            await opened.workspace.warehouse.close()

    def _database(self, name: str, stamp: str) -> Path:
        return self._folder / f"{_place(name)}-{stamp}.duckdb"


class WithThreadFiles:
    """The flow, whose runs in a thread with files find its workspace open."""

    def __init__(self, flow: Flow, files: ThreadWorkspaces) -> None:
        self._flow = flow
        self._files = files

    @property
    def names(self) -> tuple[str, ...]:
        return self._flow.names

    def expect(self, question: str, workspace: str) -> None:
        self._flow.expect(question, workspace)

    async def run(self, name: str, state: RunState) -> Outcome:
        wanted = state.workspace or state.pinned
        if is_of_files(wanted):
            try:
                await self._files.ready(wanted)
            except KnowledgeError:
                log.exception("thread_files_unreadable")
        return await self._flow.run(name, state)

    def reopened(self, state: RunState) -> tuple[str, RunState]:
        return self._flow.reopened(state)

    def decided(self, state: RunState, ask: Ask, decision: Decision, signed: Signed) -> RunState:
        return self._flow.decided(state, ask, decision, signed)


class _RefusedError(Exception):
    """A file that is not taken; the sentence says why and what to do."""


def delete_databases(settings: Settings, folder: Path) -> None:
    """Delete what was made of threads' files; it is made again of those that are kept."""
    shutil.rmtree(folder / settings.state_folder / FOLDER, ignore_errors=True)


def _parted(
    files: Sequence[DroppedFile],
) -> tuple[list[DroppedFile], list[DroppedFile]]:
    """Pictures, and all others."""
    pictures = [file for file in files if PurePosixPath(_shown(file)).suffix.lower() in _PICTURES]
    return pictures, [file for file in files if file not in pictures]


def _shown(file: DroppedFile) -> str:
    """The file's name without folders and controls, short enough for a file system."""
    last = file.name.replace("\\", "/").split("/")[-1]
    name = "".join(each for each in last if each.isprintable())
    stem, dot, ending = name.strip(". ").rpartition(".")
    return f"{stem[:_LONGEST_NAME]}{dot}{ending[:10]}" if stem else f"{ending[:_LONGEST_NAME]}"


def _id_of(thread: Thread, file: DroppedFile) -> str:
    return hashlib.sha256(f"{thread.key}\n{file.id}".encode()).hexdigest()


def _thread_file(file: DroppedFile, thread: Thread, by: Person, now: dt.datetime) -> ThreadFile:
    return ThreadFile(
        id=_id_of(thread, file),
        thread=thread.key,
        workspace=workspace_of(thread),
        name=_shown(file),
        person=by.id,
        dropped_at=now,
    )


def _stamp(files: Sequence[ThreadFile]) -> str:
    """Changes whenever the thread has other files."""
    return hashlib.sha256("\n".join(file.id for file in files).encode()).hexdigest()[:16]


def _place(name: str) -> str:
    return name.rpartition(":")[2]


def _delete_others(folder: Path, kept: set[str]) -> None:
    for path in folder.glob("*.duckdb*"):
        if path.name.partition("-")[0] not in kept:
            path.unlink(missing_ok=True)


def _tables(catalog: Catalog) -> tuple[FileTable, ...]:
    return tuple(
        FileTable(
            name=table.name,
            rows=table.rows,
            columns=tuple(
                TableColumn(
                    name=column.name,
                    kind=say.KINDS.get(column.kind, say.TEXT),
                    span=say.span(column.low, column.high) if column.kind in _TIMES else "",
                )
                for column in table.columns
            ),
        )
        for table in catalog.tables
    )

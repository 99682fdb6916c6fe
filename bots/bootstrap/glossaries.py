"""The glossaries of an installation with what people saved to them, for a command."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from zoneinfo import ZoneInfo

from bots.bootstrap.database_files import located
from bots.bootstrap.environment import around
from bots.bootstrap.ledger import ledger_of
from bots.bootstrap.remembered import StandingFile
from bots.settings import Settings
from bots.wording import glossary as say
from knowledge.adapters.introspection import read_catalog
from knowledge.catalog import Catalog, Table
from knowledge.errors import KnowledgeError
from knowledge.glossary import Glossary
from knowledge.glossary_file import glossary_from, read_glossary
from knowledge.glossary_text import certified, exported, with_entries
from knowledge.saved_meanings import Meaning, with_meanings
from knowledge.semantic_layers import Imported, Join, fitted, read_semantic_layer
from pipeline.remembered.standing import Standing, StandingAnswer
from review.runs.remembering import LedgerStanding


class UnknownEntryError(KnowledgeError):
    """There is no such workspace, file or metric."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenIn:
    """How many entries are new in the file, and what was and could not be taken, in sentences."""

    file: Path
    new: int
    taken: str
    left_out: tuple[str, ...]


class Glossaries:
    """What an administrator may do with glossaries. Nothing is certified without a name."""

    def __init__(self, settings: Settings, folder: Path, kept: Sequence[Standing]) -> None:
        self._settings = settings
        self._folder = folder
        self._kept = kept

    async def saved(self, workspace: str) -> tuple[StandingAnswer, ...]:
        """What people saved for everybody in the workspace, each question once, on its days."""
        self._file(workspace)
        zone = ZoneInfo(self._settings.workspaces[workspace].calendar.time_zone)
        found: dict[str, StandingAnswer] = {}
        for store in self._kept:
            for answer in await store.of(workspace, ""):
                if answer.workspace == workspace and not answer.person:
                    at = answer.at.astimezone(zone) if answer.at else None
                    found[answer.question] = replace(answer, at=at)
        return tuple(found.values())

    async def text(self, workspace: str, *, edits: bool = False) -> str:
        """The glossary with what people saved to it, as the text of a file.

        With `edits`, only the entries that their answers make or change.
        """
        before = self._read(self._file(workspace))
        answers = await self.saved(workspace)
        meanings = {each.question: _meaning(each) for each in answers}
        after, left = with_meanings(before, meanings)
        shown = _changed(before, after) if edits else after
        said = [say.saved(each) for each in answers if each.question in {m.question for m in left}]
        return exported(shown) + "".join(f"# {line}\n" for line in said)

    async def take_in(self, workspace: str, text: str) -> TakenIn:
        """Put what another tool's semantic layer says into the file; nothing of it certified.

        Raises NoSemanticLayerError, DatabaseUnreachableError and GlossaryInvalidError.
        """
        path = self._file(workspace)
        url = located(self._settings.workspaces[workspace].url.get_secret_value(), self._folder)
        catalog = await asyncio.to_thread(read_catalog, url, workspace=workspace)
        found = _in_catalog(read_semantic_layer(text), catalog)
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        new, count = with_entries(old, found.glossary, self._read(path))
        glossary_from(new, str(path))
        if count:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(new, encoding="utf-8")
        same, unknown = _joins(found, catalog)
        return TakenIn(
            file=path,
            new=count,
            taken=say.found(found.source, found.glossary, same),
            left_out=(*found.left_out, *map(say.unknown_join, unknown)),
        )

    async def certify(self, workspace: str, metric: str, by: str) -> Path:
        """Say under a name that a metric is right. Raises UnknownEntryError."""
        path = self._file(workspace)
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        new = certified(old, metric, by)
        if new is None:
            raise UnknownEntryError(say.NO_METRIC.format(name=metric, file=path))
        glossary_from(new, str(path))
        path.write_text(new, encoding="utf-8")
        return path

    def _file(self, workspace: str) -> Path:
        settings = self._settings.workspaces.get(workspace)
        if settings is None:
            raise UnknownEntryError(say.NO_WORKSPACE.format(name=workspace))
        if not settings.glossary:
            raise UnknownEntryError(say.NO_FILE.format(name=workspace))
        return self._folder / settings.glossary

    def _read(self, path: Path) -> Glossary:
        return read_glossary(path) if path.exists() else Glossary()


def _meaning(answer: StandingAnswer) -> Meaning:
    return Meaning(
        question=answer.question, answer=answer.answer, said=answer.said, saved=say.by_whom(answer)
    )


def _changed(before: Glossary, after: Glossary) -> Glossary:
    return replace(
        after,
        metrics=tuple(each for each in after.metrics if each not in before.metrics),
        terms=tuple(each for each in after.terms if each not in before.terms),
        tables=tuple(each for each in after.tables if each not in before.tables),
        definitions=(),
        regions=(),
        unions=(),
    )


def _in_catalog(found: Imported, catalog: Catalog) -> Imported:
    """Over the tables of the database: by their whole name, else by the one of that name."""

    def key_of(name: str) -> str:
        table = catalog.table(name) or _only(name.rpartition(".")[2], catalog)
        return table.key if table else ""

    return fitted(found, key_of)


def _joins(found: Imported, catalog: Catalog) -> tuple[int, list[Join]]:
    """How many joins the catalog has as keys too, and those that it does not have."""
    keys = {
        (table.key, key.columns[0].lower(), key.to_table, key.to_columns[0].lower())
        for table in catalog.tables
        for key in table.foreign_keys
        if len(key.columns) == 1
    }

    def is_known(join: Join) -> bool:
        one = (join.table, join.column.lower())
        other = (join.to_table, join.to_column.lower())
        return (*one, *other) in keys or (*other, *one) in keys

    joins = list(dict.fromkeys(found.joins))
    unknown = [join for join in joins if not is_known(join)]
    return len(joins) - len(unknown), unknown


def _only(name: str, catalog: Catalog) -> Table | None:
    found = [table for table in catalog.tables if table.name.lower() == name.lower()]
    return found[0] if len(found) == 1 else None


@asynccontextmanager
async def glossaries(settings: Settings, folder: Path) -> AsyncIterator[Glossaries]:
    """The glossaries of these settings. Raises LedgerUnusableError."""
    async with AsyncExitStack() as stack:
        ledger = await ledger_of(settings, folder, serving=False)
        stack.push_async_callback(ledger.close)
        clock = around(settings).clock
        terminal = StandingFile(folder / settings.state_folder / "remembered.json", clock)
        yield Glossaries(settings, folder, (terminal, LedgerStanding(ledger, clock)))

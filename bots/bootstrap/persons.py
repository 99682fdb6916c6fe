"""A person in an installation: forgotten, or given what is kept of them."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bots.bootstrap.backups import knowledge_files
from bots.bootstrap.database_files import located
from bots.bootstrap.ledger import ledger_of
from bots.bootstrap.roles import is_person_id
from bots.bootstrap.thread_files import delete_databases
from bots.bootstrap.validated import index_path
from bots.settings import Settings
from review.adapters import person_records
from review.adapters.command_connections import clean
from review.ledger.errors import LedgerUnavailableError, ReviewError
from review.ledger.pseudonyms import Traces, ids_of
from review.ledger.records import Noted
from review.runs import operating

_LOGS: Final = ".log"


class UnknownPersonError(ReviewError):
    """Nobody is known by this id or name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What took the person's place, what was changed, and where they are still named."""

    pseudonym: str
    rows: int
    entries: int
    left: tuple[str, ...]


async def forget(
    settings: Settings, folder: Path, person: str, noted: Noted, *, every_mention: bool
) -> Forgotten:
    """Take a person out of the ledger, the index and the files that Countersign writes.

    Raises UnknownPersonError, LedgerUnavailableError, and other ReviewErrors.
    """
    url, ids = _url(settings, folder), _ids(settings, person)
    known = person_records.known_of(url, ids)
    names = tuple(sorted({*known.names, *_names(settings, ids)}))
    others = {
        each.name for ident, each in settings.people.items() if {ident, *each.also}.isdisjoint(ids)
    }
    shared = {*person_records.shared_names(url, ids, names), *others.intersection(names)}
    traces = Traces(
        ids=(*ids, *known.channels),
        names=names,
        shared=tuple(sorted(shared)),
        pseudonym=f"forgotten-{secrets.token_hex(6)}",
        every_mention=every_mention,
    )
    await _cancel(settings, folder, person_records.open_runs(url, ids), noted)
    done = person_records.forget(url, traces, noted)
    delete_databases(settings, folder)
    for name in settings.workspaces:
        index_path(settings, folder, name).unlink(missing_ok=True)
    left = [*done.left, *_in_files(settings, folder, traces)]
    try:
        clean(url)
    except LedgerUnavailableError as error:
        left.append(f"pages of the database file that are free now ({error.reason})")
    return Forgotten(
        pseudonym=traces.pseudonym, rows=done.rows, entries=done.entries, left=tuple(left)
    )


def exported(settings: Settings, folder: Path, person: str) -> Mapping[str, Any]:
    """All that the ledger keeps of a person. Raises UnknownPersonError, LedgerUnavailableError."""
    url, ids = _url(settings, folder), _ids(settings, person)
    names = {*person_records.known_of(url, ids).names, *_names(settings, ids)}
    rows = person_records.exported(url, ids, sorted(name for name in names if " " in name))
    return {"person": person, "ids": ids, "names": sorted(names), "ledger": rows}


def _ids(settings: Settings, person: str) -> tuple[str, ...]:
    """Every id of the person whom an id or a name of the settings means."""
    for ident, each in settings.people.items():
        if person in (ident, *each.also) or (each.name and person == each.name):
            return tuple(dict.fromkeys(part for one in (ident, *each.also) for part in ids_of(one)))
    if is_person_id(person):
        return ids_of(person)
    message = (
        f"Nobody is called {person!r} in the settings. Give the id, for example "
        "slack:T012345:U012345 or teams:TENANT:OBJECT-ID."
    )
    raise UnknownPersonError(message)


def _names(settings: Settings, ids: tuple[str, ...]) -> Iterator[str]:
    for ident, each in settings.people.items():
        if each.name and not {ident, *each.also}.isdisjoint(ids):
            yield each.name


async def _cancel(settings: Settings, folder: Path, runs: tuple[str, ...], noted: Noted) -> None:
    ledger = await ledger_of(settings, folder, serving=False)
    try:
        async with ledger.begin() as pages:
            for run in runs:
                await operating.cancel(pages, run, noted.actor, noted.at)
    finally:
        await ledger.close()


def _in_files(settings: Settings, folder: Path, traces: Traces) -> Iterator[str]:
    """Logs of ours lose the person; files that people keep are named, with the line."""
    state = folder / settings.state_folder
    for path in sorted(state.glob(f"*{_LOGS}")):
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        if traces.found_in(text):
            new = traces.replaced(text)
            path.write_text(new, encoding="utf-8", errors="surrogateescape")
    kept = {
        path
        for path in state.rglob("*")
        if path.suffix != ".sqlite3" and ".sqlite3-" not in path.name
    }
    for path in sorted(
        {*kept, folder / "countersign.yaml", *knowledge_files(settings, folder).values()}
    ):
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            for number, line in enumerate(text.splitlines(), 1):
                if traces.found_in(line):
                    yield f"{path}, line {number}"


def _url(settings: Settings, folder: Path) -> str:
    return located(settings.ledger.url.get_secret_value(), folder)

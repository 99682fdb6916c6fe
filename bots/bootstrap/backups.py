"""Backups of an installation: its ledger and the files of its knowledge."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bots.bootstrap.database_files import located
from bots.bootstrap.ledger import ledger_of
from bots.bootstrap.validated import index_path
from bots.settings import Settings
from countersign_bot import __version__
from pipeline.checkpoint import CheckpointKind
from review.adapters import table_copies
from review.adapters.backup_file import (
    BackupError,
    BackupFile,
    Made,
    opened_backup,
    refuse_folder,
    write_backup,
)
from review.ledger.records import ACTIVE, Noted
from review.runs import operating

_OF_CHANGES: Final = (CheckpointKind.WRITE_APPROVAL, CheckpointKind.WRITE_OUTCOME)
_GLOSSARY: Final = "glossary.yaml"
_VALIDATED: Final = "validated.yaml"
_PROMPTS: Final = "prompts"
_REMEMBERED: Final = "remembered.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was restored: when the backup was made, and how many files were written."""

    made_at: str
    files: int


async def back_up(settings: Settings, folder: Path, target: Path, noted: Noted) -> int:
    """Write a backup while the service runs; how many rows it has. Raises ReviewError.

    The audit says so before the copy is made, so that the copy has all that the ledger has.
    """
    refuse_folder(target)
    ledger = await ledger_of(settings, folder, serving=False)
    try:
        async with ledger.begin() as pages:
            pages.audit.note(noted)
    finally:
        await ledger.close()
    with table_copies.snapshot(_url(settings, folder)) as found:
        made = Made(at=noted.at.isoformat(), version=__version__, revision=found.revision)
        files = {
            name: path for name, path in knowledge_files(settings, folder).items() if path.is_file()
        }
        return write_backup(target, made, found.tables, files)


def waiting_changes(source: Path) -> tuple[str, ...]:
    """The runs in the backup whose change of data is not over. Raises BackupError."""
    with opened_backup(source) as backup:
        return tuple(sorted(_waiting(backup)))


async def restore(
    settings: Settings, folder: Path, source: Path, noted: Noted, *, replace: bool, withdraw: bool
) -> Restored:
    """Put a backup into the ledger and the folder that the settings name, and drop the index.

    `withdraw` ends the changes that are not over. The files are written beside their places before
    the ledger is touched: what cannot be written stops all of it. Raises ReviewError.
    """
    with opened_backup(source) as backup:
        to_write = _to_write(settings, folder, backup, replace=replace)
        staged = _staged(to_write)
        try:
            table_copies.restore(backup, _url(settings, folder), noted, replace=replace)
        except BaseException:
            _drop(staged)
            raise
        waiting = _waiting(backup)
        made_at = backup.made.at
    for path, beside in staged.items():
        beside.replace(path)
    for name in settings.workspaces:
        index_path(settings, folder, name).unlink(missing_ok=True)
    if withdraw and waiting:
        await _withdraw(settings, folder, waiting, noted)
    return Restored(made_at=made_at, files=len(to_write))


async def _withdraw(settings: Settings, folder: Path, runs: set[str], noted: Noted) -> None:
    ledger = await ledger_of(settings, folder, serving=False)
    try:
        async with ledger.begin() as pages:
            for run in sorted(runs):
                await operating.cancel(pages, run, noted.actor, noted.at)
    finally:
        await ledger.close()


def _staged(to_write: Mapping[Path, bytes]) -> dict[Path, Path]:
    """The files, written beside their places. Raises BackupError, and leaves none then."""
    staged: dict[Path, Path] = {}
    for path, content in to_write.items():
        beside = path.with_name(f"{path.name}.restored")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            staged[path] = beside
            beside.write_bytes(content)
        except OSError as error:
            _drop(staged)
            message = f"{path} cannot be written ({error.strerror}). Nothing was restored."
            raise BackupError(message) from error
    return staged


def _drop(staged: Mapping[Path, Path]) -> None:
    for beside in staged.values():
        beside.unlink(missing_ok=True)


def _waiting(backup: BackupFile) -> set[str]:
    """Runs with a change that waits for approval, or is approved and not known to be over.

    A backup does not know what was carried out after it was made.
    """
    active = {row["id"] for row in backup.rows("runs") if row["status"] in ACTIVE}
    asked = (row for row in backup.rows("checkpoints") if row["kind"] in _OF_CHANGES)
    return {row["run"] for row in asked} & active


def _to_write(
    settings: Settings, folder: Path, backup: BackupFile, *, replace: bool
) -> dict[Path, bytes]:
    """The files whose content is another here. Raises BackupError where one would be lost."""
    places, found = knowledge_files(settings, folder, backup.files), {}
    for name in backup.files:
        path, content = places.get(name), backup.content(name)
        if path is None:
            message = (
                f"The backup has {name}, and these settings have no place for it. Name the "
                "workspace and its file in the settings, as they were, and restore again."
            )
            raise BackupError(message)
        if path.is_file() and path.read_bytes() == content:
            continue
        if path.exists() and not replace:
            message = f"{path} is another one than in the backup. Say --replace to overwrite it."
            raise BackupError(message)
        found[path] = content
    return found


def knowledge_files(
    settings: Settings, folder: Path, named: tuple[str, ...] = ()
) -> Mapping[str, Path]:
    """Where each file of knowledge is, by its name in a backup; prompts by what there is."""
    found = {_REMEMBERED: folder / settings.state_folder / _REMEMBERED}
    for workspace, each in settings.workspaces.items():
        for name, place in ((_GLOSSARY, each.glossary), (_VALIDATED, each.validated)):
            if place:
                found[f"{workspace}/{name}"] = folder / place
        if each.models.prompts:
            prompts, within = folder / each.models.prompts, f"{workspace}/{_PROMPTS}/"
            there = {path.relative_to(prompts).as_posix() for path in prompts.rglob("*")}
            kept = {name.removeprefix(within) for name in named if name.startswith(within)}
            found |= {f"{within}{name}": prompts / name for name in there | kept}
    return found


def _url(settings: Settings, folder: Path) -> str:
    return located(settings.ledger.url.get_secret_value(), folder)

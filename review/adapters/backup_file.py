"""The file of a backup: a zip whose last member lists what must be in it.

It is written beside its place and renamed when it is on the disk, so whoever is killed half way
leaves the backup of before. The digests are checked before anything is restored.
"""

import contextlib
import hashlib
import json
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from review.adapters.file_lock import only_one
from review.ledger.errors import ReviewError

Row: TypeAlias = dict[str, Any]
Tables: TypeAlias = Iterable[tuple[str, Iterable[Row]]]

_FORMAT: Final = 1
_LIST: Final = "backup.json"
_OURS: Final = "countersign backup"
_CHUNK: Final = 1 << 20


class BackupError(ReviewError):
    """A backup cannot be made, read or restored; the message says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """When a backup was made, by which version, and of a ledger at which migration."""

    at: str
    version: str
    revision: str


def refuse_folder(target: Path) -> None:
    """Raise BackupError where a folder is named, which no file can replace."""
    if target.is_dir():
        message = f"{target} is a folder. Name a file in it. Nothing was written."
        raise BackupError(message)


def write_backup(target: Path, made: Made, tables: Tables, files: Mapping[str, Path]) -> int:
    """Write the backup, in place of the one that is there. Returns its rows.

    Raises BackupError.
    """
    beside = target.with_name(f"{target.name}.partial")
    try:
        with only_one(beside) as file:
            try:
                # It holds what people asked and were answered.
                os.fchmod(file.fileno(), 0o600)
                rows = _written(file, made, tables, files)
                file.flush()
                os.fsync(file.fileno())
            except BaseException:
                # A full disk is not to stay full of half a backup.
                beside.unlink()
                raise
            beside.replace(target)
            _sync_folder(target.parent)
    except BlockingIOError as error:
        message = f"Another process is writing {target}. Wait for it, or name another file."
        raise BackupError(message) from error
    except OSError as error:
        message = (
            f"{target} cannot be written: {error.strerror or error}. "
            "A backup that was there before is as it was."
        )
        raise BackupError(message) from error
    return rows


class BackupFile:
    """A backup that is whole: every member has the digest that was written down."""

    def __init__(self, archive: zipfile.ZipFile, listed: Mapping[str, Any]) -> None:
        self._archive = archive
        self._listed = listed
        self.made = Made(**listed["made"])

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(self._listed["tables"])

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(self._listed["files"])

    def rows(self, table: str) -> Iterator[Row]:
        with self._archive.open(_table(table)) as lines:
            yield from (json.loads(line) for line in lines)

    def content(self, file: str) -> bytes:
        return self._archive.read(_file(file))


@contextlib.contextmanager
def opened_backup(path: Path) -> Iterator[BackupFile]:
    """The backup, looked through. Raises BackupError where it is cut off, changed or none."""
    cut_off = (
        f"{path} is cut off or damaged. Nothing was restored. Use another copy, or an older backup."
    )
    try:
        with zipfile.ZipFile(path) as archive:
            yield _checked(archive, path, cut_off)
    except FileNotFoundError as error:
        message = f"There is no file {path}."
        raise BackupError(message) from error
    except (zipfile.BadZipFile, EOFError) as error:
        raise BackupError(cut_off) from error
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror or error}."
        raise BackupError(message) from error


def _checked(archive: zipfile.ZipFile, path: Path, cut_off: str) -> BackupFile:
    names = set(archive.namelist())
    if _LIST not in names:
        message = f"{path} is not a backup of Countersign."
        raise BackupError(message)
    try:
        listed = json.loads(archive.read(_LIST))
        if listed.get("what") != _OURS or listed.get("format") != _FORMAT:
            message = f"{path} was made by another version of Countersign: restore it with that."
            raise BackupError(message)
        wanted = {_table(name): each["sha256"] for name, each in listed["tables"].items()}
        wanted |= {_file(name): digest for name, digest in listed["files"].items()}
        if names != {_LIST, *wanted}:
            raise BackupError(cut_off)
        for name, digest in wanted.items():
            if _digest_of(archive, name) != digest:
                raise BackupError(cut_off)
        return BackupFile(archive, listed)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BackupError(cut_off) from error


def _written(file: IO[bytes], made: Made, tables: Tables, files: Mapping[str, Path]) -> int:
    listed: dict[str, Any] = {"what": _OURS, "format": _FORMAT, "made": asdict(made)}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        listed["tables"] = {name: _add_table(archive, name, rows) for name, rows in tables}
        listed["files"] = {name: _add_file(archive, name, path) for name, path in files.items()}
        archive.writestr(_LIST, json.dumps(listed, indent=1))
    return sum(each["rows"] for each in listed["tables"].values())


def _add_table(archive: zipfile.ZipFile, name: str, rows: Iterable[Row]) -> Row:
    digest, count = hashlib.sha256(), 0
    with archive.open(_table(name), "w", force_zip64=True) as member:
        for row in rows:
            line = json.dumps(row, ensure_ascii=False).encode() + b"\n"
            digest.update(line)
            member.write(line)
            count += 1
    return {"rows": count, "sha256": digest.hexdigest()}


def _add_file(archive: zipfile.ZipFile, name: str, path: Path) -> str:
    content = path.read_bytes()
    archive.writestr(_file(name), content)
    return hashlib.sha256(content).hexdigest()


def _digest_of(archive: zipfile.ZipFile, name: str) -> str:
    digest = hashlib.sha256()
    with archive.open(name) as member:
        while chunk := member.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _table(name: str) -> str:
    return f"ledger/{name}.jsonl"


def _file(name: str) -> str:
    return f"files/{name}"


def _sync_folder(folder: Path) -> None:
    """The new name itself to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

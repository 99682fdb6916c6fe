"""Files that people drop into a thread, as the surfaces hand them over and are told of them."""

import datetime as dt
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from pipeline.people import Person
from review.ledger.threads import Thread

# The bytes of a file of at most so many. Raises FileAway, FileTooLarge.
Fetch: TypeAlias = Callable[[int], Awaitable[bytes]]


class FileAway(Exception):
    """The file cannot be fetched; the message is a sentence on why and what to do."""


class FileTooLarge(Exception):
    """The file holds more than it may; nothing of it is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DroppedFile:
    """A file on a surface. `size` is what the surface states, None where it states nothing."""

    id: str
    name: str
    size: int | None
    fetch: Fetch


@dataclass(frozen=True, slots=True, kw_only=True)
class TableColumn:
    """A column as it was read: `kind` is its type in words, `span` its first and last value."""

    name: str
    kind: str
    span: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTable:
    """A table of the thread."""

    name: str
    rows: int | None
    columns: tuple[TableColumn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenFiles:
    """What became of dropped files.

    `names` were loaded, and `tables` are all of the thread now. `notes` are sentences on what was
    guessed, `refused` on files without a table, `beside` on pictures, that stop no question.
    `again` says that all of them were taken before: there is nothing to say.
    """

    names: tuple[str, ...] = ()
    tables: tuple[FileTable, ...] = ()
    notes: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    kept_for: dt.timedelta | None = None
    again: bool = False


class FileShelf(Protocol):
    """Takes files into the private database of a thread."""

    async def take(
        self, files: Sequence[DroppedFile], thread: Thread, by: Person
    ) -> TakenFiles: ...


async def read_part_by_part(parts: AsyncIterator[bytes], most: int) -> bytes:
    """All bytes of a stream that ends in time. Raises FileTooLarge."""
    read = bytearray()
    async for part in parts:
        read += part
        if len(read) > most:
            raise FileTooLarge
    return bytes(read)

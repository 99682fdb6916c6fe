"""Files of threads: what people dropped into a conversation, kept for its people alone."""

import datetime as dt
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from pipeline.result import OF_FILES
from review.ledger.threads import Thread

_LENGTH: Final = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadFile:
    """A file as it was dropped. `id` is the same for every delivery of it."""

    id: str
    thread: str
    workspace: str
    name: str
    person: str
    dropped_at: dt.datetime


class ThreadFiles(Protocol):
    """The files of threads, the oldest first. A file takes the place of one of the same name."""

    async def add(self, file: ThreadFile, content: bytes) -> None: ...

    async def of(self, workspace: str) -> Sequence[ThreadFile]:
        """The files of one thread, by the name of its workspace."""
        ...

    async def content(self, file: str) -> bytes | None:
        """The bytes of a file; None where it is gone."""
        ...

    async def remove(self, workspace: str) -> int:
        """Remove the files of one thread; how many there were."""
        ...

    async def workspaces(self) -> frozenset[str]:
        """The names of all workspaces that have files."""
        ...


def workspace_of(thread: Thread) -> str:
    """The name of the workspace that holds this thread's files: of no other thread."""
    return OF_FILES + hashlib.sha256(thread.key.encode()).hexdigest()[:_LENGTH]

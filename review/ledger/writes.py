"""The rows of the write book."""

import datetime as dt
from dataclasses import dataclass
from typing import Protocol

from pipeline.writes.values import WriteEntry
from review.ledger.records import RunStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """A row of the book. `claimed_by` names the one attempt that may send COMMIT or settle."""

    approval: str
    run: str
    digest: str
    entry: WriteEntry
    claimed_by: str
    changed_at: dt.datetime


class Writes(Protocol):
    """The book's rows, in a transaction of the ledger."""

    async def add(self, write: Write) -> bool:
        """False where the approval was taken up before."""
        ...

    async def get(self, approval: str) -> Write | None: ...

    async def of_run(self, run: str) -> list[Write]:
        """All of a run, oldest first."""
        ...

    async def written_in(self, workspace: str, limit: int) -> list[Write]:
        """The last that were written in a workspace, newest first."""
        ...

    async def strays(self, limit: int) -> list[Write]:
        """Those that were sent and not settled, of runs that are over."""
        ...

    async def save(self, write: Write, *, held_by: str) -> bool:
        """Write over the row if that attempt still holds it."""
        ...

    async def lock_run(self, run: str) -> RunStatus | None:
        """The run's status, which nobody changes before the transaction ends."""
        ...

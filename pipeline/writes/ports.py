"""The ports of approved writes: the database that is written to, and the book of what was sent."""

import datetime as dt
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from pipeline.writes.values import (
    Approved,
    Changed,
    Committed,
    Impossible,
    Landed,
    NotWritten,
    Preview,
    Proposal,
    Uncertain,
    WriteEntry,
    WriteStatus,
)

BeforeCommit: TypeAlias = Callable[[str], Awaitable[None]]


class WritableDatabase(Protocol):
    """One workspace's database under its own identity for approved writes.

    Errors: none; whatever goes wrong is a result. Nothing is retried in here.
    """

    async def preview(self, proposal: Proposal, budget: dt.timedelta) -> Preview | Impossible:
        """What the statement would do: executed, looked at, and rolled back within the budget."""
        ...

    async def execute(
        self, proposal: Proposal, approved: Approved, before_commit: BeforeCommit
    ) -> Committed | Changed | NotWritten | Uncertain:
        """One transaction: lock, compare with what was approved, run, count, commit.

        `before_commit` is awaited with the transaction's mark (empty where the engine has none)
        after the counts agreed and before COMMIT is sent; if it raises, all is rolled back.
        """
        ...

    async def landed(self, mark: str) -> Landed:
        """What became of the transaction with this mark; `UNDECIDED` where nobody can say."""
        ...

    async def check_sql(self, proposal: Proposal) -> str:
        """A read that shows a person whether the change is there; empty where there is none."""
        ...

    async def close(self) -> None: ...


class WriteBook(Protocol):
    """The durable record of approved writes, one row an approval.

    Every call is committed before it returns. Errors: `StaleError` of the ledger's owner.
    """

    async def claim(self, approval: str, run: str, digest: str) -> WriteStatus:
        """Take the approval up, once: what it is now; `CLAIMED` only for the caller who got it.

        Whoever claims what another attempt had claimed or sent takes it over: that other attempt
        can neither send its COMMIT any more nor settle.
        """
        ...

    async def entry(self, approval: str) -> WriteEntry:
        """What the book holds of a claimed approval."""
        ...

    async def executing(self, approval: str, mark: str) -> None:
        """COMMIT is about to be sent, under this mark. Raises when the claim is no longer ours."""
        ...

    async def settle(self, approval: str, status: WriteStatus, result: str) -> None:
        """What happened, as JSON for `countersign audit`."""
        ...

"""Death at the very point that was planned for a write: in the database, the book or the chat."""

import datetime as dt
import os
import random
import re
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

from typing_extensions import override

from pipeline.writes.ports import BeforeCommit, WritableDatabase, WriteBook
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
from review.ledger.notices import Delivery
from review.ledger.stored import dump_notice
from review.ledger.threads import Thread
from tests.chaos.replica import FileChat

POINTS = (
    *("click", "decided", "claim", "claimed", "execute", "send", "sent", "commit", "committed"),
    *("settled", "receipt", "received"),
)


_ROW = re.compile(r"\bid = (\d+)")


class Doom:
    """Who dies where: files name a point for a row, and each kills one process only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def meets(self, row: str, point: str) -> bool:
        """Whether this process is to die here; asked once."""
        try:
            (self._folder / f"{row}-{point}").rename(self._folder / f"{row}-{point}.met")
        except FileNotFoundError:
            return False
        return True

    def strike(self, row: str, point: str) -> None:
        if self.meets(row, point):
            os.kill(os.getpid(), signal.SIGKILL)

    def strike_soon(self, row: str, point: str, within: float) -> None:
        """At some moment of what happens next."""
        if self.meets(row, point):
            wait = random.random() * within  # noqa: S311 - chance, not secrecy

            def die() -> None:
                time.sleep(wait)
                os.kill(os.getpid(), signal.SIGKILL)

            threading.Thread(target=die, daemon=True).start()


def row_of(text: str) -> str:
    found = _ROW.search(text)
    return found[1] if found else ""


class DeadlyDatabase:
    """The real database, around which the process may die."""

    def __init__(self, real: WritableDatabase, doom: Doom) -> None:
        self._real = real
        self._doom = doom

    async def preview(self, proposal: Proposal, budget: dt.timedelta) -> Preview | Impossible:
        return await self._real.preview(proposal, budget)

    async def execute(
        self, proposal: Proposal, approved: Approved, before_commit: BeforeCommit
    ) -> Committed | Changed | NotWritten | Uncertain:
        row = row_of(proposal.sql)

        async def before(mark: str) -> None:
            self._doom.strike(row, "send")
            await before_commit(mark)
            self._doom.strike(row, "sent")
            self._doom.strike_soon(row, "commit", 0.004)

        self._doom.strike_soon(row, "execute", 0.03)
        done = await self._real.execute(proposal, approved, before)
        self._doom.strike(row, "committed")
        return done

    async def landed(self, mark: str) -> Landed:
        return await self._real.landed(mark)

    async def check_sql(self, proposal: Proposal) -> str:
        return await self._real.check_sql(proposal)

    async def close(self) -> None:
        await self._real.close()


class DeadlyBook:
    """The real book, around which the process may die."""

    def __init__(self, real: WriteBook, doom: Doom, row: Callable[[], str]) -> None:
        self._real = real
        self._doom = doom
        self._row = row

    async def claim(self, approval: str, run: str, digest: str) -> WriteStatus:
        self._doom.strike(self._row(), "claim")
        status = await self._real.claim(approval, run, digest)
        self._doom.strike(self._row(), "claimed")
        return status

    async def entry(self, approval: str) -> WriteEntry:
        return await self._real.entry(approval)

    async def executing(self, approval: str, mark: str) -> None:
        await self._real.executing(approval, mark)

    async def settle(self, approval: str, status: WriteStatus, result: str) -> None:
        await self._real.settle(approval, status, result)
        self._doom.strike(self._row(), "settled")


class DeadlyChat(FileChat):
    """A chat around whose receipts the process may die."""

    def __init__(self, path: Path, doom: Doom) -> None:
        super().__init__(path)
        self._doom = doom

    @override
    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        kind, notice = dump_notice(delivery.notice)
        row = row_of(notice) if kind == "Written" else ""
        self._doom.strike(row, "receipt")
        ref = await super().deliver(thread, delivery)
        self._doom.strike(row, "received")
        return ref

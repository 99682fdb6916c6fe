"""The write book: what was sent to people's databases, one row an approval, fenced by its claim."""

import asyncio
from dataclasses import replace

from pipeline.writes.values import WriteEntry, WriteStatus
from review.ledger.errors import LedgerUnavailableError, StaleError
from review.ledger.port import Ledger, Pages
from review.ledger.records import Noted, RunStatus
from review.ledger.writes import Write
from review.settings import Clock

# What the database was told to keep is worth waiting for: the record follows when the ledger is up.
_TRIES = 6
_WAIT = 0.5


class LedgerBook:
    """The WriteBook port for one attempt. Raises StaleError, LedgerUnavailableError.

    `attempt` is a name that no other attempt has, before or after, in any process.
    """

    def __init__(self, ledger: Ledger, clock: Clock, attempt: str) -> None:
        self._ledger = ledger
        self._clock = clock
        self._attempt = attempt

    async def claim(self, approval: str, run: str, digest: str) -> WriteStatus:
        async with self._ledger.begin() as pages:
            await self._running(pages, run)
            fresh = self._row(approval, run, digest)
            if await pages.writes.add(fresh):
                self._note(pages, fresh, "write claimed")
                return WriteStatus.CLAIMED
            known = await pages.writes.get(approval)
            if known is None or known.run != run or known.digest != digest:
                raise StaleError(approval)
            return await self._taken_over(pages, known)

    async def _taken_over(self, pages: Pages, known: Write) -> WriteStatus:
        """What an earlier attempt had claimed or sent is this one's now."""
        status = known.entry.status
        if status in (WriteStatus.CLAIMED, WriteStatus.EXECUTING):
            mine = self._after(known, known.entry)
            if not await pages.writes.save(mine, held_by=known.claimed_by):
                raise StaleError(known.approval)
            self._note(pages, mine, "write taken over")
        return status

    async def entry(self, approval: str) -> WriteEntry:
        async with self._ledger.read() as pages:
            known = await pages.writes.get(approval)
        if known is None:
            raise StaleError(approval)
        return known.entry

    async def executing(self, approval: str, mark: str) -> None:
        async with self._ledger.begin() as pages:
            known = await self._mine(pages, approval)
            await self._running(pages, known.run)
            if known.entry.status is not WriteStatus.CLAIMED:
                raise StaleError(approval)
            sent = self._after(known, WriteEntry(status=WriteStatus.EXECUTING, mark=mark))
            await self._save(pages, sent)
            self._note(pages, sent, "commit sent", mark=mark)
        # A power cut must not forget what another database is about to remember.
        await self._ledger.flush()

    async def settle(self, approval: str, status: WriteStatus, result: str) -> None:
        for tries in range(1, _TRIES + 1):
            try:
                return await self._settle(approval, status, result)
            except LedgerUnavailableError:
                if tries == _TRIES:
                    raise
                await asyncio.sleep(_WAIT)
        return None

    async def _settle(self, approval: str, status: WriteStatus, result: str) -> None:
        async with self._ledger.begin() as pages:
            known = await pages.writes.get(approval)
            if known is None:
                raise StaleError(approval)
            entry = WriteEntry(status=status, mark=known.entry.mark, result=result)
            if known.entry == entry:
                return
            # What is unknown belongs to nobody: whoever was told by a person may settle it.
            unknown = known.entry.status is WriteStatus.UNKNOWN
            if not unknown and known.claimed_by != self._attempt:
                raise StaleError(approval)
            if known.entry.status in (WriteStatus.DONE, WriteStatus.FAILED):
                raise StaleError(approval)
            after = self._after(known, entry)
            if not await pages.writes.save(after, held_by=known.claimed_by):
                raise StaleError(approval)
            self._note(pages, after, f"write {status}", result=result)

    async def _mine(self, pages: Pages, approval: str) -> Write:
        known = await pages.writes.get(approval)
        if known is None or known.claimed_by != self._attempt:
            raise StaleError(approval)
        return known

    async def _save(self, pages: Pages, write: Write) -> None:
        if not await pages.writes.save(write, held_by=self._attempt):
            raise StaleError(write.approval)

    async def _running(self, pages: Pages, run: str) -> None:
        """A run that was stopped writes nothing any more."""
        if await pages.writes.lock_run(run) is not RunStatus.RUNNING:
            raise StaleError(run)

    def _row(self, approval: str, run: str, digest: str) -> Write:
        return Write(
            approval=approval,
            run=run,
            digest=digest,
            entry=WriteEntry(status=WriteStatus.CLAIMED),
            claimed_by=self._attempt,
            changed_at=self._clock(),
        )

    def _after(self, known: Write, entry: WriteEntry) -> Write:
        return replace(known, entry=entry, claimed_by=self._attempt, changed_at=self._clock())

    def _note(self, pages: Pages, write: Write, action: str, **details: str) -> None:
        pages.audit.note(
            Noted(
                at=self._clock(),
                actor=f"process:{self._attempt}",
                action=action,
                run=write.run,
                checkpoint=write.approval,
                details={"digest": write.digest} | details,
            )
        )

"""Delivers what is owed: in order per thread, each notice once, with patience."""

import datetime as dt
from dataclasses import dataclass, replace

import structlog

from review.desk import MessageGone, Postman, TryLater, Undeliverable
from review.dispatch import Job, JobKind
from review.errors import LedgerUnavailableError
from review.ledger import Ledger, Pages
from review.notices import Delivery
from review.records import Lease, Owed, OwedStatus
from review.settings import Around, ReviewSettings

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """A claimed notice, the message it edits, and the message it stands below."""

    owed: Owed
    replaces: str
    under: str


class Deliverer:
    """Empties a thread's outbox. Any replica may try: the lease on the first notice decides."""

    def __init__(
        self, ledger: Ledger, postman: Postman, around: Around, settings: ReviewSettings
    ) -> None:
        self._ledger = ledger
        self._postman = postman
        self._around = around
        self._settings = settings

    async def deliver(self, thread: str) -> None:
        """Send until the thread is owed nothing, has to wait, or is in other hands."""
        try:
            async with self._ledger.begin() as pages:
                parcel = await self._take(pages, thread)
            while parcel is not None:
                ended, ref = await self._sent(parcel)
                async with self._ledger.begin() as pages:
                    await pages.outbox.mark(ended, ref)
                    parcel = await self._take(pages, thread)
        except LedgerUnavailableError as error:
            log.warning("ledger_unavailable", thread=thread, reason=error.reason)

    async def _take(self, pages: Pages, thread: str) -> Parcel | None:
        now = self._around.clock()
        head = await pages.outbox.head(thread)
        if head is None or not self._free(pages, head, now):
            return None
        attempts = head.lease.attempts + 1
        until = now + self._settings.hold
        lease = Lease(owner=self._around.owner, until=until, attempts=attempts)
        if not await pages.outbox.claim(head, lease):
            return None
        return Parcel(
            owed=replace(head, lease=lease),
            replaces=await pages.outbox.message(head.slot),
            under=await pages.outbox.message(head.after_slot) if head.after_slot else "",
        )

    def _free(self, pages: Pages, head: Owed, now: dt.datetime) -> bool:
        """Whether it may be sent now; where it is for later, somebody is woken then."""
        if head.status is OwedStatus.SENDING:
            return head.lease.until is None or head.lease.until <= now
        if head.due > now:
            delay = (head.due - now).total_seconds()
            pages.wake(Job(kind=JobKind.POST, id=head.thread.key, delay=delay))
        return head.due <= now

    async def _sent(self, parcel: Parcel) -> tuple[Owed, str]:
        """How the sending ended, and the reference of the message."""
        owed = parcel.owed
        try:
            ref = await self._found(parcel) or await self._handed_over(parcel)
        except TryLater as late:
            return self._again(owed, str(late), late.seconds), ""
        except (Undeliverable, MessageGone) as refused:
            log.warning("notice_undeliverable", key=owed.key, run=owed.run, reason=str(refused))
            return self._ended(owed, OwedStatus.DEAD, str(refused) or "The channel is gone."), ""
        except Exception as error:
            log.exception("notice_not_sent", key=owed.key, run=owed.run)
            return self._again(owed, repr(error), 0.0), ""
        return self._ended(owed, OwedStatus.SENT), ref

    async def _found(self, parcel: Parcel) -> str | None:
        """The message of an earlier try that may have arrived before its sender died."""
        if parcel.owed.lease.attempts == 1 or parcel.replaces:
            return None
        return await self._postman.find(parcel.owed.thread, parcel.owed.key)

    async def _handed_over(self, parcel: Parcel) -> str:
        owed = parcel.owed
        delivery = Delivery(
            key=owed.key,
            slot=owed.slot,
            notice=owed.notice,
            replaces=parcel.replaces,
            only_for=owed.only_for,
            under=parcel.under,
        )
        try:
            return await self._postman.deliver(owed.thread, delivery)
        except MessageGone:
            if not parcel.replaces:
                raise
            # Somebody deleted the message to edit: say it in a new one.
            return await self._postman.deliver(owed.thread, replace(delivery, replaces=""))

    def _again(self, owed: Owed, trouble: str, at_least: float) -> Owed:
        if owed.lease.attempts >= self._settings.send_attempts:
            log.error("notice_given_up", key=owed.key, run=owed.run, trouble=trouble)
            return self._ended(owed, OwedStatus.DEAD, trouble)
        doubled = self._settings.send_wait * 2 ** (owed.lease.attempts - 1)
        wait = max(dt.timedelta(seconds=at_least), min(doubled, self._settings.longest_send_wait))
        again = self._ended(owed, OwedStatus.OWED, trouble)
        return replace(again, due=again.due + wait)

    def _ended(self, owed: Owed, status: OwedStatus, trouble: str = "") -> Owed:
        return replace(owed, status=status, trouble=trouble, due=self._around.clock())

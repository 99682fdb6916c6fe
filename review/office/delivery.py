"""Delivers what is owed: in order per thread, each notice once, with patience."""

import datetime as dt
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import structlog

from review.ledger.dispatch import Job, JobKind
from review.ledger.errors import LedgerUnavailableError
from review.ledger.notices import Delivery
from review.ledger.port import Ledger, Pages
from review.ledger.records import Lease, Message, Owed, OwedStatus, Parcel
from review.ledger.together import Together
from review.ports.desk import MessageGone, Postman, TryLater, Undeliverable
from review.settings import Around, ReviewSettings

log = structlog.get_logger()
V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a sending ended; `ref` is the message's, empty where none was sent."""

    owed: Owed
    ref: str = ""


class Deliverer:
    """Empties a thread's outbox. Any replica may try: the lease on the first notice decides."""

    def __init__(
        self, ledger: Ledger, postman: Postman, around: Around, settings: ReviewSettings
    ) -> None:
        self._ledger = ledger
        self._postman = postman
        self._around = around
        self._settings = settings
        self._together = Together(ledger, self._alone, eager=2)

    async def deliver(self, thread: str) -> None:
        """Send until the thread is owed nothing, has to wait, or is in other hands."""
        try:
            parcel = await self._together.kept(thread, self._take_all)
            while parcel is not None and not self._is_late(parcel.owed):
                ended = await self._sent(parcel)
                parcel = await self._together.kept(ended, self._end_all)
        except LedgerUnavailableError as error:
            log.warning("ledger_unavailable", thread=thread, reason=error.reason)

    async def _take_all(self, pages: Pages, threads: Sequence[str]) -> Sequence[Parcel | None]:
        """The first of each thread, claimed; None where it may not be sent now."""
        now = self._around.clock()
        lease = Lease(owner=self._around.owner, until=now + self._settings.hold)
        taken = await pages.outbox.take(frozenset(threads), lease, now)
        parcels = {each.owed.thread.key: each for each in taken}
        # Of two who ask for the same thread, one gets it.
        return [parcels.pop(thread, None) for thread in threads]

    async def _end_all(self, pages: Pages, ended: Sequence[Ended]) -> Sequence[Parcel | None]:
        """Keep how sendings ended, and take what comes next in their threads."""
        now = self._around.clock()
        for each in ended:
            if each.owed.due > now:
                delay = (each.owed.due - now).total_seconds()
                pages.wake(Job(kind=JobKind.POST, id=each.owed.thread.key, delay=delay))
        await pages.outbox.mark(*(each.owed for each in ended))
        sent = {each.owed.slot: each for each in ended if each.ref}
        await pages.outbox.became(
            {
                slot: Message(run=each.owed.run, ref=each.ref, at=each.owed.due)
                for slot, each in sent.items()
            }
        )
        return await self._take_all(pages, [each.owed.thread.key for each in ended])

    async def _alone(self, work: Callable[[Pages], Awaitable[V]]) -> V:
        async with self._ledger.begin() as pages:
            return await work(pages)

    def _is_late(self, owed: Owed) -> bool:
        """Whether this process stood still for so long that another may be sending it by now."""
        return owed.lease.until is not None and owed.lease.until <= self._around.clock()

    async def _sent(self, parcel: Parcel) -> Ended:
        """How the sending ended, and the reference of the message."""
        with structlog.contextvars.bound_contextvars(run=parcel.owed.run):
            return await self._tried(parcel)

    async def _tried(self, parcel: Parcel) -> Ended:
        owed = parcel.owed
        try:
            ref = await self._found(parcel) or await self._handed_over(parcel)
        except TryLater as late:
            # An hour without the chat must not cost anybody the card that their run waits for.
            most = max(self._settings.send_attempts, self._settings.busy_attempts)
            return Ended(owed=self._again(owed, str(late), most, late.seconds))
        except (Undeliverable, MessageGone) as refused:
            log.warning("notice_undeliverable", key=owed.key, run=owed.run, reason=str(refused))
            trouble = str(refused) or "The channel is gone."
            return Ended(owed=self._ended(owed, OwedStatus.DEAD, trouble))
        except Exception as error:
            log.exception("notice_not_sent", key=owed.key, run=owed.run)
            return Ended(owed=self._again(owed, repr(error), self._settings.send_attempts))
        return Ended(owed=self._ended(owed, OwedStatus.SENT), ref=ref)

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

    def _again(self, owed: Owed, trouble: str, most: int, at_least: float = 0.0) -> Owed:
        if owed.lease.attempts >= most:
            log.error("notice_given_up", key=owed.key, run=owed.run, trouble=trouble)
            return self._ended(owed, OwedStatus.DEAD, trouble)
        doubled = self._settings.send_wait * 2 ** (owed.lease.attempts - 1)
        wait = max(dt.timedelta(seconds=at_least), min(doubled, self._settings.longest_send_wait))
        again = self._ended(owed, OwedStatus.OWED, trouble)
        return replace(again, due=again.due + wait)

    def _ended(self, owed: Owed, status: OwedStatus, trouble: str = "") -> Owed:
        return replace(owed, status=status, trouble=trouble, due=self._around.clock())

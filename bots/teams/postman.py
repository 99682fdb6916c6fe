"""Delivers notices to Teams."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from bots.cards import Card, Image
from bots.conversation.notices import card_of, text_card
from bots.teams.activities import split
from bots.teams.cards.adaptive import Room
from bots.teams.cards.citations import sources_of
from bots.teams.cards.settling import refresh_of
from bots.teams.incoming.hearing import place_in
from bots.teams.links import Links
from bots.teams.people import user_of
from bots.teams.refusals import REFUSED
from bots.teams.sending.mail import Mail
from bots.teams.sending.messages import Outgoing, Place, place_of
from bots.teams.sending.streaming import Streams
from bots.wording import answers as say
from pipeline.result import Trust
from review.ledger.notices import Answered, Delivery, Working
from review.ledger.threads import Thread
from review.ports.desk import Undeliverable

V = TypeVar("V")

_log = logging.getLogger(__name__)
_PROGRESS_SECONDS: Final = 1.2
_MOST_KEPT: Final = 1_000


class TeamsPostman:
    """One message for each slot, edited in place; private notices go to one person alone.

    References are `conversation/message`.
    """

    def __init__(
        self, mail: Mail, links: Links, ticks: Callable[[], float], streams: Streams
    ) -> None:
        self._mail = mail
        self._links = links
        self._ticks = ticks
        self._streams = streams
        self._edited: OrderedDict[str, float] = OrderedDict()
        self._sent: OrderedDict[str, str] = OrderedDict()
        self._pointed_to: OrderedDict[str, None] = OrderedDict()

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        """Send or edit the message. Raises MessageGone, TryLater, Undeliverable."""
        notice = delivery.notice
        if isinstance(notice, Working) and self._streams.show(delivery.replaces, notice):
            return delivery.replaces
        if self._too_soon(delivery):
            return delivery.replaces
        card = await card_of(notice)
        message = self._outgoing(thread, delivery, card)
        if begun := await self._streams.begin(thread, _place(thread, delivery), delivery):
            reference = begun
        elif delivery.only_for and not thread.private:
            reference = await self._privately(thread, delivery, message)
        else:
            reference = await self._placed(_place(thread, delivery), delivery, message)
        _keep(self._edited, reference, self._ticks())
        _keep(self._sent, f"{thread.key}/{delivery.key}", reference)
        return reference

    async def find(self, thread: Thread, key: str) -> str | None:
        """Teams lets no bot read messages: only what this process sent is known."""
        return self._sent.get(f"{thread.key}/{key}")

    def _outgoing(self, thread: Thread, delivery: Delivery, card: Card) -> Outgoing:
        notice = delivery.notice
        answered = isinstance(notice, Answered)
        private = thread.private or bool(delivery.only_for)
        room = Room(private=private, pictures=self._pictures(delivery, card))
        return Outgoing(
            card=card,
            room=room,
            generated=isinstance(notice, Answered) and notice.answer.trust is not Trust.TRUSTED,
            thumbs=answered and not delivery.replaces,
            refresh={} if private else refresh_of(notice, thread),
            sources=sources_of(notice.answer) if isinstance(notice, Answered) else (),
            run=notice.run if isinstance(notice, Answered) else "",
            rows=len(notice.answer.rows) if isinstance(notice, Answered) else 0,
        )

    async def _placed(self, place: Place, delivery: Delivery, message: Outgoing) -> str:
        if not delivery.replaces:
            return await self._mail.post(place, message)
        where, ident = place_of(delivery.replaces, place.tenant)
        if self._streams.end(delivery.replaces):
            await self._mail.post(where, replace(message, ends=ident))
            self._streams.ended(delivery.replaces)
        else:
            await self._mail.edit(where, ident, message)
        return delivery.replaces

    async def _privately(self, thread: Thread, delivery: Delivery, message: Outgoing) -> str:
        """Nobody else reads it: Teams has no message for one person in a group."""
        if not user_of(delivery.only_for):
            reason = f"{delivery.only_for} is not a person of this surface"
            raise Undeliverable(reason)
        direct = await self._mail.direct(delivery.only_for, thread.tenant)
        where, ident = place_of(delivery.replaces, thread.tenant)
        if ident and where.channel != direct.channel:
            await self._mail.edit(where, ident, Outgoing(card=text_card(say.private(""))))
            return await self._mail.post(direct, message)
        reference = await self._placed(direct, delivery, message)
        await self._pointed(thread, delivery)
        return reference

    async def _pointed(self, thread: Thread, delivery: Delivery) -> None:
        """Say in the thread once where it goes on: nothing of the run itself will stand there."""
        place = _place(thread, delivery)
        said = f"{place.conversation}/{delivery.only_for}"
        if not thread.channel or delivery.replaces or said in self._pointed_to:
            return
        _keep(self._pointed_to, said, None)
        try:
            await self._mail.post(place, Outgoing(card=text_card(say.GOES_ON_ALONE)))
        except REFUSED as refusal:
            # What matters has arrived already.
            _log.warning("nobody could be told of a direct message: %s", refusal)

    def _pictures(self, delivery: Delivery, card: Card) -> dict[str, str]:
        """Our own server's addresses; a chart itself is larger than a whole card may be."""
        if not isinstance(delivery.notice, Answered) or not self._links.open:
            return {}
        run = delivery.notice.run
        names = [block.name for block in card.blocks if isinstance(block, Image)]
        return {name: self._links.picture(f"{run}/{name}") for name in names}

    def _too_soon(self, delivery: Delivery) -> bool:
        """Progress that comes faster than Teams takes edits is left out."""
        if not isinstance(delivery.notice, Working) or not delivery.replaces:
            return False
        edited = self._edited.get(delivery.replaces)
        return edited is not None and self._ticks() - edited < _PROGRESS_SECONDS


def _keep(kept: OrderedDict[str, V], key: str, value: V) -> None:
    kept[key] = value
    while len(kept) > _MOST_KEPT:
        kept.popitem(last=False)


def _place(thread: Thread, delivery: Delivery) -> Place:
    """The thread, or the thread under the message that the delivery belongs below."""
    if not delivery.under:
        return place_in(thread)
    where, message = place_of(delivery.under, thread.tenant)
    _, root = split(where.conversation)
    return Place(channel=where.channel, root=root or message, tenant=thread.tenant)

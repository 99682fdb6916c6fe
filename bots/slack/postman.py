"""Delivers notices to Slack."""

import asyncio
import logging
from collections.abc import Callable

from bots.cards import Card, Image
from bots.conversation.files import csv_of
from bots.conversation.notices import card_of, text_card
from bots.conversation.report_file import report_file
from bots.slack.people import REFUSED, user_of
from bots.slack.refusals import TooBig
from bots.slack.sending.mail import Mail, Outgoing, Place, outgoing
from bots.slack.sending.streaming import Streams
from bots.slack.sides import Sides
from bots.wording import answers as say
from review.ledger.notices import Answered, Delivery, Said, Working
from review.ledger.threads import Thread
from review.ports.desk import Undeliverable

_log = logging.getLogger(__name__)
_PROGRESS_SECONDS = 1.2
_MOST_KEPT = 500
_WHISPER = "whisper"


class SlackPostman:
    """One message for each slot, edited in place; private notices go to one person alone.

    References are `channel/timestamp`.
    """

    def __init__(self, sides: Sides, ticks: Callable[[], float], streams: Streams) -> None:
        self._sides = sides
        self._ticks = ticks
        self._streams = streams
        self._edited: dict[str, float] = {}
        self._pictures: dict[str, str] = {}

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        """Send or edit the message. Raises MessageGone, TryLater, Undeliverable."""
        notice = delivery.notice
        if isinstance(notice, Working) and self._streams.show(delivery.replaces, notice):
            return delivery.replaces
        if self._too_soon(delivery):
            return delivery.replaces
        side = await self._sides.of(thread.tenant)
        mail, card = side.mail, await card_of(notice)
        message = outgoing(card, delivery.key, await self._uploaded(mail, delivery, card))
        try:
            if begun := await self._streams.begin(side.client, thread, delivery, message):
                return begun
            if delivery.only_for and not thread.private:
                return await self._privately(mail, thread, delivery, message)
            return await self._placed(mail, _place(thread, delivery), delivery, message)
        except TooBig as refusal:
            raise Undeliverable(refusal.code) from refusal

    async def find(self, thread: Thread, key: str) -> str | None:
        if not thread.channel:
            return None
        mail = (await self._sides.of(thread.tenant)).mail
        ts = await mail.sent_under(Place(channel=thread.channel, root=thread.root), key)
        return f"{thread.channel}/{ts}" if ts else None

    async def _placed(self, mail: Mail, place: Place, delivery: Delivery, message: Outgoing) -> str:
        channel, _, ts = delivery.replaces.partition("/")
        if ts:
            await self._streams.end(delivery.replaces)
            await mail.edit(Place(channel=channel), ts, message)
            self._remember(delivery.replaces)
        else:
            channel, ts = place.channel, await mail.post(place, message)
        await self._hand_over(mail, place, delivery, message)
        return f"{channel}/{ts}"

    async def _privately(
        self, mail: Mail, thread: Thread, delivery: Delivery, message: Outgoing
    ) -> str:
        """Short words are whispered; what a person wants to keep goes into a direct message."""
        user = user_of(delivery.only_for)
        if not user:
            reason = f"{delivery.only_for} is not a person of this surface"
            raise Undeliverable(reason)
        if isinstance(delivery.notice, Said | Working):
            await mail.whisper(_place(thread, delivery), user, message.card)
            return f"{_WHISPER}/"
        direct = await mail.direct(user)
        channel, _, ts = delivery.replaces.partition("/")
        if ts and channel != direct.channel:
            await mail.edit(Place(channel=channel), ts, outgoing(text_card(say.private(""))))
            return f"{direct.channel}/{await mail.post(direct, message)}"
        if not ts and thread.channel:
            # Whispers cannot be edited: without a word, its progress would stand there for ever.
            await self._pointed(mail, _place(thread, delivery), user)
        return await self._placed(mail, direct, delivery, message)

    async def _pointed(self, mail: Mail, place: Place, user: str) -> None:
        """Say in the thread, to this person, where to look; the message itself matters more."""
        try:
            await mail.whisper(place, user, text_card(say.SENT_TO_YOU))
        except Undeliverable as problem:
            _log.warning("nobody could be told of a direct message: %s", problem)

    async def _hand_over(
        self, mail: Mail, place: Place, delivery: Delivery, message: Outgoing
    ) -> None:
        """A report, or what does not fit the table, follows as a file; so does a button's press."""
        notice = delivery.notice
        if not isinstance(notice, Answered) or notice.review:
            return
        make = report_file if notice.answer.report else csv_of
        if make is csv_of and not message.shape.cut:
            return
        try:
            await mail.hand(place, await asyncio.to_thread(make, notice.answer))
        except REFUSED as refusal:
            _log.warning("Slack did not take the file of %s: %s", delivery.key, refusal)

    async def _uploaded(self, mail: Mail, delivery: Delivery, card: Card) -> dict[str, str]:
        """The pictures of this card, uploaded once for each run."""
        if not isinstance(delivery.notice, Answered):
            return {}
        images = [block for block in card.blocks if isinstance(block, Image)]
        return {
            image.name: found
            for image in images
            if (found := await self._picture(mail, delivery.notice.run, image))
        }

    async def _picture(self, mail: Mail, run: str, image: Image) -> str:
        known = f"{run}/{image.name}/{hash(image.png)}"
        if known not in self._pictures:
            if len(self._pictures) >= _MOST_KEPT:
                self._pictures.clear()
            self._pictures[known] = await mail.picture(image)
        return self._pictures[known]

    def _too_soon(self, delivery: Delivery) -> bool:
        """Slack takes about one edit a second, and none of a whisper: such progress is left out."""
        if not isinstance(delivery.notice, Working) or not delivery.replaces:
            return False
        if delivery.replaces.startswith(f"{_WHISPER}/"):
            return True
        edited = self._edited.get(delivery.replaces)
        return edited is not None and self._ticks() - edited < _PROGRESS_SECONDS

    def _remember(self, reference: str) -> None:
        if len(self._edited) >= _MOST_KEPT:
            self._edited.clear()
        self._edited[reference] = self._ticks()


def _place(thread: Thread, delivery: Delivery) -> Place:
    """The thread, or the thread under the message that the delivery belongs below."""
    channel, _, ts = delivery.under.partition("/")
    return (
        Place(channel=channel, root=ts) if ts else Place(channel=thread.channel, root=thread.root)
    )

"""Messages, mentions and the slash command."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltContext
from slack_bolt.response import BoltResponse

from bots.cards import Card
from bots.conversation.hearing import Heard, at_once, hear
from bots.conversation.notices import text_card
from bots.conversation.responses import Response, Silence, Whisper, always
from bots.slack.mail import Mail, Place, outgoing
from bots.slack.payloads import Json, Message, mentions, message_of, words_of
from bots.slack.people import REFUSED, SlackPeople
from bots.slack.refusals import TooBig
from bots.wording import replies as say
from pipeline.people import Person
from review.desk import Desk, MessageGone, Undeliverable
from review.threads import Thread

_log = logging.getLogger(__name__)
_REPLY: Final = "countersign_reply"
_MOST_KEPT = 1_000
Next = Callable[[], Awaitable[BoltResponse]]


class Hearing:
    """Takes what people write. A question is in the ledger before Slack is told that we have it."""

    def __init__(self, desk: Desk, people: SlackPeople, mail: Mail) -> None:
        self._desk = desk
        self._people = people
        self._mail = mail
        self._failed: set[str] = set()

    def listen(self, app: AsyncApp, command: str) -> None:
        app.event("app_mention", middleware=[self._take_mention])(self._reply)
        app.event("message", middleware=[self._take_message])(self._reply)
        app.command(command)(self._ask_command)

    async def _take_mention(
        self, body: Json, context: AsyncBoltContext, next_: Next
    ) -> BoltResponse:
        message = message_of(body, context.team_id or "")
        if message is not None:
            await self._take(message, context)
        return await next_()

    async def _take_message(
        self, body: Json, context: AsyncBoltContext, next_: Next
    ) -> BoltResponse:
        message = message_of(body, context.team_id or "")
        if message is not None and await self._is_for_us(message, context.bot_user_id or ""):
            await self._take(message, context)
        return await next_()

    async def _is_for_us(self, message: Message, bot_user: str) -> bool:
        """Direct messages, and what follows in our threads; mentions come as their own events."""
        if message.private:
            return True
        if mentions(message.text, bot_user) or not message.root:
            return False
        return await self._desk.knows(message.thread)

    async def _take(self, message: Message, context: AsyncBoltContext) -> None:
        """Raise what the desk raises once, so that Slack delivers again; then tell the person."""
        try:
            card = await hear(await self._heard(message, context.bot_user_id or ""), self._desk)
        except Exception:
            if message.event not in self._failed:
                self._note_failure(message.event)
                raise
            _log.exception("The question %s could not be taken, twice", message.event)
            card = text_card(say.TROUBLE)
        if card is not None:
            context[_REPLY] = (message.place, card)

    def _note_failure(self, event: str) -> None:
        if len(self._failed) >= _MOST_KEPT:
            self._failed.clear()
        self._failed.add(event)

    async def _heard(self, message: Message, bot_user: str) -> Heard:
        return Heard(
            event=message.event,
            text=words_of(message.text, bot_user),
            thread=message.thread,
            speaker=await self._people.person(message.team, message.user),
            files=message.files,
            external=message.external,
        )

    async def _reply(self, context: AsyncBoltContext) -> None:
        reply: tuple[Place, Card] | None = context.get(_REPLY)
        if reply is None:
            return
        place, card = reply
        try:
            await self._mail.post(place, outgoing(card))
        except (*REFUSED, TooBig) as refusal:
            _log.warning("Slack did not take a reply: %s", refusal)

    async def _ask_command(
        self, ack: AsyncAck, body: Json, context: AsyncBoltContext, respond: Any
    ) -> None:
        await ack()
        text = words_of(str(body.get("text") or ""), context.bot_user_id or "")
        team, user = context.team_id or "", str(body["user_id"])
        external = body.get("team_id") != team
        card = text_card(say.EXTERNAL) if external else at_once(text)
        if card is not None:
            await respond(text=card.plain, response_type="ephemeral")
            return
        response = await always(self._ask(text, await self._people.person(team, user), body))
        if isinstance(response, Whisper):
            await respond(text=response.text, response_type="ephemeral")

    async def _ask(self, text: str, asker: Person, body: Json) -> Response:
        """The question becomes a message of its own, so that there is a thread to answer in."""
        card = text_card(say.asked_with_command(asker, text))
        place = Place(channel=str(body["channel_id"]))
        response: Response = Silence()
        try:
            root = await self._mail.post(place, outgoing(card))
        except (MessageGone, Undeliverable):
            place = await self._mail.direct(str(body["user_id"]))
            root = await self._mail.post(place, outgoing(card))
            response = Whisper(text=say.ASKED_IN_PRIVATE)
        thread = Thread(
            surface="slack",
            tenant=asker.id.split(":")[1],
            channel=place.channel,
            root=root,
            private=place.channel.startswith("D"),
        )
        heard = Heard(
            event=f"command:{body['trigger_id']}", text=text, thread=thread, speaker=asker
        )
        await hear(heard, self._desk)
        return response

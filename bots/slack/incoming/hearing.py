"""Messages, mentions and the slash command."""

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from slack_bolt.async_app import AsyncApp, AsyncBoltContext
from slack_bolt.middleware.async_middleware import AsyncMiddleware
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from typing_extensions import override

from bots.cards import Card
from bots.conversation.asking_back import asked_back
from bots.conversation.channels import Channels
from bots.conversation.hearing import Heard, hear
from bots.conversation.notices import text_card
from bots.files import FileShelf
from bots.slack.incoming.file_download import dropped_files
from bots.slack.payloads import GROUP, SPOKEN, Json, Message, mentions, message_of, words_of
from bots.slack.people import REFUSED
from bots.slack.refusals import ours
from bots.slack.sending.mail import Place, outgoing
from bots.slack.sides import Side, Sides
from bots.slack.strangers import Strangers
from bots.wording import replies as say
from bots.wording import slack as said
from review.ledger.arrivals import Arrival
from review.office.background_task import BackgroundTask
from review.ports.desk import Desk

_log = logging.getLogger(__name__)
_REPLY: Final = "countersign_reply"
_MOST_KEPT = 1_000
# Slack waits three seconds for an acknowledgement; what it tells of people mostly takes a tenth.
_LOOKED_UP_SECONDS = 0.25
_SURFACE: Final = "slack"
# How often to look for what a process that ended had acknowledged.
_LOOK_SECONDS = 30.0
# What of a delivery is needed to take it in later.
_OF_BODY: Final = ("event", "is_ext_shared_channel")
_OF_CONTEXT: Final = ("team_id", "enterprise_id", "is_enterprise_install", "bot_user_id")
_SPOKEN: Final[Sequence[str | re.Pattern[str] | None]] = [None, *filter(None, SPOKEN)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reply:
    """What is said at once; no card where the run itself will speak."""

    place: Place
    private: bool
    card: Card | None = None

    @property
    def speaks(self) -> bool:
        """Whether there is anything to show now: a card, or in private that we are at it."""
        return self.private or self.card is not None


Take: TypeAlias = Callable[[Json, AsyncBoltContext], Awaitable[_Reply | None]]


class _Taking(AsyncMiddleware):
    """Takes an event in before it is acknowledged; its listener runs only to say something.

    It comes before Bolt looks for a listener, which costs more than taking an event in.
    """

    def __init__(self, takes: Mapping[str, Take]) -> None:
        self._takes = takes

    @override
    async def async_process(
        self,
        *,
        req: AsyncBoltRequest,
        resp: BoltResponse,
        next: Callable[[], Awaitable[BoltResponse]],
    ) -> BoltResponse:
        take = self._takes.get(_kind_of(req.body))
        if take is None:
            return await next()
        reply = await take(req.body, req.context)
        if reply is None or not reply.speaks:
            return BoltResponse(status=200, body="")
        req.context[_REPLY] = reply
        return await next()


class Hearing:
    """Takes what people write. A question is in the ledger before Slack is told that we have it.

    Where Slack itself keeps us waiting, for who wrote or who reads along, the delivery is kept in
    the ledger as it is, acknowledged, and taken in behind that: by whoever comes next where this
    process ends before.
    """

    def __init__(
        self,
        desk: Desk,
        sides: Sides,
        strangers: Strangers,
        channels: Channels,
        shelf: FileShelf | None = None,
    ) -> None:
        self._desk = desk
        self._shelf = shelf
        self._channels = channels
        self._sides = sides
        self._strangers = strangers
        self._failed: set[str] = set()
        self._behind: set[asyncio.Task[None]] = set()
        self._looking = BackgroundTask(self._look)

    def start(self) -> None:
        """Take in what was acknowledged by processes that ended, now and from time to time."""
        self._looking.start()

    async def stop(self) -> None:
        """Wait until every question that was acknowledged is taken in."""
        await self._looking.stop()
        while self._behind:
            await asyncio.wait(self._behind)

    async def take_up(self) -> None:
        """Take in what other processes acknowledged and did not live to take in."""
        for arrival in await self._desk.arrivals(_SURFACE):
            kept = json.loads(arrival.body)
            body, context = kept["body"], AsyncBoltContext(kept["context"])
            message = message_of(body, context.team_id or "")
            if message is not None:
                heard = asyncio.ensure_future(self._heard(message, body, context))
                self._go_on(self._later(message, heard, arrival))

    async def _look(self) -> None:
        while True:
            try:
                await self.take_up()
            except Exception:  # noqa: BLE001 - it is looked again
                _log.exception("Could not look for what was acknowledged and not taken in")
            await asyncio.sleep(_LOOK_SECONDS)

    def listen(self, app: AsyncApp) -> None:
        app.use(_Taking({"app_mention": self._mentioned, "message": self._spoken}))
        app.event("app_mention")(self._reply)
        app.event({"type": "message", "subtype": _SPOKEN})(self._reply)

    async def _mentioned(self, body: Json, context: AsyncBoltContext) -> _Reply | None:
        message = message_of(body, context.team_id or "")
        return None if message is None else await self._take(message, body, context)

    async def _spoken(self, body: Json, context: AsyncBoltContext) -> _Reply | None:
        message = message_of(body, context.team_id or "")
        if message is None or not await self._is_for_us(message, context.bot_user_id or ""):
            return None
        return await self._take(message, body, context)

    async def _is_for_us(self, message: Message, bot_user: str) -> bool:
        """Direct messages, and what follows in our threads; mentions come as their own events.

        Not those of a group's direct messages: there a mention is a message like any other.
        """
        if message.private:
            return True
        if mentions(message.text, bot_user):
            return message.kind == GROUP
        if not message.root or self._channels.is_off(message.thread):
            return False
        return await self._desk.knows(message.thread)

    async def _take(self, message: Message, body: Json, context: AsyncBoltContext) -> _Reply | None:
        """What to say; None where the acknowledgement does not wait for what Slack has to tell."""
        heard = asyncio.ensure_future(self._heard(message, body, context))
        await asyncio.wait({heard}, timeout=_LOOKED_UP_SECONDS)
        # Files are fetched and read behind the acknowledgement.
        if message.files or not heard.done():
            await self._acknowledge_first(message, heard, _arrival(message, body, context))
            return None
        try:
            card = await self._answered(message, heard.result())
        except Exception:
            # What the desk raises is raised once, so that Slack delivers again; then it is said.
            if message.event not in self._failed:
                self._note_failure(message.event)
                raise
            _log.exception("The question %s could not be taken, twice", message.event)
            card = text_card(say.TROUBLE)
        return _Reply(place=message.place, private=message.private, card=card)

    async def _acknowledge_first(
        self, message: Message, heard: "asyncio.Future[Heard]", arrival: Arrival
    ) -> None:
        """Slack delivers again what is not kept here, and what is kept needs no second delivery."""
        try:
            new = await self._desk.arrived(arrival)
        except BaseException:
            heard.cancel()
            raise
        if new:
            self._go_on(self._later(message, heard, arrival))
        else:
            heard.cancel()

    async def _answered(self, message: Message, heard: Heard) -> Card | None:
        below = f"{heard.thread.channel}/{heard.thread.root}"
        passed = await asked_back(heard, below, self._desk) if message.root else None
        return passed.card if passed else await hear(heard, self._desk, self._shelf)

    async def _later(self, message: Message, heard: Awaitable[Heard], arrival: Arrival) -> None:
        """Take in what is acknowledged already; nobody delivers it again."""
        try:
            card = await self._answered(message, await heard)
        except Exception:  # noqa: BLE001 - whoever asked hears of every failure
            _log.exception("The question %s could not be taken", message.event)
            card = text_card(say.TROUBLE)
        reply = _Reply(place=message.place, private=message.private, card=card)
        if reply.speaks:
            await self._said(reply, message.team)
        try:
            await self._desk.taken_in(arrival)
        except Exception:  # noqa: BLE001 - whoever takes it up again finds its question asked
            _log.exception("The arrival %s could not be dropped", message.event)

    def _go_on(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._behind.add(task)
        task.add_done_callback(self._behind.discard)

    def _note_failure(self, event: str) -> None:
        if len(self._failed) >= _MOST_KEPT:
            self._failed.clear()
        self._failed.add(event)

    async def _heard(self, message: Message, body: Json, context: AsyncBoltContext) -> Heard:
        side = await self._sides.of(message.team)
        external = self._strangers.includes(message.user_team, context)
        mixed = not external and await self._strangers.read_along(side, message.channel, body)
        heard = Heard(
            event=message.event,
            text=words_of(message.text, context.bot_user_id or ""),
            thread=replace(message.thread, mixed=mixed),
            speaker=await side.people.person(
                self._strangers.home(message.user_team, context), message.user
            ),
            files=dropped_files(side, message.files),
            external=external,
        )
        return self._channels.applied(heard)

    async def _reply(self, context: AsyncBoltContext) -> None:
        await self._said(context[_REPLY], context.team_id or "")

    async def _said(self, reply: _Reply, team: str) -> None:
        try:
            side = await self._sides.of(team)
            if reply.card is not None:
                await side.mail.post(reply.place, outgoing(reply.card))
            else:
                await show_status(side, reply.place)
        except REFUSED as refusal:
            _log.warning("Slack did not take a reply: %s", refusal)


def _arrival(message: Message, body: Json, context: AsyncBoltContext) -> Arrival:
    """The delivery as the ledger keeps it until its question is there."""
    kept = {
        "body": {name: body[name] for name in _OF_BODY if name in body},
        "context": {name: context.get(name) for name in _OF_CONTEXT},
    }
    return Arrival(surface=_SURFACE, event=message.event, body=json.dumps(kept))


def _kind_of(body: Json) -> str:
    """The kind of an event in which somebody may say something; empty for any other payload."""
    event = body.get("event")
    if not isinstance(event, dict) or (event.get("subtype") or "") not in SPOKEN:
        return ""
    return str(event.get("type") or "")


async def show_status(side: Side, place: Place) -> None:
    """A line under the conversation, until the next message."""
    with ours():
        await side.client.assistant_threads_setStatus(
            channel_id=place.channel, thread_ts=place.root, status=said.STATUS
        )

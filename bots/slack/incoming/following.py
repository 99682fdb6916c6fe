"""What people do to their question afterwards: change it, delete it, or put a stop sign on it."""

import logging
from dataclasses import dataclass
from typing import Final

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltContext

from bots.cards import Text
from bots.conversation.channels import Channels
from bots.conversation.hearing import at_once
from bots.conversation.responses import Response, Silence, Whisper, always
from bots.slack.cards.blocks import Json, block_of_text, plain
from bots.slack.cards.limits import LIMITS
from bots.slack.incoming.telling import tell
from bots.slack.payloads import click_of, words_of
from bots.slack.people import REFUSED
from bots.slack.refusals import ours
from bots.slack.sending.mail import Place
from bots.slack.sides import Side, Sides
from bots.slack.strangers import Strangers
from bots.visible import visible
from bots.wording import replies as say
from bots.wording import slack as said
from pipeline.people import Person
from review.ledger.threads import Thread
from review.ports.desk import Desk, Incoming, Spoken, Traced

_log = logging.getLogger(__name__)
AGAIN: Final = "ask_again"
STOP_SIGNS: Final = frozenset({"octagonal_sign", "stop_sign", "no_entry", "no_entry_sign", "x"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Where:
    """A message: where it is, and who did something to it."""

    channel: str
    ts: str
    user: str

    def spoken(self, team: str) -> Spoken:
        thread = Thread(surface="slack", tenant=team, channel=self.channel, root=self.ts)
        event, reference = f"{team}:{self.channel}:{self.ts}", f"{self.channel}/{self.ts}"
        return Spoken(thread=thread, event=event, reference=reference)


class Following:
    """Follows a question's message after it was asked."""

    def __init__(self, desk: Desk, sides: Sides, strangers: Strangers, channels: Channels) -> None:
        self._desk = desk
        self._channels = channels
        self._sides = sides
        self._strangers = strangers

    def listen(self, app: AsyncApp) -> None:
        app.event({"type": "message", "subtype": "message_changed"})(self._changed)
        app.event({"type": "message", "subtype": "message_deleted"})(self._deleted)
        app.event("reaction_added")(self._reacted)
        app.action(AGAIN)(self._again)

    async def _changed(self, event: Json, context: AsyncBoltContext) -> None:
        """Offer to answer the new words; an edit that changes no word offers nothing."""
        after, before = event.get("message") or {}, event.get("previous_message") or {}
        bot = context.bot_user_id or ""
        new = words_of(str(after.get("text") or ""), bot)
        unchanged = new == words_of(str(before.get("text") or ""), bot)
        if after.get("bot_id") or not after.get("edited") or unchanged or at_once(new):
            return
        where = _where(event, after)
        traced = await self._asked_by(where, context)
        if traced is None or traced.question == new:
            return
        side = await self._sides.of(context.team_id or "")
        await _offered(side, where, traced.thread.root)

    async def _deleted(self, event: Json, context: AsyncBoltContext) -> None:
        before = event.get("previous_message") or {}
        where = _where(event, before | {"ts": event.get("deleted_ts")})
        traced = await self._asked_by(where, context)
        if traced is not None:
            await self._desk.stop(traced.run, traced.asker)

    async def _reacted(self, event: Json, context: AsyncBoltContext) -> None:
        item = event.get("item") or {}
        if event.get("reaction") not in STOP_SIGNS or item.get("type") != "message":
            return
        where = _where(item, item | {"user": event.get("user")})
        traced = await self._desk.traced(where.spoken(context.team_id or ""))
        if traced is None or traced.over:
            return
        side = await self._sides.of(context.team_id or "")
        by = await side.people.person(_home_of(traced), where.user)
        stopped = await self._desk.stop(traced.run, by)
        response: Response = Silence() if stopped else Whisper(text=say.NOTHING_TO_STOP)
        await tell(
            side, response, Place(channel=where.channel, root=traced.thread.root), by_user(by)
        )

    async def _asked_by(self, where: _Where, context: AsyncBoltContext) -> Traced | None:
        """The run that this message asked, where its own author changed it."""
        traced = await self._desk.traced(where.spoken(context.team_id or ""))
        own = traced is not None and by_user(traced.asker) == where.user
        return traced if own else None

    async def _again(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        await ack()
        click, side = click_of(body), await self._sides.of(context.team_id or "")
        ts = str(body["actions"][0].get("value") or "")
        where = _Where(channel=click.channel, ts=ts, user=click.user)
        external = self._strangers.includes(click.user_team, context)
        response = (
            Whisper(text=say.EXTERNAL) if external else await always(self._asked(where, context))
        )
        await tell(side, response, click.place, click.user)

    async def _asked(self, where: _Where, context: AsyncBoltContext) -> Response:
        """The question as it stands in the message now, in place of the one before."""
        traced = await self._asked_by(where, context)
        if traced is None:
            return Whisper(text=say.closed(""))
        if self._channels.is_off(traced.thread):
            return Whisper(text=say.OFF_HERE)
        side = await self._sides.of(context.team_id or "")
        message = await _message(side, where, traced.thread.root)
        text = words_of(str(message.get("text") or ""), context.bot_user_id or "")
        card = at_once(text)
        if card is not None:
            return Whisper(text=visible(card.plain))
        asker = await side.people.person(_home_of(traced), where.user)
        await self._desk.stop(traced.run, asker)
        edited = (message.get("edited") or {}).get("ts") or ""
        event = f"{side.team}:{where.channel}:{where.ts}:{edited}"
        thread = self._channels.thread(traced.thread)
        await self._desk.ask(Incoming(event=event, text=text, thread=thread, asker=asker))
        return Silence()


def by_user(person: Person) -> str:
    return person.id.rpartition(":")[2]


def _home_of(traced: Traced) -> str:
    return traced.thread.tenant


def _where(place: Json, message: Json) -> _Where:
    return _Where(
        channel=str(place.get("channel") or ""),
        ts=str(message.get("ts") or ""),
        user=str(message.get("user") or ""),
    )


async def _offered(side: Side, where: _Where, root: str) -> None:
    button = {
        "type": "button",
        "action_id": AGAIN,
        "style": "primary",
        "text": plain(said.ASK_EDITED, LIMITS.button_text),
        "value": where.ts,
    }
    blocks = [block_of_text(Text(text=said.EDITED)), {"type": "actions", "elements": [button]}]
    try:
        with ours():
            await side.client.chat_postEphemeral(
                channel=where.channel,
                user=where.user,
                thread_ts=root or where.ts,
                text=said.EDITED,
                blocks=blocks,
            )
    except REFUSED as refusal:
        _log.warning("Slack did not take the offer to answer again: %s", refusal)


async def _message(side: Side, where: _Where, root: str) -> Json:
    """The message as Slack has it now; empty where it is gone."""
    with ours():
        listed = await side.client.conversations_replies(
            channel=where.channel, ts=root or where.ts, oldest=where.ts, inclusive=True, limit=2
        )
    messages: list[Json] = listed.get("messages") or []
    return next((each for each in messages if each.get("ts") == where.ts), {})

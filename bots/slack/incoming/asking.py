"""Other ways to ask: the command, and the shortcuts of a message and of the whole workspace."""

import json
from dataclasses import replace
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltContext

from bots.conversation.channels import Channels
from bots.conversation.forms import review_form
from bots.conversation.hearing import Heard, at_once, hear
from bots.conversation.notices import text_card
from bots.conversation.responses import Response, Silence, Whisper, always
from bots.slack.cards.blocks import escaped
from bots.slack.cards.views import Origin, entry_block, filled, modal
from bots.slack.incoming.ask_views import ABOUT, ASK, QUESTION, ask_view, notice_view
from bots.slack.incoming.dialogs import opened
from bots.slack.incoming.manifest import SAVE
from bots.slack.incoming.telling import tell
from bots.slack.payloads import Json, words_of
from bots.slack.sending.mail import Place, outgoing
from bots.slack.sides import Side, Sides
from bots.slack.strangers import Strangers
from bots.visible import visible
from bots.wording import replies as say
from bots.wording import slack as said
from pipeline.people import Person
from review.ledger.threads import Thread
from review.ports.desk import Counted, Desk, MessageGone, Spoken, Undeliverable

_MOST_QUOTED = 300


class Asking:
    """Takes questions that are no messages; each becomes a message, so that a thread can follow."""

    def __init__(self, desk: Desk, sides: Sides, strangers: Strangers, channels: Channels) -> None:
        self._desk = desk
        self._channels = channels
        self._sides = sides
        self._strangers = strangers

    def listen(self, app: AsyncApp, command: str) -> None:
        app.command(command)(self._command)
        app.shortcut({"callback_id": ABOUT, "type": "message_action"})(self._about)
        app.shortcut({"callback_id": SAVE, "type": "message_action"})(self._save)
        app.shortcut({"callback_id": ASK, "type": "shortcut"})(self._anywhere)
        app.view(ASK)(self._sent)

    async def _command(
        self, ack: AsyncAck, body: Json, context: AsyncBoltContext, respond: Any
    ) -> None:
        await ack()
        text = words_of(str(body.get("text") or ""), context.bot_user_id or "")
        place = Place(channel=str(body["channel_id"]))
        refusal = self._refusal(str(body.get("team_id") or ""), place, context)
        card = text_card(refusal) if refusal else at_once(text)
        if card is not None:
            # Slack reads what is sent here as markup.
            lines = "\n".join(
                escaped(block.text) for block in card.blocks if hasattr(block, "text")
            )
            await respond(text=visible(lines or card.plain), response_type="ephemeral")
            return
        event = f"command:{body['trigger_id']}"
        response = await always(self._ask(text, str(body["user_id"]), place, event, context))
        if isinstance(response, Whisper):
            await respond(text=response.text, response_type="ephemeral")

    async def _about(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        await ack()
        side, message = await self._sides.of(context.team_id or ""), body.get("message") or {}
        root = str(message.get("thread_ts") or message.get("ts") or "")
        place = Place(channel=str((body.get("channel") or {}).get("id") or ""), root=root)
        refusal = self._refusal(_team_of(body), place, context)
        if refusal:
            await opened(side, str(body["trigger_id"]), notice_view(said.ASK_TITLE, refusal))
            return
        quoted = words_of(str(message.get("text") or ""), context.bot_user_id or "")[:_MOST_QUOTED]
        await opened(side, str(body["trigger_id"]), ask_view(place, quoted))

    async def _anywhere(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        await ack()
        side = await self._sides.of(context.team_id or "")
        anywhere = Place(channel="")
        refusal = self._refusal(_team_of(body), anywhere, context)
        view = notice_view(said.ASK_TITLE, refusal) if refusal else ask_view(anywhere)
        await opened(side, str(body["trigger_id"]), view)

    async def _save(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """What is approved is reused, so that saving an answer is asking for its review."""
        await ack()
        side = await self._sides.of(context.team_id or "")
        message, channel = body.get("message") or {}, str((body.get("channel") or {}).get("id"))
        place = Place(
            channel=channel, root=str(message.get("thread_ts") or message.get("ts") or "")
        )
        run = ""
        if not self._strangers.includes(_team_of(body), context):
            run = await self._answered_in(side.team, place, str(message.get("ts") or ""))
        view = notice_view(said.SAVE_TITLE, said.SAVE_NO_ANSWER)
        if run:
            user = str(body["user"]["id"])
            by = await side.people.person(context.team_id or "", user)
            verdict = await self._desk.may_send_to_review(run, by)
            view = notice_view(said.SAVE_TITLE, say.verdict(verdict, by))
            if isinstance(verdict, Counted):
                form = replace(review_form(run), title=said.SAVE_TITLE)
                view = modal(form, Origin(channel=place.channel, root=place.root))
        await opened(side, str(body["trigger_id"]), view)

    async def _answered_in(self, team: str, place: Place, ts: str) -> str:
        """The run whose answer that message shows, or whose question it was; empty for none."""
        spoken = Spoken(
            thread=thread_of(team, place),
            event=f"{team}:{place.channel}:{ts}",
            reference=f"{place.channel}/{ts}",
        )
        traced = await self._desk.traced(spoken)
        return traced.run if traced is not None and traced.answered else ""

    async def _sent(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        view = body["view"]
        typed = filled((view.get("state") or {}).get("values") or {}).values.get(QUESTION, "")
        place = _place_of(view)
        refusal = self._refusal(_team_of(body), place, context)
        card = text_card(refusal) if refusal else at_once(typed)
        if card is not None:
            await ack(response_action="errors", errors={entry_block(QUESTION): visible(card.plain)})
            return
        await ack()
        user = str(body["user"]["id"])
        event = f"view:{view['id']}"
        response = await always(self._ask(typed, user, place, event, context))
        await tell(await self._sides.of(context.team_id or ""), response, place, user)

    async def _ask(
        self, text: str, user: str, place: Place, event: str, context: AsyncBoltContext
    ) -> Response:
        """The question becomes a message of its own, so that there is a thread to answer in."""
        side = await self._sides.of(context.team_id or "")
        asker = await side.people.person(context.team_id or "", user)
        place, root, response = await _announced(side, asker, text, place)
        mixed = await self._strangers.read_along(side, place.channel, {})
        thread = replace(thread_of(side.team, replace(place, root=root)), mixed=mixed)
        heard = Heard(event=event, text=text, thread=thread, speaker=asker)
        await hear(self._channels.applied(heard), self._desk)
        return response

    def _refusal(self, team: str, place: Place, context: AsyncBoltContext) -> str:
        """Why this person gets no data there, in a sentence; empty where they do."""
        if self._strangers.includes(team, context):
            return say.EXTERNAL
        off = self._channels.is_off(thread_of(context.team_id or "", place))
        return say.OFF_HERE if off else ""


async def _announced(
    side: Side, asker: Person, text: str, place: Place
) -> tuple[Place, str, Response]:
    """Where the question stands now, the root of its thread, and what the asker is to know."""
    user = asker.id.rpartition(":")[2]
    about = said.asked_about if place.root else say.asked_with_command
    if place.channel:
        try:
            posted = await side.mail.post(place, outgoing(text_card(about(asker, text))))
        except (MessageGone, Undeliverable):
            response: Response = Whisper(text=say.ASKED_IN_PRIVATE)
        else:
            return place, place.root or posted, Silence()
    else:
        response = Silence()
    direct = await side.mail.direct(user)
    card = text_card(say.asked_with_command(asker, text))
    return direct, await side.mail.post(direct, outgoing(card)), response


def thread_of(team: str, place: Place) -> Thread:
    return Thread(
        surface="slack",
        tenant=team,
        channel=place.channel,
        root=place.root,
        private=place.channel.startswith("D"),
    )


def _team_of(body: Json) -> str:
    user_team = (body.get("user") or {}).get("team_id")
    return str(user_team or (body.get("team") or {}).get("id") or "")


def _place_of(view: Json) -> Place:
    try:
        kept = json.loads(view.get("private_metadata") or "{}")
        return Place(channel=str(kept.get("c") or ""), root=str(kept.get("t") or ""))
    except (ValueError, AttributeError):
        return Place(channel="")

"""Buttons, menus, dialogs, and the thumbs below an answer."""

import json
import logging
from typing import Any, Final, TypeAlias

from bots.cards import FILES, Card, Press, Verb
from bots.conversation.decisions import Filled
from bots.conversation.forms import NOTE
from bots.conversation.presses import decode
from bots.conversation.pressing import Pressed, Sent, pressed, sent
from bots.conversation.responses import Hand, Mend, Response, Show, Silence, Whisper, always
from bots.teams.activities import Posted, Spot, split
from bots.teams.cards.adaptive import CARRIED, CONTENT_TYPE, VIEW, Room
from bots.teams.cards.dialogs import carried, dialog, download, filled, picked, said, typed_again
from bots.teams.cards.settling import DECIDING, refresh_again, settled_card, view_card, viewed
from bots.teams.incoming.hearing import place_in
from bots.teams.links import Links
from bots.teams.people import TeamsPeople
from bots.teams.refusals import REFUSED
from bots.teams.sending.mail import Mail
from bots.teams.sending.messages import Outgoing, content_of
from bots.wording import replies
from bots.wording import teams as say
from review.ports.desk import Desk, Spoken

Json: TypeAlias = dict[str, Any]

_log = logging.getLogger(__name__)
_MESSAGE: Final = "application/vnd.microsoft.activity.message"


class Pressing:
    """Takes presses and forms. Each is answered at once; the desk makes a second click harmless."""

    def __init__(self, desk: Desk, people: TeamsPeople, mail: Mail, links: Links) -> None:
        self._desk = desk
        self._people = people
        self._mail = mail
        self._links = links

    async def execute(self, activity: Posted) -> Json:
        """Action.Execute: the card as it is now, or a sentence for whoever pressed."""
        data = activity.executed
        if activity.verb == VIEW:
            return await self._view(activity, data)
        response = await always(self._pressed(activity, data))
        if isinstance(response, Silence):
            return await self._changed(response, activity)
        if isinstance(response, Hand):
            return told(await self._handed(response, activity, data))
        return told(response.text if isinstance(response, Whisper) else replies.REOPEN)

    async def fallback(self, activity: Posted) -> str:
        """Action.Submit of a client that does not know Action.Execute; a sentence for the chat."""
        data = activity.value
        response = await always(self._pressed(activity, data))
        if isinstance(response, Hand):
            return await self._handed(response, activity, data)
        return response.text if isinstance(response, Whisper) else ""

    async def fetch(self, activity: Posted) -> Json:
        """A button that opens a dialog."""
        data = activity.sent
        spot = activity.spot
        response = await always(self._fetched(activity, data, spot))
        if isinstance(response, Show):
            return dialog(response.form)
        if isinstance(response, Hand):
            if not spot.private:
                return self._linked(response, activity, data)
            return said(await self._handed(response, activity, data))
        return said(response.text if isinstance(response, Whisper) else "")

    async def send(self, activity: Posted) -> Json:
        """A dialog that was sent; it opens again where something must be mended."""
        data = activity.sent
        typed = filled(data)
        response = await always(self._sent(activity, data, typed))
        if isinstance(response, Mend):
            return await self._mend(activity, typed, response)
        return said(response.text if isinstance(response, Whisper) else "")

    async def vote(self, activity: Posted) -> Json:
        """The thumbs that Teams itself shows below an answer."""
        run = await self._answered_in(activity.spot)
        value = activity.value.get("actionValue")
        value = value if isinstance(value, dict) else {}
        if run:
            await always(self._voted(activity, run, value))
        return {}

    async def _answered_in(self, spot: Spot) -> str:
        """The run whose answer the message shows, empty for none; a post begins its own thread."""
        for where in (spot.conversation, split(spot.conversation)[0]):
            spoken = Spoken(thread=spot.thread, reference=f"{where}/{spot.reply_to}")
            traced = await self._desk.traced(spoken)
            if traced is not None and traced.answered:
                return traced.run
        return ""

    async def _voted(self, activity: Posted, run: str, value: Json) -> Response:
        speaker = activity.speaker
        by = self._people.person(speaker)
        if value.get("reaction") == "like":
            press = Press(verb=Verb.GOOD, subject=run)
            return await pressed(self._event(activity, press, {}), self._desk)
        note = Filled(values={NOTE: _feedback(value)})
        press = Press(verb=Verb.BAD, subject=run)
        event = Sent(press=press, by=by, filled=note, external=not speaker.known)
        return await sent(event, self._desk)

    async def _pressed(self, activity: Posted, data: Json) -> Response:
        press = decode(carried(data))
        return await pressed(self._event(activity, press, data), self._desk)

    async def _fetched(self, activity: Posted, data: Json, spot: Spot) -> Response:
        """Files are made when the link is opened, not before."""
        press = decode(carried(data))
        if press.verb in FILES and not spot.private and not self._links.open:
            return Whisper(text=say.FILE_ELSEWHERE)
        return await pressed(self._event(activity, press, data), self._desk)

    async def _sent(self, activity: Posted, data: Json, typed: Filled) -> Response:
        speaker = activity.speaker
        event = Sent(
            press=decode(carried(data)),
            by=self._people.person(speaker),
            filled=typed,
            external=not speaker.known,
        )
        return await sent(event, self._desk)

    def _event(self, activity: Posted, press: Press, data: Json) -> Pressed:
        speaker = activity.speaker
        return Pressed(
            press=press,
            by=self._people.person(speaker),
            thread=activity.spot.thread,
            picked=picked(data),
            external=not speaker.known,
        )

    async def _mend(self, activity: Posted, typed: Filled, response: Mend) -> Json:
        """The form once more, as its button opens it, with what was typed."""
        again = await always(self._pressed(activity, activity.sent))
        if not isinstance(again, Show):
            return said(again.text if isinstance(again, Whisper) else replies.CLOSED_FORM)
        return dialog(typed_again(again.form, typed), response.problems)

    async def _changed(self, response: Silence, activity: Posted) -> Json:
        press, ask = decode(carried(activity.executed)), response.ask
        if press.verb not in DECIDING or ask is None:
            return told(replies.STOPPED if press.verb is Verb.STOP else say.DONE)
        by = self._people.person(activity.speaker)
        return shown(await settled_card(ask, press, picked(activity.executed), by))

    async def _view(self, activity: Posted, data: Json) -> Json:
        speaker, where = activity.speaker, activity.spot.thread
        reader = self._people.person(speaker)
        seen = await self._desk.seen(viewed(data), reader, where) if speaker.known else None
        if seen is None:
            return told(replies.closed(""))
        return shown(await view_card(seen), refresh_again(data))

    async def _handed(self, hand: Hand, activity: Posted, data: Json) -> str:
        """Offer the file where Teams lets bots hand files over: in a chat with one person."""
        spot = activity.spot
        if not spot.private:
            return say.FILE_ELSEWHERE
        try:
            place = place_in(spot.thread)
            await self._mail.offer(place, hand.file, {CARRIED: carried(data)})
        except REFUSED as refusal:
            _log.warning("Teams did not take a file: %s", refusal)
            return replies.TROUBLE
        return say.FILE_BELOW

    def _linked(self, hand: Hand, activity: Posted, data: Json) -> Json:
        person = self._people.person(activity.speaker).id
        url = self._links.file(decode(carried(data)), person)
        return download(hand.file.name, url) if url else said(say.FILE_ELSEWHERE)


def _feedback(value: Json) -> str:
    """Teams sends the typed text as JSON in a string."""
    try:
        typed = json.loads(str(value.get("feedback") or "{}"))
    except ValueError:
        return ""
    return str(typed.get("feedbackText") or "") if isinstance(typed, dict) else ""


def told(text: str) -> Json:
    """A sentence for whoever pressed Action.Execute."""
    return {"statusCode": 200, "type": _MESSAGE, "value": text}


def shown(card: Card, refresh: Json | None = None) -> Json:
    """A card in the place of the one that was pressed."""
    message = Outgoing(card=card, room=Room(), refresh=refresh or {})
    return replaced(content_of(message))


def replaced(content: Json) -> Json:
    """The same, drawn already."""
    return {"statusCode": 200, "type": CONTENT_TYPE, "value": content}

"""A question whose message was changed: an offer to answer it as it stands now.

Teams lets no bot read a message again, so the offer itself carries the new words. They can do no
more than a message of the same person could: whoever presses must be who asked.
"""

import hashlib
from typing import Any, Final, TypeAlias

from bots.cards import Card, Text
from bots.conversation.channels import Channels
from bots.conversation.hearing import at_once
from bots.conversation.responses import Response, Silence, Whisper, always
from bots.teams.activities import Posted, Spot
from bots.teams.cards.adaptive import Room, envelope
from bots.teams.cards.elements import text_elements
from bots.teams.incoming.hearing import place_in
from bots.teams.incoming.pressing import shown, told
from bots.teams.people import TeamsPeople
from bots.teams.sending.mail import Mail
from bots.visible import visible
from bots.wording import replies
from bots.wording import teams as say
from review.ports.desk import Desk, Incoming, Spoken, Traced

Json: TypeAlias = dict[str, Any]

AGAIN: Final = "again"
_QUESTION, _MESSAGE = "q", "m"
_EDITED: Final = "editMessage"


class Editing:
    """Follows a question's message after it was asked."""

    def __init__(self, desk: Desk, people: TeamsPeople, mail: Mail, channels: Channels) -> None:
        self._desk = desk
        self._channels = channels
        self._people = people
        self._mail = mail

    async def changed(self, activity: Posted) -> None:
        """Offer to answer the new words, where they say something new."""
        data = activity.body.get("channelData")
        if not isinstance(data, dict) or data.get("eventType") != _EDITED:
            return
        spot, new = activity.spot, activity.words
        if not (spot.private or activity.mentions_bot) or at_once(new) is not None:
            return
        traced = await self._asked_by(activity, spot.activity)
        if traced is None or traced.question == new:
            return
        await self._mail.show(place_in(traced.thread), _offer(new, spot.activity), say.EDITED)

    async def again(self, activity: Posted) -> Json:
        """The button of the offer."""
        data = activity.executed
        message, text = str(data.get(_MESSAGE) or ""), str(data.get(_QUESTION) or "").strip()
        response = await always(self._asked(activity, message, text))
        if isinstance(response, Whisper):
            return told(response.text)
        return shown(Card(plain=say.ASKED_AGAIN, blocks=(Text(text=say.ASKED_AGAIN),)))

    async def _asked(self, activity: Posted, message: str, text: str) -> Response:
        traced = await self._asked_by(activity, message)
        if traced is None:
            return Whisper(text=say.ONLY_ASKER_AGAIN)
        if self._channels.is_off(traced.thread):
            return Whisper(text=replies.OFF_HERE)
        card = at_once(text)
        if card is not None:
            return Whisper(text=visible(card.plain))
        spot, by = activity.spot, self._people.person(activity.speaker)
        await self._desk.stop(traced.run, by)
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        event = f"{_event(spot, message)}:{digest}"
        thread = self._channels.thread(traced.thread)
        await self._desk.ask(Incoming(event=event, text=text, thread=thread, asker=by))
        return Silence()

    async def _asked_by(self, activity: Posted, message: str) -> Traced | None:
        """The run that this message asked, where the same person asks now."""
        spot, speaker = activity.spot, activity.speaker
        if not speaker.known or not message:
            return None
        spoken = Spoken(thread=spot.thread, event=_event(spot, message))
        traced = await self._desk.traced(spoken)
        own = traced is not None and traced.asker.id == self._people.person(speaker).id
        return traced if own else None


def _event(spot: Spot, message: str) -> str:
    """The event as which the message was heard."""
    return f"{spot.tenant}:{spot.conversation}:{message}"


def _offer(question: str, message: str) -> Json:
    data = {_QUESTION: question, _MESSAGE: message}
    button = {
        "type": "Action.Execute",
        "title": say.ASK_EDITED,
        "verb": AGAIN,
        "style": "positive",
        "data": data,
    }
    words = text_elements(Text(text=say.EDITED), Room().text)
    return envelope([*words, {"type": "ActionSet", "actions": [button]}])

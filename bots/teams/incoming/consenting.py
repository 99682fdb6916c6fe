"""Files that a person allowed into their OneDrive."""

import logging
from typing import Any, Final, TypeAlias

import httpx

from bots.cards import FILES, Verb
from bots.conversation.notices import text_card
from bots.conversation.presses import decode
from bots.conversation.pressing import Pressed, pressed
from bots.conversation.responses import Hand, Response, Silence, Whisper, always
from bots.teams.activities import Posted
from bots.teams.admitting.access import host_of
from bots.teams.admitting.cloud import Cloud
from bots.teams.cards.dialogs import carried
from bots.teams.incoming.hearing import place_in
from bots.teams.people import TeamsPeople
from bots.teams.refusals import REFUSED
from bots.teams.sending.mail import Mail
from bots.wording import replies
from bots.wording import teams as say
from review.ports.desk import Desk

Json: TypeAlias = dict[str, Any]

_log = logging.getLogger(__name__)
_TIMEOUT_SECONDS: Final = 60
_HANDED: Final = FILES | {Verb.SQL}


class Consenting:
    """Hands over what was offered; whether the person may have it is asked again."""

    def __init__(self, desk: Desk, people: TeamsPeople, mail: Mail, cloud: Cloud) -> None:
        self._desk = desk
        self._people = people
        self._mail = mail
        self._cloud = cloud

    async def consented(self, activity: Posted) -> None:
        """Upload the file and show it; a sentence where that cannot be."""
        response = await always(self._hand(activity))
        if isinstance(response, Whisper):
            place = place_in(activity.spot.thread)
            await self._mail.reply(place, text_card(response.text))

    async def _hand(self, activity: Posted) -> Response:
        value, speaker = activity.value, activity.speaker
        if value.get("action") != "accept":
            return Whisper(text=say.FILE_DECLINED)
        context = value.get("context")
        press = decode(carried(context if isinstance(context, dict) else {}))
        if press.verb not in _HANDED:
            return Whisper(text=replies.UNREADABLE)
        event = Pressed(
            press=press,
            by=self._people.person(speaker),
            thread=activity.spot.thread,
            external=not speaker.known,
        )
        response = await pressed(event, self._desk)
        if not isinstance(response, Hand):
            return response
        return await self._uploaded(response, activity, value.get("uploadInfo"))

    async def _uploaded(self, hand: Hand, activity: Posted, upload: object) -> Response:
        info = upload if isinstance(upload, dict) else {}
        url, content = str(info.get("uploadUrl") or ""), hand.file.content
        if not self._cloud.keeps_files(url):
            _log.warning("Refused to upload a file to %s", host_of(url))
            return Whisper(text=replies.TROUBLE)
        size = len(content)
        headers = {"Content-Range": f"bytes 0-{size - 1}/{size}"}
        try:
            async with httpx.AsyncClient(timeout=_TIMEOUT_SECONDS) as client:
                (await client.put(url, content=content, headers=headers)).raise_for_status()
            await self._mail.handed(place_in(activity.spot.thread), hand.file.name, info)
        except (httpx.HTTPError, *REFUSED) as error:
            _log.warning("A file could not be put into OneDrive: %s", error)
            return Whisper(text=replies.TROUBLE)
        return Silence()

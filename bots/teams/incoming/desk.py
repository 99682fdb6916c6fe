"""“My desk”: shown to the person alone, and what is done on it."""

import logging
from typing import Any, Final, TypeAlias

from bots.conversation.queue import any_left, approve_all, claim_all, reject_all
from bots.ports import ADMIN, Health
from bots.teams.activities import Posted
from bots.teams.cards.adaptive import envelope
from bots.teams.cards.desk_card import (
    APPROVE,
    CLAIM,
    DO,
    FORGET,
    NOTE,
    PICKED,
    QUESTION,
    REJECT,
    REJECTED,
    SURE,
    DeskView,
    desk_content,
    filters_of,
)
from bots.teams.cards.elements import line, run
from bots.teams.incoming.hearing import place_in
from bots.teams.people import TeamsPeople
from bots.teams.refusals import REFUSED
from bots.teams.sending.mail import Mail
from bots.wording import home as say
from bots.wording import replies
from pipeline.people import Person
from review.ports.desk import Desk, TryLater

Json: TypeAlias = dict[str, Any]

_log = logging.getLogger(__name__)
WORDS: Final = frozenset({"desk", "my desk"})


class DeskCard:
    """Answers “my desk” in the person's own chat, and the buttons of that card."""

    def __init__(self, desk: Desk, people: TeamsPeople, mail: Mail, health: Health) -> None:
        self._desk = desk
        self._people = people
        self._mail = mail
        self._health = health

    def asked_for(self, activity: Posted) -> bool:
        """Whether this message asks for the desk, and asks us."""
        ours = activity.spot.private or activity.mentions_bot
        return ours and activity.words.lower().strip(" .!?") in WORDS

    async def show(self, activity: Posted) -> None:
        """Raises what sending raises."""
        spot, who = activity.spot, activity.speaker
        place = place_in(spot.thread)
        if not who.known:
            await self._mail.show(place, envelope([line(run(replies.EXTERNAL))]), replies.EXTERNAL)
            return
        reader = self._people.person(who)
        place = place if spot.private else await self._mail.direct(reader.id, spot.tenant)
        await self._mail.show(place, await self._content(reader, {}), say.PENDING)

    async def pressed(self, activity: Posted) -> Json | None:
        """The desk after a press of one of its buttons; None for somebody who has none."""
        who, spot = activity.speaker, activity.spot
        if not who.known or not spot.private:
            return None
        data = activity.executed
        reader, do = self._people.person(who), data.get(DO)
        picked = str(data.get(PICKED) or "")
        asks_first = do in (APPROVE, REJECT) or (do == REJECTED and not _note(data))
        if asks_first and not await any_left(self._desk, set(picked.split(",")), reader):
            return await self._content(reader, data, say.NONE_PICKED)
        if do == APPROVE and picked:
            return await self._content(reader, data, sure=picked)
        if picked and (do == REJECT or (do == REJECTED and not _note(data))):
            notice = replies.TYPE_SOMETHING if do == REJECTED else ""
            return await self._content(reader, data, notice, why=picked)
        return await self._content(reader, data, await self._done(str(do), data, reader))

    async def keep(self, activity: Posted, content: Json) -> None:
        """The card stays as it is now, when its chat is opened again."""
        spot = activity.spot
        try:
            await self._mail.change(place_in(spot.thread), spot.reply_to, content)
        except (TryLater, *REFUSED) as refusal:
            # Whoever pressed sees the new card already.
            _log.warning("Teams did not take an edited desk: %s", refusal)

    async def _done(self, do: str, data: Json, by: Person) -> str:
        """Do it; a sentence for whoever did."""
        picked = set(str(data.get(PICKED) or "").split(","))
        if do == CLAIM:
            return await claim_all(self._desk, picked, by)
        if do in (APPROVE, SURE):
            return await approve_all(self._desk, picked, by)
        if do in (REJECT, REJECTED):
            return await reject_all(self._desk, picked, _note(data), by)
        if do == FORGET:
            gone = await self._desk.forget(str(data.get(QUESTION) or ""), by)
            return say.FORGOTTEN if gone else ""
        return ""

    async def _content(
        self, reader: Person, data: Json, notice: str = "", *, sure: str = "", why: str = ""
    ) -> Json:
        admin = ADMIN in reader.roles
        view = DeskView(
            agenda=await self._desk.open_for(reader),
            reader=reader,
            filters=filters_of(data),
            conditions=await self._health.conditions() if admin else (),
            notice=notice,
            sure=sure,
            why=why,
        )
        return desk_content(view)


def _note(data: Json) -> str:
    return str(data.get(NOTE) or "").strip()

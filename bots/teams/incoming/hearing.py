"""Messages, mentions, and being added to a conversation."""

import logging
from typing import Any, Final, TypeAlias

from bots.cards import Card
from bots.conversation.alerts import Alerts
from bots.conversation.asking_back import asked_back
from bots.conversation.channels import Channels
from bots.conversation.hearing import Heard, hear
from bots.conversation.notices import text_card
from bots.files import FileShelf
from bots.teams.activities import Posted, Speaker, Spot, split
from bots.teams.admitting.cloud import PUBLIC, Cloud
from bots.teams.incoming.file_download import dropped_files
from bots.teams.people import TeamsPeople
from bots.teams.sending.messages import Place
from bots.teams.sending.references import Member, Reference, References
from bots.wording import alerts as say_of
from bots.wording import replies as say
from review.ledger.errors import ReviewError
from review.ledger.threads import Thread
from review.ports.desk import Desk

Json: TypeAlias = dict[str, Any]

_log = logging.getLogger(__name__)
_LEFT: Final = frozenset({"remove", "remove-upgrade"})


class Hearing:
    """Takes what people write. A question is in the ledger before Teams is told that we have it."""

    def __init__(
        self,
        desk: Desk,
        people: TeamsPeople,
        references: References,
        alerts: Alerts,
        channels: Channels,
        files: tuple[Cloud, FileShelf | None] = (PUBLIC, None),
    ) -> None:
        self._desk = desk
        self._cloud, self._shelf = files
        self._channels = channels
        self._alerts = alerts
        self._people = people
        self._references = references

    async def take(self, activity: Posted) -> tuple[Place, Card] | None:
        """A message; what to answer at once, and where."""
        spot, speaker = activity.spot, activity.speaker
        await self.remember(spot, speaker)
        if not await self._is_for_us(activity, spot):
            return None
        return await self.ask(activity.words, activity, spot.thread)

    async def ask(self, text: str, activity: Posted, thread: Thread) -> tuple[Place, Card] | None:
        """Somebody's words in a thread; a sentence where they cannot be taken."""
        spot, speaker = activity.spot, activity.speaker
        event = f"{spot.tenant}:{spot.conversation}:{spot.activity}"
        heard = Heard(
            event=event,
            text=text,
            thread=thread,
            speaker=self._people.person(speaker),
            files=dropped_files(activity.attachments, event, self._cloud),
            external=not speaker.known,
        )
        message = self._channels.applied(heard)
        try:
            # A post that begins a thread stands below no case.
            below = thread.root not in ("", spot.activity)
            passed = await asked_back(message, _root_of(thread), self._desk) if below else None
            card = passed.card if passed else await hear(message, self._desk, self._shelf)
        except Exception:  # noqa: BLE001 - whoever asked hears of every failure
            _log.exception("The question %s could not be taken", message.event)
            card = text_card(say.TROUBLE)
        return (place_in(thread), card) if card is not None else None

    async def added(self, activity: Posted) -> tuple[Place, Card] | None:
        """The bot came into a conversation, or left it; the welcome, once."""
        spot = activity.spot
        channel, _ = split(spot.conversation)
        if _is_leaving(activity, spot):
            await self._references.forget(channel)
            if not spot.private:
                name = activity.place_name
                await self._alerts.tell(f"teams:{channel}", say_of.teams_removed(name))
            return None
        new = await self._references.of(channel) is None
        await self.remember(spot, activity.speaker)
        if not new or not _is_arriving(activity, spot):
            return None
        return place_in(spot.thread), text_card(*say.HELP, title=say.HELP_TITLE)

    async def deleted(self, activity: Posted) -> None:
        """Whoever deletes the post that asked wants no answer; a chat is more than one message."""
        spot, speaker = activity.spot, activity.speaker
        thread = spot.thread
        if speaker.known and thread.root and thread.root == spot.activity:
            await self._desk.cancel(thread, self._people.person(speaker))

    async def remember(self, spot: Spot, speaker: Speaker) -> None:
        """Where this conversation is; that it cannot be kept does not stop anybody."""
        person = self._people.person(speaker).id if speaker.known else ""
        reference = Reference(
            channel=split(spot.conversation)[0],
            service_url=spot.service_url,
            tenant=spot.tenant,
            bot=spot.bot,
            bot_name=spot.bot_name,
            person=person if spot.private else "",
        )
        try:
            await self._references.keep(reference)
            if person and speaker.member:
                member = Member(id=speaker.member, name=speaker.name)
                await self._references.keep_member(person, member)
        except ReviewError:
            _log.exception("The conversation %s could not be kept", reference.channel)

    async def _is_for_us(self, activity: Posted, spot: Spot) -> bool:
        """Chats with one person, mentions, and what follows in our threads."""
        if spot.private or activity.mentions_bot:
            return True
        threaded = bool(spot.thread.root) and not self._channels.is_off(spot.thread)
        return threaded and await self._desk.knows(spot.thread)


def place_in(thread: Thread) -> Place:
    return Place(channel=thread.channel, root=thread.root, tenant=thread.tenant)


def _root_of(thread: Thread) -> str:
    """The reference of the post that the thread hangs on."""
    return f"{thread.channel}/{thread.root}"


def _is_leaving(activity: Posted, spot: Spot) -> bool:
    if activity.kind == "installationUpdate":
        return activity.body.get("action") in _LEFT
    return _holds(activity.body.get("membersRemoved"), spot.bot)


def _is_arriving(activity: Posted, spot: Spot) -> bool:
    if activity.kind == "installationUpdate":
        return activity.body.get("action") == "add"
    return _holds(activity.body.get("membersAdded"), spot.bot)


def _holds(members: object, ident: str) -> bool:
    listed = members if isinstance(members, list) else []
    return any(isinstance(each, dict) and each.get("id") == ident for each in listed)

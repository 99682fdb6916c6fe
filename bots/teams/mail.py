"""Sending and editing Teams messages; every error in our words."""

import asyncio
import logging
import re
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from botbuilder.schema import (
    Activity,
    ActivityTypes,
    Attachment,
    ChannelAccount,
    ConversationAccount,
    ConversationParameters,
    ConversationReference,
    Entity,
)

from bots.cards import Card, File
from bots.teams.access import CHANNEL
from bots.teams.activities import joined, split
from bots.teams.adapter import TeamsAdapter
from bots.teams.adaptive import CONTENT_TYPE, Room
from bots.teams.budget import Budget
from bots.teams.citations import Source, claims, marks
from bots.teams.elements import cut
from bots.teams.fitting import MOST_BYTES, fitted, size_of
from bots.teams.paging import more_rows
from bots.teams.people import user_of
from bots.teams.references import Member, Reference, References
from bots.teams.refusals import REFUSED, ShutOut, TooBig, ours
from bots.teams.tokens import Tokens
from bots.wording import teams as say
from review.desk import TryLater, Undeliverable

Json: TypeAlias = dict[str, Any]

_log = logging.getLogger(__name__)
_CONSENT: Final = "application/vnd.microsoft.teams.card.file.consent"
_FILE: Final = "application/vnd.microsoft.teams.card.file.info"
_SUMMARY: Final = 500
_SIZES: Final = (MOST_BYTES, 12_000, 4_000)
_TRIES: Final = 3
_PATIENCE_SECONDS: Final = 6.0
_NAMELIKE: Final = re.compile(r"[^\w .'-]+")
_MESSAGE: Final[Json] = {"@type": "Message", "@context": "https://schema.org", "@id": ""}
_GENERATED: Final[Json] = {"additionalType": ["AIGeneratedContent"]}


class RawEntity(Entity):
    """An entity that goes out whole: the SDK's own drops all but its type without a word."""

    _attribute_map: Final = {  # the SDK's serialiser reads this name
        "type": {"key": "type", "type": "str"},
        "additional_properties": {"key": "", "type": "{object}"},
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A conversation, and the thread in it; no root is the conversation itself."""

    channel: str
    root: str = ""
    tenant: str = ""

    @property
    def conversation(self) -> str:
        return joined(self.channel, self.root)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """A message about to be sent. `generated` labels it as a model's work.

    `rows` are those of the answer of `run`: what the card has no room for is shown in pages.
    """

    card: Card
    room: Room = field(default_factory=Room)
    generated: bool = False
    thumbs: bool = False
    refresh: Json = field(default_factory=dict)
    sources: tuple[Source, ...] = ()
    run: str = ""
    rows: int = 0


def place_of(reference: str, tenant: str) -> tuple[Place, str]:
    """Where a sent message is, and its id."""
    conversation, _, message = reference.rpartition("/")
    channel, root = split(conversation)
    return Place(channel=channel, root=root, tenant=tenant), message


def content_of(message: Outgoing, most: int = MOST_BYTES) -> Json:
    """The Adaptive Card of a message."""
    below = marks(message.sources)
    pages = [more_rows(message.run, message.rows)] if message.rows else []
    room = most - size_of({"body": [*below, *pages]})
    content = fitted(message.card, message.room, room).content
    drawn = [len(each["rows"]) - 1 for each in content["body"] if each["type"] == "Table"]
    pages = [more_rows(message.run, at) for at in drawn if at < message.rows]
    content = content | {"body": [*content["body"], *pages, *below]}
    return content | ({"refresh": message.refresh} if message.refresh else {})


class Mail:
    """What we send. Raises TryLater, MessageGone, Undeliverable."""

    def __init__(
        self, adapter: TeamsAdapter, references: References, tokens: Tokens, budget: Budget
    ) -> None:
        self._adapter = adapter
        self._references = references
        self._tokens = tokens
        self._budget = budget

    async def post(self, place: Place, message: Outgoing) -> str:
        """The reference of the new message."""
        reference = await self._reference(place)
        mentioned = await self._member(message.card.notify)

        async def send(content: Json) -> str:
            activity = _message(message, _calling(content, mentioned))
            return await self._adapter.send(reference, activity)

        return f"{place.conversation}/{await self._shrinking(place, message, send)}"

    async def edit(self, place: Place, ident: str, message: Outgoing) -> None:
        reference = await self._reference(place)

        async def send(content: Json) -> str:
            activity = _message(message, content)
            activity.id = ident
            await self._adapter.edit(reference, activity)
            return ident

        await self._shrinking(place, message, send)

    async def reply(self, place: Place, card: Card) -> None:
        """An answer to somebody who is waiting: tried again for a moment, then left."""
        for _ in range(_TRIES):
            try:
                await self.post(place, Outgoing(card=card))
            except TryLater as late:
                if late.seconds > _PATIENCE_SECONDS:
                    break
                await asyncio.sleep(late.seconds)
            except REFUSED as refusal:
                _log.warning("Teams did not take a reply: %s", refusal)
                return
            else:
                return
        _log.warning("Teams did not take a reply in time")

    async def direct(self, person: str, tenant: str) -> Place:
        """The conversation with this one person."""
        known = await self._references.private(person)
        if known is not None:
            return Place(channel=known.channel, tenant=tenant)
        near = await self._near("", tenant)
        member = await self._member(person)
        parameters = ConversationParameters(
            is_group=False,
            bot=ChannelAccount(id=near.bot),
            members=[ChannelAccount(id=member.id if member else user_of(person))],
            tenant_id=tenant,
            channel_data={"tenant": {"id": tenant}},
        )
        with ours():
            channel = await self._adapter.open_chat(near.service_url, parameters)
        await self._references.keep(replace(near, channel=channel, person=person))
        return Place(channel=channel, tenant=tenant)

    async def typing(self, place: Place) -> None:
        """Show that we are at it; where Teams does not take that, the progress message says so."""
        if self._budget.wait(place.conversation):
            return
        try:
            with ours():
                shown = Activity(type=ActivityTypes.typing)
                await self._adapter.send(await self._reference(place), shown)
        except (TryLater, *REFUSED) as refusal:
            _log.info("Teams did not show that we are typing: %s", refusal)

    async def show(self, place: Place, content: Json, plain: str) -> None:
        """A card of its own making; `plain` is what a notification says."""
        await self._attached(place, Attachment(content_type=CONTENT_TYPE, content=content), plain)

    async def change(self, place: Place, ident: str, content: Json) -> None:
        """Put a card of its own making in the place of the message's."""
        reference = await self._reference(place)
        self._spend(place)
        shown = Attachment(content_type=CONTENT_TYPE, content=content)
        activity = Activity(type=ActivityTypes.message, id=ident, attachments=[shown])
        with ours():
            await self._adapter.edit(reference, activity)

    async def offer(self, place: Place, file: File, context: Json) -> None:
        """Ask whether the file may be put into the person's OneDrive."""
        content = {
            "description": say.FILE_CONSENT,
            "sizeInBytes": len(file.content),
            "acceptContext": context,
            "declineContext": context,
        }
        await self._attached(
            place, Attachment(content_type=_CONSENT, name=file.name, content=content)
        )

    async def handed(self, place: Place, name: str, upload: Json) -> None:
        """Show the file that is in the person's OneDrive now."""
        content = {"uniqueId": upload.get("uniqueId"), "fileType": upload.get("fileType")}
        url = str(upload.get("contentUrl") or "")
        await self._attached(
            place, Attachment(content_type=_FILE, name=name, content_url=url, content=content)
        )

    async def _attached(self, place: Place, attachment: Any, summary: str = "") -> None:
        self._spend(place)
        reference = await self._reference(place)
        activity = Activity(
            type=ActivityTypes.message, attachments=[attachment], summary=summary or None
        )
        with ours():
            await self._adapter.send(reference, activity)

    async def _shrinking(self, place: Place, message: Outgoing, send: Any) -> str:
        """Sent whole; less of it where Teams refuses that."""
        for most in _SIZES:
            self._spend(place)
            try:
                with ours():
                    return str(await send(content_of(message, most)))
            except TooBig as refusal:
                _log.warning("%s Sending less of it.", refusal)
            except ShutOut:
                self._tokens.forget()
                raise
        reason = "too big, however much is left out"
        raise Undeliverable(reason)

    def _spend(self, place: Place) -> None:
        pause = self._budget.wait(place.conversation)
        if pause:
            raise TryLater(pause)

    async def _reference(self, place: Place) -> Any:
        near = await self._near(place.channel, place.tenant)
        return ConversationReference(
            channel_id=CHANNEL,
            service_url=near.service_url,
            bot=ChannelAccount(id=near.bot, name=near.bot_name or None),
            conversation=ConversationAccount(id=place.conversation, tenant_id=place.tenant),
        )

    async def _near(self, channel: str, tenant: str) -> Reference:
        known = await self._references.of(channel) or await self._references.nearest(tenant)
        return known or self._unknown(channel, tenant)

    def _unknown(self, channel: str, tenant: str) -> Reference:
        return Reference(
            channel=channel,
            service_url=self._adapter.cloud.service_url,
            tenant=tenant,
            bot=f"28:{self._adapter.app_id}",
        )

    async def _member(self, person: str) -> Member | None:
        return await self._references.member(person) if user_of(person) else None


def _message(message: Outgoing, content: Json) -> Any:
    data: Json = {"feedbackLoop": {"type": "default"}} if message.thumbs else {}
    return Activity(
        type=ActivityTypes.message,
        summary=cut(message.card.plain, _SUMMARY),
        attachments=[Attachment(content_type=CONTENT_TYPE, content=content)],
        entities=_told_beside(message) or None,
        channel_data=data or None,
    )


def _told_beside(message: Outgoing) -> list[RawEntity]:
    """That a model had its part in it, and what it rests on."""
    if not message.generated and not message.sources:
        return []
    cited = {"citation": claims(message.sources)} if message.sources else {}
    told = _MESSAGE | (_GENERATED if message.generated else {}) | cited
    return [RawEntity(type="https://schema.org/Message", additional_properties=told)]


def _calling(content: Json, member: Member | None) -> Json:
    """The card with a mention of this person on top."""
    name = _NAMELIKE.sub(" ", member.name).strip() if member else ""
    if member is None or not name:
        return content
    text = f"<at>{name}</at>"
    mention = {
        "type": "mention",
        "text": text,
        "mentioned": {"id": member.id, "name": name},
    }
    called = {"type": "TextBlock", "text": text, "wrap": True}
    extra = {**content.get("msteams", {}), "entities": [mention]}
    return content | {"body": [called, *content["body"]], "msteams": extra}

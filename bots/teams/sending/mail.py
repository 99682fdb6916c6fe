"""Sending and editing Teams messages; every error in our words."""

import asyncio
import logging
from dataclasses import replace
from typing import Any, Final, TypeAlias

from botbuilder.schema import (
    Activity,
    ActivityTypes,
    Attachment,
    ChannelAccount,
    ConversationAccount,
    ConversationParameters,
    ConversationReference,
)

from bots.cards import Card, File
from bots.teams.admitting.access import CHANNEL
from bots.teams.admitting.adapter import TeamsAdapter
from bots.teams.admitting.tokens import Tokens
from bots.teams.cards.adaptive import CONTENT_TYPE
from bots.teams.cards.fitting import MOST_BYTES
from bots.teams.people import user_of
from bots.teams.refusals import REFUSED, ShutOut, TooBig, ours
from bots.teams.sending.budget import Budget
from bots.teams.sending.messages import (
    Outgoing,
    Place,
    StreamInfo,
    activity_of,
    calling,
    content_of,
)
from bots.teams.sending.references import Member, Reference, References
from bots.wording import teams as say
from review.ports.desk import TryLater, Undeliverable

Json: TypeAlias = dict[str, Any]

_log = logging.getLogger(__name__)
_CONSENT: Final = "application/vnd.microsoft.teams.card.file.consent"
_FILE: Final = "application/vnd.microsoft.teams.card.file.info"
_SIZES: Final = (MOST_BYTES, 12_000, 4_000)
_TRIES: Final = 3
_PATIENCE_SECONDS: Final = 6.0


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
            activity = activity_of(message, calling(content, mentioned))
            return await self._adapter.send(reference, activity)

        return f"{place.conversation}/{await self._shrinking(place, message, send)}"

    async def edit(self, place: Place, ident: str, message: Outgoing) -> None:
        reference = await self._reference(place)

        async def send(content: Json) -> str:
            activity = activity_of(message, content)
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

    async def stream(self, place: Place, text: str, info: StreamInfo) -> str:
        """Begin a stream, or go on with it; the id of its message."""
        self._spend(place)
        told = Activity(type=ActivityTypes.typing, text=text, entities=[info.entity])
        with ours():
            sent = await self._adapter.send(await self._reference(place), told)
        return info.ident or sent

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

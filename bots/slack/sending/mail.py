"""Sending and editing Slack messages and files; every error in our words."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from slack_sdk.web.async_client import AsyncWebClient

from bots.cards import Card, File, Image, Text
from bots.slack.cards.blocks import Json, block_of_text, cut, escaped
from bots.slack.cards.fitting import Fitted, fitted
from bots.slack.cards.limits import LIMITS
from bots.slack.people import REFUSED
from bots.slack.refusals import NotGranted, StillStreaming, TooBig, ours
from bots.slack.sending.closing import close
from bots.slack.sending.uploads import Upload, upload

_log = logging.getLogger(__name__)
EVENT_TYPE: Final = "countersign"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A channel, and the thread in it; no root is the channel itself."""

    channel: str
    root: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """A message about to be sent. `key` is how it is found again."""

    card: Card
    shape: Fitted
    key: str = ""

    @property
    def text(self) -> str:
        return escaped(cut(self.card.plain, LIMITS.message_text // 2))

    def metadata(self) -> Json:
        payload = {"key": self.key}
        return (
            {"metadata": {"event_type": EVENT_TYPE, "event_payload": payload}} if self.key else {}
        )


def outgoing(card: Card, key: str = "", pictures: Mapping[str, str] | None = None) -> Outgoing:
    return Outgoing(card=card, key=key, shape=fitted(card, pictures))


class Mail:
    """What we send. Raises TryLater, MessageGone, Undeliverable."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client

    async def post(self, place: Place, message: Outgoing) -> str:
        """The timestamp of the new message."""

        async def send(blocks: list[Json]) -> Any:
            return await self._client.chat_postMessage(
                channel=place.channel,
                thread_ts=place.root or None,
                text=message.text,
                blocks=blocks,
                unfurl_links=False,
                unfurl_media=False,
                **message.metadata(),
            )

        return str((await self._sent(message, send))["ts"])

    async def edit(self, place: Place, ts: str, message: Outgoing) -> None:
        async def send(blocks: list[Json]) -> Any:
            return await self._client.chat_update(
                channel=place.channel,
                ts=ts,
                text=message.text,
                blocks=blocks,
                **message.metadata(),
            )

        try:
            await self._sent(message, send)
        except StillStreaming:
            # Another process began to stream it, one that is gone maybe.
            await close(self._client, place.channel, ts)
            await self._sent(message, send)

    async def whisper(self, place: Place, user: str, card: Card) -> None:
        message = outgoing(card)

        async def send(blocks: list[Json]) -> Any:
            return await self._client.chat_postEphemeral(
                channel=place.channel,
                user=user,
                thread_ts=place.root or None,
                text=message.text,
                blocks=blocks,
            )

        await self._sent(message, send)

    async def direct(self, user: str) -> Place:
        """The conversation with this one person."""
        with ours():
            opened = await self._client.conversations_open(users=user)
        return Place(channel=str(opened["channel"]["id"]))

    async def hand(self, place: Place, file: File) -> None:
        with ours():
            await upload(
                self._client,
                Upload(name=file.name, content=file.content),
                channel_id=place.channel,
                thread_ts=place.root or None,
            )

    async def picture(self, image: Image) -> str:
        """The id of the uploaded picture, empty where Slack does not take it."""
        picture = Upload(name=image.name, content=image.png, alt=image.alt)
        try:
            with ours():
                return await upload(self._client, picture)
        except REFUSED as refusal:
            _log.warning("Slack did not take a picture: %s", refusal)
            return ""

    async def sent_under(self, place: Place, key: str) -> str:
        """The timestamp of the message that carries this key, empty where there is none.

        An app that may not read the channel cannot know: rather twice than never.
        """
        try:
            with ours():
                listed = await self._listed(place)
        except NotGranted:
            return ""
        for message in listed.get("messages") or []:
            metadata = message.get("metadata") or {}
            payload = metadata.get("event_payload") or {}
            if metadata.get("event_type") == EVENT_TYPE and payload.get("key") == key:
                return str(message["ts"])
            # A stream cannot carry metadata; its button to stop does.
            if any(block.get("block_id") == key for block in message.get("blocks") or []):
                return str(message["ts"])
        return ""

    async def _listed(self, place: Place) -> Any:
        if place.root:
            return await self._client.conversations_replies(
                channel=place.channel, ts=place.root, include_all_metadata=True, limit=200
            )
        return await self._client.conversations_history(
            channel=place.channel, include_all_metadata=True, limit=200
        )

    async def _sent(self, message: Outgoing, send: Any) -> Any:
        """Sent whole; less of it where Slack refuses that."""
        try:
            with ours():
                return await send(message.shape.blocks)
        except TooBig as refusal:
            _log.warning("%s; sending it without pictures", refusal)
        try:
            with ours():
                return await send(fitted(message.card).blocks)
        except TooBig as refusal:
            _log.warning("%s; sending it as plain text", refusal)
        with ours():
            return await send([block_of_text(Text(text=message.card.plain))])

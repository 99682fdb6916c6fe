"""What is sent in Teams: where it goes, what it is made of, and the activity it becomes."""

import re
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from botbuilder.schema import Activity, ActivityTypes, Attachment, Entity

from bots.cards import Card
from bots.teams.activities import joined, split
from bots.teams.cards.adaptive import CONTENT_TYPE, Room
from bots.teams.cards.citations import Source, claims, marks
from bots.teams.cards.elements import cut
from bots.teams.cards.fitting import MOST_BYTES, fitted, size_of
from bots.teams.cards.paging import more_rows
from bots.teams.sending.references import Member

Json: TypeAlias = dict[str, Any]

_SUMMARY: Final = 500
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
class StreamInfo:
    """Which part of a stream an activity is: informative, streaming or final.

    `number` counts from 1 and is 0 for the final one; `ident` is empty for the first.
    """

    kind: str
    number: int = 0
    ident: str = ""

    @property
    def entity(self) -> RawEntity:
        told: Json = {"streamType": self.kind}
        told |= {"streamSequence": self.number} if self.number else {}
        told |= {"streamId": self.ident} if self.ident else {}
        return RawEntity(type="streaminfo", additional_properties=told)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """A message about to be sent. `generated` labels it as a model's work.

    `rows` are those of the answer of `run`: what the card has no room for is shown in pages.
    `ends` is the stream that it is the last message of.
    """

    card: Card
    room: Room = field(default_factory=Room)
    generated: bool = False
    thumbs: bool = False
    refresh: Json = field(default_factory=dict)
    sources: tuple[Source, ...] = ()
    run: str = ""
    rows: int = 0
    ends: str = ""


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


def activity_of(message: Outgoing, content: Json) -> Any:
    """The activity that shows this content."""
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
    last = [StreamInfo(kind="final", ident=message.ends).entity] if message.ends else []
    if not message.generated and not message.sources:
        return last
    cited = {"citation": claims(message.sources)} if message.sources else {}
    told = _MESSAGE | (_GENERATED if message.generated else {}) | cited
    return [RawEntity(type="https://schema.org/Message", additional_properties=told), *last]


def calling(content: Json, member: Member | None) -> Json:
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

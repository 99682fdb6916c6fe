"""Teams' activities as values of ours."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from bots.conversation.door import Malformed, read_object
from bots.conversation.words_said import as_said
from bots.teams.admitting.access import tenants_of
from review.ledger.threads import Thread

Json: TypeAlias = dict[str, Any]
Id: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f]*$", max_length=500)]

SURFACE = "teams"
_MESSAGE_ID = ";messageid="
_CHANNELS = ("@thread.tacv2", "@thread.skype")
_PERSONAL = "personal"


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


class _Named(_Shape):
    id: Id | None = None


class _Account(_Named):
    aadObjectId: Id | None = None  # noqa: N815 - Teams' name


class _Conversation(_Named):
    tenantId: Id | None = None  # noqa: N815 - Teams' name


class _ChannelData(_Shape):
    tenant: _Named | None = None


class _Activity(_Shape):
    """Who, where and what: of these types, or it is no activity of Teams. Contents may be odd."""

    type: Id
    id: Id | None = None
    name: Id | None = None
    replyToId: Id | None = None  # noqa: N815 - Teams' name
    serviceUrl: Id | None = None  # noqa: N815 - Teams' name
    channelId: Id | None = None  # noqa: N815 - Teams' name
    conversation: _Conversation | None = None
    recipient: _Account | None = None
    sender: _Account | None = Field(default=None, alias="from")
    channelData: _ChannelData | None = None  # noqa: N815 - Teams' name


def read_activity(body: bytes) -> Json:
    """The activity of a request. Raises Malformed for what Teams never sends."""
    activity = read_object(body)
    try:
        _Activity.model_validate(activity)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]["loc"]
        reason = f"The activity's {'.'.join(map(str, first))} is not what Teams sends."
        raise Malformed(reason) from None
    return activity


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """Who wrote or pressed. `user` is the directory's id, `member` the one in this chat."""

    tenant: str
    user: str
    member: str = ""
    name: str = ""
    time_zone: str = ""
    locale: str = ""

    @property
    def known(self) -> bool:
        """Whether the directory vouches for this person; guests of a chat may have no id."""
        return bool(self.tenant and self.user)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where something happened."""

    conversation: str
    service_url: str
    tenant: str
    kind: str = ""
    bot: str = ""
    bot_name: str = ""
    activity: str = ""
    reply_to: str = ""

    @property
    def private(self) -> bool:
        return self.kind == _PERSONAL

    @property
    def thread(self) -> Thread:
        channel, root = split(self.conversation)
        return Thread(
            surface=SURFACE,
            tenant=self.tenant,
            channel=channel,
            root=root,
            private=self.private,
        )


def split(conversation: str) -> tuple[str, str]:
    """The conversation's id, and the message its thread hangs on."""
    channel, _, root = conversation.partition(_MESSAGE_ID)
    return channel, root


def has_threads(channel: str) -> bool:
    """Whether this is a channel of a team; chats have no threads."""
    return channel.endswith(_CHANNELS)


def joined(channel: str, root: str) -> str:
    """The id to send to."""
    return f"{channel}{_MESSAGE_ID}{root}" if root and has_threads(channel) else channel


class Posted:
    """An activity as Teams posted it. Each of its parts is read once."""

    def __init__(self, body: Json) -> None:
        self.body = body

    @cached_property
    def kind(self) -> str:
        return _text(self.body, "type")

    @cached_property
    def name(self) -> str:
        """What is invoked."""
        return _text(self.body, "name")

    @cached_property
    def spot(self) -> Spot:
        conversation, recipient = _part(self.body, "conversation"), _part(self.body, "recipient")
        return Spot(
            conversation=_text(conversation, "id"),
            service_url=_text(self.body, "serviceUrl"),
            tenant=min(tenants_of(self.body), default=""),
            kind=_kind(conversation),
            bot=_text(recipient, "id"),
            bot_name=_text(recipient, "name"),
            activity=_text(self.body, "id"),
            reply_to=_text(self.body, "replyToId"),
        )

    @cached_property
    def speaker(self) -> Speaker:
        sender = _part(self.body, "from")
        clients = (each for each in self._entities if each.get("type") == "clientInfo")
        client = next(clients, {})
        return Speaker(
            tenant=self.spot.tenant,
            user=_text(sender, "aadObjectId"),
            member=_text(sender, "id"),
            name=_text(sender, "name"),
            time_zone=_text(client, "timezone") or _text(self.body, "localTimezone"),
            locale=_text(client, "locale") or _text(self.body, "locale"),
        )

    @cached_property
    def place_name(self) -> str:
        """What people call the conversation; empty where Teams does not say."""
        data = _part(self.body, "channelData")
        names = (_text(_part(data, part), "name") for part in ("team", "channel"))
        named = " / ".join(name for name in names if name)
        return named or _text(_part(self.body, "conversation"), "name")

    @cached_property
    def is_from_bot(self) -> bool:
        """Whether no person wrote this: bots that answer each other never end."""
        sender = _part(self.body, "from")
        return _text(sender, "id").startswith("28:") or _text(sender, "role") in ("bot", "skill")

    @cached_property
    def mentions_bot(self) -> bool:
        return any(_mentioned(each) == self.spot.bot for each in self._mentions)

    @cached_property
    def words(self) -> str:
        """The text as a person sees it, without our mention: each mention once, in its place."""
        text = _text(self.body, "text")
        for mention in self._mentions:
            ours = _mentioned(mention) == self.spot.bot
            name = "" if ours else _text(_part(mention, "mentioned"), "name")
            text = text.replace(_text(mention, "text"), name, 1)
        # Teams sends a blank beside another one as one that does not break.
        return as_said(text.replace("&nbsp;", " ").replace("\xa0", " "))

    @cached_property
    def attachments(self) -> list[Json]:
        """What a person attached; the text itself comes as an attachment too."""
        found = _objects(self.body, "attachments")
        return [each for each in found if not _text(each, "contentType").startswith("text/html")]

    @cached_property
    def value(self) -> Json:
        """What a button or a dialog sent."""
        return _part(self.body, "value")

    @cached_property
    def sent(self) -> Json:
        """What a dialog, or the button that opens it, carries."""
        return _part(self.value, "data")

    @cached_property
    def verb(self) -> str:
        """Which Action.Execute was pressed."""
        return _text(_part(self.value, "action"), "verb")

    @cached_property
    def executed(self) -> Json:
        """What the pressed Action.Execute carries."""
        return _part(_part(self.value, "action"), "data")

    @cached_property
    def _entities(self) -> list[Json]:
        return _objects(self.body, "entities")

    @cached_property
    def _mentions(self) -> list[Json]:
        found = [each for each in self._entities if each.get("type") == "mention"]
        return [each for each in found if _text(each, "text")]


def _kind(conversation: Json) -> str:
    """What is not said to be a chat with one person is not taken for one, but by its id."""
    alone = _text(conversation, "id").startswith("a:")
    return _text(conversation, "conversationType") or (_PERSONAL if alone else "")


def _mentioned(mention: Json) -> str:
    return _text(_part(mention, "mentioned"), "id")


def _part(holder: Json, name: str) -> Json:
    part = holder.get(name)
    return part if isinstance(part, dict) else {}


def _objects(holder: Json, name: str) -> list[Json]:
    listed = holder.get(name)
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def _text(holder: Json, name: str) -> str:
    value = holder.get(name)
    return value if isinstance(value, str) else ""

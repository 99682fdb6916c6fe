"""Teams' activities as values of ours."""

import html
from dataclasses import dataclass
from typing import Any, TypeAlias

from bots.teams.access import tenants_of
from review.threads import Thread

Json: TypeAlias = dict[str, Any]

SURFACE = "teams"
_MESSAGE_ID = ";messageid="
_CHANNELS = ("@thread.tacv2", "@thread.skype")
_PERSONAL = "personal"


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


def spot_of(activity: Json) -> Spot:
    conversation = _part(activity, "conversation")
    recipient = _part(activity, "recipient")
    return Spot(
        conversation=_text(conversation, "id"),
        service_url=_text(activity, "serviceUrl"),
        tenant=next(iter(sorted(tenants_of(activity))), ""),
        kind=_kind(conversation),
        bot=_text(recipient, "id"),
        bot_name=_text(recipient, "name"),
        activity=_text(activity, "id"),
        reply_to=_text(activity, "replyToId"),
    )


def speaker_of(activity: Json) -> Speaker:
    sender = _part(activity, "from")
    client = next((each for each in entities(activity) if each.get("type") == "clientInfo"), {})
    return Speaker(
        tenant=spot_of(activity).tenant,
        user=_text(sender, "aadObjectId"),
        member=_text(sender, "id"),
        name=_text(sender, "name"),
        time_zone=_text(client, "timezone") or _text(activity, "localTimezone"),
        locale=_text(client, "locale") or _text(activity, "locale"),
    )


def is_from_bot(activity: Json) -> bool:
    """Whether no person wrote this: bots that answer each other never end."""
    sender = _part(activity, "from")
    return _text(sender, "id").startswith("28:") or _text(sender, "role") in ("bot", "skill")


def mentions_bot(activity: Json) -> bool:
    bot = _text(_part(activity, "recipient"), "id")
    return any(_mentioned(each) == bot for each in _mentions(activity))


def words_of(activity: Json) -> str:
    """The text as a person sees it, without the mention of us: each mention once, in its place."""
    text, bot = _text(activity, "text"), _text(_part(activity, "recipient"), "id")
    for mention in _mentions(activity):
        name = "" if _mentioned(mention) == bot else _text(_part(mention, "mentioned"), "name")
        text = text.replace(_text(mention, "text"), name, 1)
    return " ".join(html.unescape(text).split())


def files_of(activity: Json) -> int:
    """Files that a person attached; the text itself comes as an attachment too."""
    found = [each for each in activity.get("attachments") or [] if isinstance(each, dict)]
    return sum(not _text(each, "contentType").startswith("text/html") for each in found)


def value_of(activity: Json) -> Json:
    """What a button or a dialog sent."""
    return _part(activity, "value")


def entities(activity: Json) -> list[Json]:
    listed = activity.get("entities")
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def _kind(conversation: Json) -> str:
    """What is not said to be a chat with one person is not taken for one, but by its id."""
    alone = _text(conversation, "id").startswith("a:")
    return _text(conversation, "conversationType") or (_PERSONAL if alone else "")


def _mentions(activity: Json) -> list[Json]:
    found = [each for each in entities(activity) if each.get("type") == "mention"]
    return [each for each in found if _text(each, "text")]


def _mentioned(mention: Json) -> str:
    return _text(_part(mention, "mentioned"), "id")


def _part(holder: Json, name: str) -> Json:
    part = holder.get(name)
    return part if isinstance(part, dict) else {}


def _text(holder: Json, name: str) -> str:
    value = holder.get(name)
    return value if isinstance(value, str) else ""

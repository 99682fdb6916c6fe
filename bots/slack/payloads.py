"""Slack's payloads as values of ours."""

import re
from dataclasses import dataclass
from typing import Any, TypeAlias

from bots.conversation.words_said import as_said
from bots.slack.sending.mail import Place
from review.ledger.threads import Thread

Json: TypeAlias = dict[str, Any]

# The kind of a conversation of several people who have no channel.
GROUP = "mpim"
# The subtypes of what a person says to others.
SPOKEN = frozenset({"", "file_share", "thread_broadcast"})
_MARKED = re.compile(r"<([^<>|]*)(?:\|([^<>]*))?>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message event that a person wrote."""

    team: str
    user: str
    user_team: str
    channel: str
    kind: str
    ts: str
    root: str
    text: str
    files: tuple[Json, ...] = ()

    @property
    def private(self) -> bool:
        return self.kind == "im" or self.channel.startswith("D")

    @property
    def event(self) -> str:
        # A mention comes as two events; both are this one message.
        return f"{self.team}:{self.channel}:{self.ts}"

    @property
    def thread(self) -> Thread:
        return Thread(
            surface="slack",
            tenant=self.team,
            channel=self.channel,
            root=self.root or self.ts,
            private=self.private,
        )

    @property
    def place(self) -> Place:
        return Place(channel=self.channel, root=self.root or self.ts)


def message_of(body: Json, team: str) -> Message | None:
    """The message of an event; None for what no person said to anybody (edits, joins, bots)."""
    event = body.get("event") or {}
    spoken = (event.get("subtype") or "") in SPOKEN and not event.get("bot_id")
    if not spoken or not event.get("user") or not event.get("channel") or not event.get("ts"):
        return None
    return Message(
        team=team,
        user=str(event["user"]),
        user_team=str(event.get("user_team") or event.get("team") or ""),
        channel=str(event["channel"]),
        kind=str(event.get("channel_type") or ""),
        ts=str(event["ts"]),
        root=str(event.get("thread_ts") or ""),
        text=str(event.get("text") or ""),
        files=tuple(each for each in event.get("files") or [] if isinstance(each, dict)),
    )


def installed_team(body: Json) -> str:
    """The workspace whose installation this payload is for."""
    authorizations = body.get("authorizations") or [{}]
    return str(authorizations[0].get("team_id") or body.get("team_id") or "")


def mentions(text: str, user: str) -> bool:
    return f"<@{user}>" in text or f"<@{user}|" in text


def words_of(text: str, bot_user: str) -> str:
    """The text as a person sees it, without the mention of us."""

    def shown(found: re.Match[str]) -> str:
        target, label = found.group(1), found.group(2)
        if target == f"@{bot_user}":
            return " "
        return label or target.removeprefix("mailto:")

    return as_said(_MARKED.sub(shown, text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Click:
    """Who pressed, and where."""

    user: str
    user_team: str
    channel: str
    root: str
    fleeting: bool
    trigger: str

    @property
    def place(self) -> Place:
        return Place(channel=self.channel, root=self.root)

    def thread(self, team: str) -> Thread:
        return Thread(
            surface="slack",
            tenant=team,
            channel=self.channel,
            root=self.root,
            private=self.channel.startswith("D"),
        )


def click_of(body: Json) -> Click:
    container, message = body.get("container") or {}, body.get("message") or {}
    user = body.get("user") or {}
    channel = (body.get("channel") or {}).get("id") or container.get("channel_id") or ""
    root = message.get("thread_ts") or container.get("thread_ts") or message.get("ts") or ""
    return Click(
        user=str(user.get("id") or ""),
        user_team=str(user.get("team_id") or (body.get("team") or {}).get("id") or ""),
        channel=str(channel),
        root=str(root or container.get("message_ts") or ""),
        fleeting=bool(container.get("is_ephemeral")),
        trigger=str(body.get("trigger_id") or ""),
    )

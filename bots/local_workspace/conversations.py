"""Channels, direct messages and the messages in them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bots.local_workspace.people import ChannelPlan, Json
from bots.local_workspace.refusals import Code, SlackRefusalError

Kind: TypeAlias = Literal["channel", "group", "im", "mpim"]


@dataclass(slots=True, kw_only=True)
class Conversation:
    """One channel or direct message; messages are Slack's own JSON, by ts, in order."""

    id: str
    kind: Kind
    name: str
    members: list[str]
    topic: str = ""
    shared_with_others: bool = False
    messages: dict[str, Json] = field(default_factory=dict)
    # ts of an ephemeral message -> the one person who sees it
    only_for: dict[str, str] = field(default_factory=dict)

    @property
    def is_direct(self) -> bool:
        return self.kind in {"im", "mpim"}

    def message(self, ts: str) -> Json:
        if ts not in self.messages:
            raise SlackRefusalError(Code.MESSAGE_NOT_FOUND)
        return self.messages[ts]

    def lasting(self) -> list[Json]:
        """All messages that history shows: not the ephemeral ones."""
        return [each for ts, each in self.messages.items() if ts not in self.only_for]

    def seen_by(self, person: str) -> list[Json]:
        return [
            each for ts, each in self.messages.items() if self.only_for.get(ts, person) == person
        ]

    def thread(self, thread_ts: str) -> list[Json]:
        return [each for each in self.lasting() if thread_ts in (each["ts"], each.get("thread_ts"))]

    def count_replies(self, thread_ts: str) -> Json | None:
        """Bring the parent's reply count up to date and return the parent."""
        parent = self.messages.get(thread_ts)
        if parent is None:
            return None
        replies = [each for each in self.thread(thread_ts) if each["ts"] != thread_ts]
        for name in ("thread_ts", "reply_count", "reply_users", "latest_reply"):
            parent.pop(name, None)
        if replies:
            parent["thread_ts"] = thread_ts
            parent["reply_count"] = len(replies)
            parent["reply_users"] = list(dict.fromkeys(each["user"] for each in replies))
            parent["latest_reply"] = replies[-1]["ts"]
        return parent

    def as_json(self, member: str) -> Json:
        """What conversations.info says to `member`."""
        return {
            "id": self.id,
            "name": self.name,
            "is_channel": self.kind == "channel",
            "is_group": self.kind == "group",
            "is_im": self.kind == "im",
            "is_mpim": self.kind == "mpim",
            "is_private": self.kind != "channel",
            "is_archived": False,
            "is_member": member in self.members,
            "is_ext_shared": self.shared_with_others,
            "is_shared": self.shared_with_others,
            "num_members": len(self.members),
            "topic": {"value": self.topic},
            "purpose": {"value": self.topic},
            **self._other(member),
        }

    def _other(self, member: str) -> Json:
        others = [each for each in self.members if each != member]
        return {"user": others[0]} if self.kind == "im" and others else {}


class Conversations:
    """All conversations of the workspace, by id."""

    def __init__(self) -> None:
        self.by_id: dict[str, Conversation] = {}

    def add_planned(self, plan: ChannelPlan, everybody: list[str], bot_user: str) -> None:
        members = list(plan.members or everybody)
        self.by_id[plan.id] = Conversation(
            id=plan.id,
            kind="group" if plan.private else "channel",
            name=plan.name,
            topic=plan.topic,
            shared_with_others=plan.shared_with_others,
            members=[*members, bot_user] if plan.with_app else members,
        )

    def get(self, channel: str) -> Conversation:
        if channel not in self.by_id:
            raise SlackRefusalError(Code.CHANNEL_NOT_FOUND)
        return self.by_id[channel]

    def named(self, name_or_id: str) -> Conversation:
        """A conversation by id, or by name with or without the #."""
        wanted = name_or_id.removeprefix("#")
        for conversation in self.by_id.values():
            if wanted in (conversation.id, conversation.name):
                return conversation
        raise SlackRefusalError(Code.CHANNEL_NOT_FOUND)

    def direct(self, members: Iterable[str]) -> Conversation:
        """The direct message between exactly these people, opened if need be."""
        wanted = sorted(set(members))
        for conversation in self.by_id.values():
            if conversation.is_direct and sorted(conversation.members) == wanted:
                return conversation
        kind: Kind = "mpim" if wanted[2:] else "im"
        prefix = "D" if kind == "im" else "G"
        # The id is made from the members so that it is the same after a restart.
        channel = prefix + "".join(each.removeprefix("U0") for each in wanted)
        opened = Conversation(id=channel, kind=kind, name="", members=wanted)
        self.by_id[channel] = opened
        return opened
